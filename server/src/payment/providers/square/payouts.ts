import type { ListedPayout, PayoutLine } from '../../provider/provider.ts'

type Money = { amount: number; currency: string }
type Details = { payment_id?: string | null; refund_id?: string | null } | null

export type SquarePayout = {
  id: string
  status?: string | null
  created_at?: string
  amount_money?: Money | null
  arrival_date?: string | null
}
export type SquarePayoutEntry = {
  id: string
  type?: string | null
  effective_at?: string | null
  gross_amount_money?: Money | null
  fee_amount_money?: Money | null
  type_charge_details?: Details
  type_refund_details?: Details
  type_dispute_details?: Details
  type_open_dispute_details?: Details
}
type Page = { payouts?: SquarePayout[]; payout_entries?: SquarePayoutEntry[]; cursor?: string }

const STATUS: Record<string, ListedPayout['status']> = { SENT: 'on_the_way', PAID: 'paid', FAILED: 'failed' }

/** By the vendor's types of activity. What is in none of them is shown as something else. */
const KINDS: Record<string, PayoutLine['kind']> = {
  CHARGE: 'payment',
  REFUND: 'refund',
  DISPUTE: 'dispute',
  OPEN_DISPUTE: 'dispute',
  FEE: 'fee',
  DEPOSIT_FEE: 'fee',
  PROCESSING_FEE: 'fee',
  SUBSCRIPTION_FEE: 'fee',
  TAX_ON_FEE: 'fee',
  THIRD_PARTY_FEE: 'fee',
}

function lineOf(entry: SquarePayoutEntry, payout: ListedPayout): PayoutLine {
  const about =
    entry.type_charge_details ??
    entry.type_refund_details ??
    entry.type_dispute_details ??
    entry.type_open_dispute_details
  return {
    id: entry.id,
    kind: KINDS[entry.type ?? ''] ?? 'other',
    providerPaymentId: about?.payment_id ?? null,
    providerRefundId: entry.type_refund_details?.refund_id ?? null,
    amountMinor: entry.gross_amount_money?.amount ?? 0,
    feeMinor: entry.fee_amount_money?.amount ?? 0,
    at: entry.effective_at ? new Date(entry.effective_at) : payout.createdAt,
  }
}

/** The payouts of a location. Those of the type SIMPLE have no entries: they are an entry of a later one. */
export async function* squarePayouts(
  get: (path: string) => Promise<Page>,
  { locationId, since }: { locationId: string; since: Date },
): AsyncIterable<ListedPayout> {
  const query = { location_id: locationId, begin_time: since.toISOString(), sort_order: 'DESC' }
  for await (const { payouts = [] } of pagesOf(get, '/v2/payouts', query))
    for (const { id, status, created_at, amount_money, arrival_date } of payouts) {
      const createdAt = created_at ? new Date(created_at) : since
      const payout: ListedPayout = {
        id,
        status: STATUS[status ?? ''] ?? 'on_the_way',
        amountMinor: amount_money?.amount ?? 0,
        currency: amount_money?.currency ?? '',
        arrivesAt: arrival_date ? new Date(`${arrival_date}T00:00:00Z`) : createdAt,
        createdAt,
        async lines() {
          const lines: PayoutLine[] = []
          const path = `/v2/payouts/${encodeURIComponent(id)}/payout-entries`
          for await (const { payout_entries = [] } of pagesOf(get, path, {}))
            lines.push(...payout_entries.map((entry) => lineOf(entry, payout)))
          return lines
        },
      }
      // Square says that an amount is never zero, and names the currency only with one.
      if (amount_money) yield payout
    }
}

async function* pagesOf(
  get: (path: string) => Promise<Page>,
  path: string,
  query: Record<string, string>,
): AsyncIterable<Page> {
  let cursor: string | undefined
  do {
    const page = await get(`${path}?${new URLSearchParams({ ...query, ...(cursor && { cursor }) })}`)
    yield page
    cursor = page.cursor
  } while (cursor)
}
