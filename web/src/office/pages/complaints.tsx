import { fill, joined } from '@foyer/contract/fill.ts'
import { complaints as t } from '@foyer/contract/office/complaints/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { COMPLAINT_OUTCOMES, MAX_COMPLAINT_ANSWER } from '@foyer/domain/after-sale/complaint.ts'
import { Button } from '../../ui/actions/button.tsx'
import { SelectField } from '../../ui/forms/fields/select-field.tsx'
import { TextAreaField } from '../../ui/forms/fields/text-area-field.tsx'
import { OfficeForm, sentValue } from '../form/form.tsx'
import type { OfficePages } from '../page.ts'
import { orderPathIn, pathIn } from '../paths.ts'

type Data = OfficePageData['complaints']
type Complaint = Data['complaints'][number]
type Props = { data: Data; shell: OfficeShell }

/** What people complained of, until when to answer, and the answers. */
function ComplaintsPage({ data, shell }: Props) {
  const { complaints, next } = data
  return (
    <>
      <h1>{t.title}</h1>
      <p>{t.lead}</p>
      {complaints.length === 0 && <p>{t.none}</p>}
      <ul className="office-cards">
        {complaints.map((complaint) => (
          <li key={complaint.complaint_id} className="office-card">
            <About complaint={complaint} shell={shell} />
            {complaint.answer !== null ? (
              <>
                <p>
                  {fill(t.answered, {
                    date: complaint.answer.nice_at,
                    outcome: t[`outcome.${complaint.answer.outcome}`],
                  })}
                </p>
                <p className="office-words">{complaint.answer.text}</p>
              </>
            ) : (
              data.may_answer && <Answer complaint={complaint} further={data.further[complaint.kind]} shell={shell} />
            )}
          </li>
        ))}
      </ul>
      {next !== null && (
        <p>
          <a href={`${pathIn('complaints', shell.organiser_id)}&before=${next}`}>{t.older}</a>
        </p>
      )}
    </>
  )
}

const About = ({ complaint, shell }: { complaint: Complaint; shell: OfficeShell }) => {
  const { number, kind, name, email, order, is_of_shop, message, nice_at, nice_due, days_left, answer } = complaint
  return (
    <>
      <h2>{joined([t[`kind.${kind}`], is_of_shop && t.ofShop, number], ' · ')}</h2>
      <p className="office-words">{message}</p>
      <p className="office-quiet">
        {joined([name, nice_at], ' · ')} · <a href={`mailto:${email}`}>{email}</a>
        {order && (
          <>
            {' · '}
            {t.order} <a href={orderPathIn(shell.organiser_id, order.order_id)}>{order.number}</a>
          </>
        )}
      </p>
      {answer === null && (
        <p>
          <strong>
            {days_left < 0 ? fill(t.overdue, { date: nice_due }) : fill(t.due, { date: nice_due, n: days_left })}
          </strong>
        </p>
      )}
    </>
  )
}

type OfComplaint = { complaint: Complaint; further: string; shell: OfficeShell }

function Answer({ complaint: { complaint_id }, further, shell }: OfComplaint) {
  const only: [string, number] = ['complaint_id', complaint_id]
  const sent = (name: string) => sentValue(shell, 'answer_complaint', name, only)
  return (
    <OfficeForm call="answer_complaint" shell={shell} only={only} className="office-stack office-narrow-form">
      <input type="hidden" name="organiser_id" value={shell.organiser_id ?? ''} />
      <input type="hidden" name="complaint_id" value={complaint_id} />
      <SelectField label={t.outcome} name="outcome" defaultValue={sent('outcome')} required>
        <option value="">{t['outcome.choose']}</option>
        {COMPLAINT_OUTCOMES.map((outcome) => (
          <option key={outcome} value={outcome}>
            {t[`outcome.${outcome}`]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label={t.answer}
        hint={fill(t.further, { text: further })}
        name="answer"
        rows={6}
        maxLength={MAX_COMPLAINT_ANSWER}
        defaultValue={sent('answer')}
        required
      />
      <Button type="submit">{t.send}</Button>
    </OfficeForm>
  )
}

export const pages: Pick<OfficePages, 'complaints'> = {
  complaints: { title: () => t.title, Body: ComplaintsPage },
}
