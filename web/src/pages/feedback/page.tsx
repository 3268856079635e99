import { fill } from '@foyer/contract/fill.ts'
import { common, eventFeedback as t } from '@foyer/contract/messages.ts'
import { PAGES, type PageData } from '@foyer/contract/pages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import type { Page } from '../../page.ts'
import { buttonClass } from '../../ui/actions/button.tsx'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { TextAreaField } from '../../ui/forms/fields/text-area-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'

type Data = PageData['feedback']

const ERRORS = { missing: t.missing, too_many: t.tooMany }

/** A feedback form that works without JavaScript. */
function Feedback({ data }: { data: Data }) {
  if (data === null)
    return (
      <div className={`page ${narrow.narrow}`}>
        <h1>{t.title}</h1>
        <Alert
          type="info"
          action={
            <ButtonLink href={PAGES.events} small>
              {common['link.browseEvents']}
            </ButtonLink>
          }
        >
          {t.expired}
        </Alert>
      </div>
    )
  const { title, state } = data
  return (
    <div className={`page ${narrow.narrow}`}>
      <h1>{fill(t.heading, { title })}</h1>
      {state === 'sent' ? (
        <Alert type="success">{t.sent}</Alert>
      ) : (
        <Panel>
          {state !== 'form' && <Alert type="error">{ERRORS[state]}</Alert>}
          <form method="post" action={PAGES.feedback} className={narrow.form}>
            <TextAreaField label={t.message} name="message" rows={5} maxLength={LIMITS.text.message} required />
            <button type="submit" className={buttonClass({})}>
              {t.send}
            </button>
          </form>
        </Panel>
      )}
    </div>
  )
}

export const page: Page<'feedback'> = {
  title: (data) => (data === null ? t.title : fill(t.heading, { title: data.title })),
  frame: 'shop',
  Body: Feedback,
}
