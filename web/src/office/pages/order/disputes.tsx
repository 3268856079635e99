import { fill } from '@foyer/contract/fill.ts'
import { disputes as t } from '@foyer/contract/office/orders/disputes.en.ts'
import { ButtonLink } from '../../../ui/actions/button-link.tsx'
import { FileForm } from './file-form.tsx'
import type { OrderProps } from './order-form.tsx'

type Dispute = OrderProps['data']['disputes'][number]

/** What banks say of the order's payments, and how to answer. */
export function Disputes({ data, shell }: OrderProps) {
  const { disputes, may } = data
  const answered = disputes.find((dispute) => isOpen(dispute) && dispute.url !== '')
  return (
    <section className="office-note" aria-labelledby="disputes">
      <h2 id="disputes">{t.title}</h2>
      <ul>
        {disputes.map((dispute) => (
          <li key={dispute.dispute_id}>
            <strong>{sentenceOf(dispute)}</strong> {dispute.meaning}{' '}
            {dispute.is_withdrawn && fill(t.withdrawn, { amount: dispute.amount })}{' '}
            {dispute.reason && <span className="office-quiet">{fill(t.reason, { reason: dispute.reason })}</span>}
          </li>
        ))}
      </ul>
      {disputes.some(isOpen) && (
        <>
          <p>{t.lead}</p>
          <div className="office-row">
            {may.change && (
              <FileForm call="dispute_evidence" data={data} shell={shell}>
                {t.evidence}
              </FileForm>
            )}
            {answered && (
              <ButtonLink href={answered.url} variant="secondary">
                {fill(t.page, { provider: answered.provider })}
              </ButtonLink>
            )}
          </div>
        </>
      )}
    </section>
  )
}

const isOpen = ({ state }: Dispute) => state === 'answer' || state === 'review'

function sentenceOf({ state, amount, nice_due, days_left }: Dispute): string {
  if (state === 'won') return fill(t.won, { amount })
  if (state === 'lost') return fill(t.lost, { amount })
  if (state === 'review') return fill(t.review, { amount })
  if (nice_due === '' || days_left === null) return fill(t['answer.noDate'], { amount })
  const left = days_left === 0 ? t.today : fill(t.days, { days: days_left })
  return `${fill(t.answer, { amount, date: nice_due })} ${left}`
}
