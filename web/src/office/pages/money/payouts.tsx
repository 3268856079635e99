import { fill } from '@foyer/contract/fill.ts'
import { providers } from '@foyer/contract/office/events/payments.en.ts'
import { payoutKinds, payoutProblems, payoutsPage as t } from '@foyer/contract/office/money/payouts.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import type { ReactNode } from 'react'
import { FiguresTable } from '../../figures-table.tsx'
import { FormatButtons } from '../../form/format-buttons.tsx'
import { PlainForm } from '../../form/plain-form.tsx'
import type { OfficePages } from '../../page.ts'
import { orderPathIn, pathIn } from '../../paths.ts'

type Props = { data: OfficePageData['payouts']; shell: OfficeShell }
type Payout = Props['data']['payouts'][number]
type Line = Props['data']['lines'][number]

const differencesOf = ({ problems, missing }: Payout): string =>
  [problems > 0 && fill(t.differs, { n: problems }), missing !== '' && fill(t.missing, { amount: missing })]
    .filter(Boolean)
    .join(', ') || t.agrees

const stateOf = ({ status }: Payout): string => {
  if (status === 'failed') return `${t.failed}. `
  return status === 'on_the_way' ? `${t.onTheWay}. ` : ''
}

/** Payouts to the bank account compared with our own books, and the entries of one of them. */
export function PayoutsPage({ data: { payouts, payout_id, lines }, shell }: Props) {
  const path = pathIn('payouts', shell.organiser_id)
  const [one] = payouts
  return (
    <>
      <h1>{t.title}</h1>
      <p>{t.lead}</p>
      {payout_id !== null && (
        <p>
          <a href={path}>{t.back}</a>
        </p>
      )}
      {payouts.length === 0 ? (
        <p role="status">{t.none}</p>
      ) : (
        <FiguresTable
          title={t.title}
          heads={[t.date, t.provider, t.gross, t.refunds, t.other, t.fees, t.net, t.orders, t.state]}
          rows={payouts.map((payout) => ({
            key: payout.payout_id,
            label: <a href={`${path}&payout_id=${payout.payout_id}`}>{payout.nice_date}</a>,
            cells: [
              providers[payout.provider],
              payout.gross,
              payout.refunds,
              payout.other,
              payout.fees,
              payout.net,
              String(payout.orders),
              stateOf(payout) + differencesOf(payout),
            ],
          }))}
        />
      )}
      {one?.is_shared && <p>{t.shared}</p>}
      {payout_id !== null && (
        <section className="office-stack" aria-labelledby="lines">
          <h2 id="lines">{t.lines}</h2>
          <FiguresTable
            title={t.lines}
            heads={[t.date, t.what, t.order, t.amount, t.fee, t.net, t.difference]}
            rows={lines.map((line, key) => ({ key, label: line.nice_date, cells: cellsOf(line, shell) }))}
          />
          <PlainForm call="export_payout" shell={shell} sends={{ payout_id }} className="office-row">
            <FormatButtons words={t} />
          </PlainForm>
        </section>
      )}
    </>
  )
}

function cellsOf({ kind, order, order_id, amount, fee, net, problem }: Line, shell: OfficeShell): ReactNode[] {
  const isLink = order_id !== null && shell.may.orders
  const shown = isLink ? <a href={orderPathIn(shell.organiser_id, order_id)}>{order}</a> : order
  return [payoutKinds[kind], shown, amount, fee, net, problem === null ? '' : payoutProblems[problem]]
}

export const pages: Pick<OfficePages, 'payouts'> = {
  payouts: { title: () => t.title, Body: PayoutsPage },
}
