import { code, escapeHtml, grouped, table } from '../kernel/html.ts'
import { type StandIn, webhookTarget } from '../kernel/stand-in.ts'
import { DECLINED_VALUES, SOURCE_IDS, SQUARE_CARDS } from './cards.ts'
import { type SquareOptions, type SquareState, square } from './routes.ts'

export const squareStandIn: StandIn<SquareOptions | undefined, SquareState> = {
  title: 'Square',
  options: (env) => ({ accessToken: env.SQUARE_ACCESS_TOKEN, locationId: env.SQUARE_LOCATION_ID }),
  webhook: (env) => webhookTarget('square', env.SQUARE_WEBHOOK_URL, env.SQUARE_WEBHOOK_KEY),
  start: square,
  page: () => `<section class="card"><h2>Square test cards</h2>
<p>Any expiry date in the future, security code 111, any postal code.</p>
${table(
  'Published by the vendor',
  ['Number', 'What happens'],
  [
    ...SQUARE_CARDS.map((card) => [code(grouped(card.number)), escapeHtml(card.outcome)]),
    ...DECLINED_VALUES.map((entry) => [
      `${escapeHtml(entry.field)} ${code(entry.value)}`,
      `Declined: ${code(entry.decline)}`,
    ]),
    ...Object.entries(SOURCE_IDS).map(([id, decline]) => [
      code(id),
      decline ? `Declined: ${code(decline)}` : 'Succeeds',
    ]),
  ],
)}</section>`,
  controls: {
    /** Runs the daily payout now. With a `square_payout`, the bank returns that one instead. */
    payout(state, { vendor, location, square_payout }) {
      if (vendor !== 'square') return undefined
      const all = [state, ...state.merchants]
      if (square_payout !== undefined) {
        const store = all.find(({ balance }) => balance.payouts.get(String(square_payout)))
        const payout = store?.balance.payouts.get(String(square_payout))
        return store && payout ? store.balance.fail(payout) : { refused: 'square_payout is the id of a Square payout' }
      }
      const store = location === undefined ? state : all.find(({ locationId }) => locationId === location)
      return store?.balance.payOut() ?? { refused: 'nothing is in the balance of this location' }
    },
    /** Opens a dispute of a payment, of all of it or an `amount`, or, with an `outcome` (won or lost), closes the open one. */
    dispute(state, { square_payment, reason, outcome, amount }) {
      if (square_payment === undefined) return undefined
      const id = String(square_payment)
      const store = [state, ...state.merchants].find(({ payments }) => payments.get(id)) ?? state
      const payment = store.payments.get(id)
      if (payment?.status !== 'COMPLETED') return { refused: 'square_payment is the id of a completed Square payment' }
      if (outcome === undefined)
        return (
          store.openDispute(
            payment,
            typeof reason === 'string' && reason ? reason : 'NO_KNOWLEDGE',
            amount === undefined ? undefined : Number(amount),
          ) ?? {
            refused: 'already disputed',
          }
        )
      const open = store.disputes.values().find(({ disputed_payment }) => disputed_payment.payment_id === id)
      if (open?.state !== 'EVIDENCE_REQUIRED') return { refused: 'no dispute of this payment is open' }
      if (outcome !== 'won' && outcome !== 'lost') return { refused: 'outcome is won or lost' }
      return store.closeDispute(open, outcome === 'won' ? 'WON' : 'LOST')
    },
  },
}
