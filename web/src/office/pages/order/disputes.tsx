import { fill } from '@foyer/contract/fill.ts'
import { disputes as t } from '@foyer/contract/office/orders/disputes.en.ts'
import { ButtonLink } from '../../../ui/actions/button-link.tsx'
import { FileForm } from './file-form.tsx'
import type { OrderProps } from './order-form.tsx'

type Dispute = OrderProps['data']['disputes'][number]

/** What banks say of the order's payments, and how to answer. */
export function Disputes({ data, shell }: OrderProps) {
  const { disputes, may } = data
  const url = disputes.find((dispute) => isOpen(dispute) && dispute.url !== '')?.url
  return (
    <section className="office-note" aria-labelledby="disputes">
      <h2 id="disputes">{t.title}</h2>
      <ul>
        {disputes.map((dispute) => (
          <li key={dispute.dispute_id}>
            <strong>{sentenceOf(dispute)}</strong>{' '}
            {dispute.reason && <span className="office-quiet">{fill(t.reason, { reason: dispute.reason })}</span>}
          </li>
        ))}
      </ul>
      {disputes.some(isOpen) && (
        <>
          <p>{t.lead}</p>
          <div className="office-row">
            {url && (
              <ButtonLink href={url} variant="secondary">
                {t.page}
              </ButtonLink>
            )}
            {may.change && (
              <FileForm call="dispute_evidence" data={data} shell={shell}>
                {t.evidence}
              </FileForm>
            )}
          </div>
        </>
      )}
    </section>
  )
}

const isOpen = ({ state }: Dispute) => state === 'answer' || state === 'review'

function sentenceOf({ state, amount, nice_due }: Dispute): string {
  if (state === 'won') return fill(t.won, { amount })
  if (state === 'lost') return fill(t.lost, { amount })
  if (state === 'review') return fill(t.review, { amount })
  return nice_due === '' ? fill(t['answer.noDate'], { amount }) : fill(t.answer, { amount, date: nice_due })
}
