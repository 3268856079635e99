import type { Kernel } from '../kernel/context.ts'
import type { Money } from './money.ts'

export interface Payout {
  id: string
  status: 'SENT' | 'FAILED' | 'PAID'
  location_id: string
  created_at: string
  updated_at: string
  amount_money: Money
  destination: { type: string; id: string }
  version: number
  type: 'BATCH' | 'SIMPLE'
  arrival_date: string
  end_to_end_id: string
}

/** What moved the balance. `payout_id` is empty until it is paid out. */
export interface PayoutEntry {
  id: string
  payout_id: string
  effective_at: string
  type: 'CHARGE' | 'REFUND' | 'OPEN_DISPUTE' | 'DISPUTE' | 'ADJUSTMENT'
  gross_amount_money: Money
  fee_amount_money: Money
  net_amount_money: Money
  [details: string]: unknown
}

const DAY_MS = 86_400_000
/** The vendor's fee on a card payment online: 1.4 % and 25 minor units, rounded. */
const feeOf = (amount: number) => Math.round(amount * 0.014) + 25

/** The balance of a merchant, which is paid out at midnight after the next day. */
export function squareBalance(
  kernel: Kernel,
  { prefix, locationId }: { prefix: string; locationId: string },
  sendWebhook: (type: string, kind: 'payout', object: Payout) => void,
) {
  const entries = kernel.journal.collection<PayoutEntry>(`${prefix}.payout_entries`)
  const payouts = kernel.journal.collection<Payout>(`${prefix}.payouts`)
  const planned = kernel.journal.collection<boolean>(`${prefix}.payout_planned`)
  const { now, timeline } = kernel
  const iso = () => new Date(now()).toISOString()
  const unpaidEntries = () => entries.values().filter(({ payout_id }) => payout_id === '')

  function plan(): void {
    if (planned.get('payout')) return
    planned.put('payout', true)
    timeline.schedule((Math.floor(now() / DAY_MS) + 2) * DAY_MS, `${prefix}.payout`, {})
  }

  function change(payout: Payout, status: Payout['status']): Payout {
    const changed = payouts.put(payout.id, { ...payout, status, updated_at: iso(), version: payout.version + 1 })
    sendWebhook(`payout.${status.toLowerCase()}`, 'payout', changed)
    return changed
  }

  function payOut(): Payout | null {
    const included = unpaidEntries()
    const amount = included.reduce((total, { net_amount_money }) => total + net_amount_money.amount, 0)
    if (amount === 0) return null
    const id = `po_${kernel.randomId(32)}`
    for (const entry of included) entries.put(entry.id, { ...entry, payout_id: id })
    const sent = payouts.put(id, {
      id,
      status: 'SENT',
      location_id: locationId,
      created_at: iso(),
      updated_at: iso(),
      amount_money: { amount, currency: included[0]!.net_amount_money.currency },
      destination: { type: 'BANK_ACCOUNT', id: 'bact:sandbox' },
      version: 1,
      type: 'BATCH',
      arrival_date: iso().slice(0, 10),
      end_to_end_id: `L${kernel.randomId(12).toUpperCase()}`,
    })
    sendWebhook('payout.sent', 'payout', sent)
    return change(sent, 'PAID')
  }

  timeline.on(`${prefix}.payout`, () => {
    planned.delete('payout')
    payOut()
    if (unpaidEntries().length > 0) plan()
  })

  return {
    entries,
    payouts,
    payOut,
    /** The bank returns it. */
    fail: (payout: Payout) => change(payout, 'FAILED'),
    record(type: PayoutEntry['type'], gross: Money, details: object): void {
      const fee = type === 'CHARGE' ? feeOf(gross.amount) : 0
      const id = `poe_${kernel.randomId(26)}`
      entries.put(id, {
        id,
        payout_id: '',
        effective_at: iso(),
        type,
        gross_amount_money: gross,
        fee_amount_money: { ...gross, amount: fee },
        net_amount_money: { ...gross, amount: gross.amount - fee },
        [`type_${type.toLowerCase()}_details`]: details,
      })
      plan()
    },
  }
}

export type SquareBalance = ReturnType<typeof squareBalance>
