import { fill } from '@foyer/contract/fill.ts'
import { previewing as t } from '@foyer/contract/office/events/messages.en.ts'
import { eventPreviewPath, type OfficePageData, type OfficeShell } from '@foyer/contract/office/pages.ts'
import { useState } from 'react'
import { ANSWER_FIELDS } from '../../../checkout/steps/ticket-questions/answer-fields.tsx'
import { ButtonLink } from '../../../ui/actions/button-link.tsx'
import { Html } from '../../../ui/display/html.tsx'
import type { OfficePages } from '../../page.ts'
import { EventHead } from './event-head.tsx'

type Props = { data: OfficePageData['preview']; shell: OfficeShell }
type Question = Props['data']['questions'][number]

const EMAILS = { reminder: t.reminder, thanks: t.thanks }

/** What buyers will see: a link to the event's page, and its questions with the fields of the checkout. */
export function PreviewPage({ data, shell }: Props) {
  const { event_id, intro_html, questions, emails } = data
  const halves = [
    [t.before, questions.filter((question) => question.before_or_after === 'before')],
    [t.after, questions.filter((question) => question.before_or_after === 'after')],
  ] as const
  return (
    <>
      <EventHead event={data} shell={shell} here="preview" />
      <h2>{t.title}</h2>
      <p>{t.lead}</p>
      <div>
        <ButtonLink href={eventPreviewPath(shell.organiser_id ?? 0, event_id)} target="_blank" rel="noopener">
          {t.page}
        </ButtonLink>
      </div>
      <h2>{t.questions}</h2>
      {questions.length === 0 && <p>{t.noQuestions}</p>}
      {halves.map(
        ([label, asked]) =>
          asked.length > 0 && (
            <section key={label} className="office-card office-stack office-narrow-form" aria-label={label}>
              <h3>{label}</h3>
              {intro_html && <Html html={intro_html} />}
              {asked.map((question, i) => (
                <Asked key={question.question_html} question={question} name={`${label} ${i}`} />
              ))}
            </section>
          ),
      )}
      <h2>{t.emails}</h2>
      {emails.length === 0 && <p>{t.noEmails}</p>}
      {emails.map(({ kind, subject, text }) => (
        <section key={kind} className="office-card office-stack" aria-label={EMAILS[kind]}>
          <h3>{EMAILS[kind]}</h3>
          <p>{fill(t.subject, { subject })}</p>
          <p className="office-words">{text}</p>
        </section>
      ))}
    </>
  )
}

function Asked({ question, name }: { question: Question; name: string }) {
  const { type, options, mandatory, tickets, question_html } = question
  const [value, setValue] = useState('')
  const Field = ANSWER_FIELDS[type]
  return (
    <div>
      <p className="office-quiet">{tickets.length === 0 ? t.once : fill(t.each, { tickets: tickets.join(', ') })}</p>
      <Field
        frame={{ id: name, name, label: <Html html={question_html} />, required: mandatory, error: undefined }}
        options={options}
        value={value}
        onChange={setValue}
      />
    </div>
  )
}

export const pages: Pick<OfficePages, 'preview'> = {
  preview: { title: ({ title }) => `${t.title} - ${title}`, Body: PreviewPage },
}
