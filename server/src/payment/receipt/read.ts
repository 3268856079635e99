import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { type CurrencyCode, currencyCode, type Minor } from '@foyer/domain/money/money.ts'
import type { Trader } from '@foyer/domain/people/legal.ts'
import { buyerOf } from '../../after-sale/buyer.ts'
import { inTx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { Session } from '../../http/session.ts'
import { lockSale, saleByReference } from '../../sale/sale.ts'
import type { Art } from '../../tickets/paper/art.ts'
import { linesOf } from '../refund/book-refund.ts'
import { issueReceipts, type ReceiptLine } from './issue.ts'

/** A receipt or credit note as it was issued, with what names its order. */
export type Receipt = {
  kind: 'receipt' | 'credit_note'
  /** R-00012, CN-00003. */
  number: string
  issuedAt: Date
  /** `trader`: who that is by law; receipts from before it was known have none. */
  seller: { name: string; address: string; taxNumber: string | null; trader?: Trader }
  /** Of the seller as it is now. */
  art: Art
  lines: ReceiptLine[]
  voucherMinor: Minor
  order: { number: string; buyer: string; paidAt: Date; currency: CurrencyCode }
}

const numberOf = (kind: Receipt['kind'], number: number) =>
  `${kind === 'receipt' ? 'R' : 'CN'}-${String(number).padStart(5, '0')}`

/**
 * The receipt of an organiser in an order and the credit notes after it, for the buyer; null for everyone else, and where nothing
 * was paid. The receipt is issued when it is first asked for, or with the first refund.
 */
export async function receiptsFor(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  session: Session,
  reference: string,
  organiserId: number,
): Promise<Receipt[] | null> {
  const sale = await saleByReference(db, reference)
  // guard: receipts-for-the-buyer
  if (!sale || sale.paid_at === null || (await buyerOf(db, session, sale)) === null) return null
  return receiptsIn({ db, clock }, sale, organiserId)
}

/** The same for a paid sale, if this session may see it. */
export async function receiptsIn(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  sale: { id: number },
  organiserId: number,
): Promise<Receipt[] | null> {
  const read = () =>
    db
      .selectFrom('receipts')
      .innerJoin('orders', 'orders.sale_id', 'receipts.sale_id')
      .innerJoin('organisers as organiser', 'organiser.id', 'receipts.organiser_id')
      .selectAll('receipts')
      .select([
        'orders.number as order_number',
        'orders.name',
        'orders.paid_at',
        'orders.currency',
        'organiser.logo',
        'organiser.accent',
      ])
      .where('receipts.sale_id', '=', sale.id)
      .where('receipts.organiser_id', '=', organiserId)
      .orderBy('receipts.id')
      .execute()
  let rows = await read()
  if (rows.length === 0) {
    await inTx(db, async (tx) => {
      await linesOf(tx, await lockSale(tx, sale.id))
      await issueReceipts(tx, sale.id, { organiserId, now: clock.now() })
    })
    rows = await read()
  }
  if (rows.length === 0) return null
  return rows.map(
    ({
      kind,
      number,
      issued_at,
      seller,
      lines,
      voucher_minor,
      order_number,
      name,
      paid_at,
      currency,
      logo,
      accent,
    }) => ({
      kind,
      number: numberOf(kind, number),
      issuedAt: issued_at,
      seller: seller as Receipt['seller'],
      art: { picture: null, logo, accent },
      lines: lines as ReceiptLine[],
      voucherMinor: voucher_minor,
      order: { number: shownOrderNumber(order_number), buyer: name, paidAt: paid_at, currency: currencyCode(currency) },
    }),
  )
}
