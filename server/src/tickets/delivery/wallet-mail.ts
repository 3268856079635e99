import { account } from '@foyer/contract/messages.ts'
import { orderCalendarPath, orderPath, PAGES } from '@foyer/contract/pages.ts'
import { heldTime, longWhen, niceDay } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { currencyCode, type Minor } from '@foyer/domain/money/money.ts'
import { isInCoolOff } from '@foyer/domain/sale/self-service.ts'
import { sql } from 'kysely'
import { coolOffWords } from '../../catalogue/read/cool-off.ts'
import type { Config } from '../../config.ts'
import { HELD } from '../../db/held-online.ts'
import { query, runBatch } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { withLanguage } from '../../language.ts'
import type { MailAbout } from '../../mail/about.ts'
import { composeToQueue, queueComposed } from '../../mail/outbox.ts'
import { type WalletMailFacts, walletMail } from '../../mail/templates/wallet.ts'
import { textOfHtml } from '../../mail/text-of-html.ts'
import { orderNumbersQuery } from '../../sale/order/order-number.ts'
import { receiptLinksQuery } from '../../sale/order/receipt-links.ts'
import { readerOf } from '../../sale/reader.ts'
import type { SaleRow } from '../../sale/sale.ts'
import { frozenTermsOf } from '../../sale/terms/terms.ts'
import { orderTextsQuery } from '../../texts/own-texts.ts'
import { TRADER } from '../../trader.ts'
import { eventNotesOf, waiverPath } from '../event-notes.ts'
import { pictureOf, SEAT_NAME, seatNameOf } from '../mail-facts.ts'
import { textAttachment } from '../paper/attachments.ts'
import { placeOf } from '../read.ts'
import type { ToIssue } from './issue.ts'
import { orderMoneyQuery } from './order-money.ts'

type WalletToMail = { due: ToIssue; email: string; key: string; now: Date }

/**
 * Queues the wallets of these sales for their addresses, each in the language of its buyer. Their tickets have been issued. A sale
 * without an address gets none.
 */
export async function queueWallets(
  tx: Tx,
  config: Pick<Config, 'shop' | 'publicUrl'>,
  all: readonly WalletToMail[],
): Promise<void> {
  const wallets = all.filter(({ email }) => email !== '')
  if (wallets.length === 0) return
  const read = await readWallets(
    tx,
    wallets.map(({ due }) => due),
  )
  const composed = []
  for (const { due, email, key, now } of wallets)
    composed.push(
      await withLanguage(readerOf(due.sale), () => {
        const { facts, about } = walletFacts(read, due, { publicUrl: config.publicUrl, now })
        return composeToQueue(tx, config, {
          ...walletMail(facts),
          ...(about && { about }),
          key,
          kind: 'wallet',
          recipient: email,
          saleId: due.sale.id,
          now,
          attachments: [
            ...(facts.events.length === 0 ? [] : ['tickets_pdf', 'calendar']),
            ...read.textsOf(due.sale.id).map(textAttachment),
          ].map((kind) => ({ kind, sale_id: due.sale.id })),
        })
      }),
    )
  await queueComposed(tx, composed)
}

const isFree = ({ total_minor }: Pick<SaleRow, 'total_minor'>): boolean => total_minor === null || total_minor === 0

type Wallets = Awaited<ReturnType<typeof readWallets>>

/** Reads the content of wallet mails: the tickets and gift vouchers of each sale, and the data of their orders and events. */
async function readWallets(tx: Tx, all: readonly ToIssue[]) {
  const saleIds = all.map(({ sale }) => sale.id)
  const withVouchers = all.filter(({ vouchers }) => vouchers.length > 0).map(({ sale }) => sale.id)
  const [lines, vouchers, receiptsOf, numbers, textsOf, moneyOf] = await runBatch(
    tx,
    query(ticketLines(tx, saleIds), (rows) => groupBy(rows, ({ sale_id }) => sale_id)),
    query(withVouchers.length === 0 ? null : voucherLines(tx, withVouchers), (rows) =>
      groupBy(rows, ({ sale_id }) => sale_id),
    ),
    receiptLinksQuery(saleIds),
    orderNumbersQuery(tx, saleIds),
    orderTextsQuery(saleIds),
    orderMoneyQuery(
      tx,
      all.filter(({ sale }) => !isFree(sale)).map(({ sale }) => sale.id),
    ),
  )
  const eventIds = [...lines.values()].flat().map(({ event_id }) => event_id)
  return {
    lines,
    vouchers,
    receiptsOf,
    numbers,
    textsOf,
    moneyOf,
    notesOf: await eventNotesOf(tx, [...new Set(eventIds)]),
  }
}

const among = (saleIds: readonly number[]) => sql<number>`any(${sql.val(saleIds)}::bigint[])`

const ticketLines = (tx: Tx, saleIds: readonly number[]) =>
  tx
    .selectFrom('tickets as ticket')
    .innerJoin('ticket_types as type', 'type.id', 'ticket.ticket_type_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('organisers as organiser', 'organiser.id', 'event.organiser_id')
    .leftJoin('venues as venue', 'venue.id', 'event.venue_id')
    .leftJoin('seats as seat', 'seat.id', 'ticket.seat_id')
    .select([
      'ticket.sale_id',
      'ticket.ticket_type_id',
      'type.name',
      'type.non_refundable',
      'date.id as date_id',
      'date.starts_at',
      'date.ends_at',
      'date.doors_at',
      'date.all_day',
      'event.id as event_id',
      'event.title',
      'event.timezone',
      ...HELD,
      'event.online_url',
      'venue.name as venue',
      'venue.town',
      ...SEAT_NAME,
      'event.picture',
      'event.picture_alt',
      'organiser.id as organiser_id',
      'organiser.name as organiser',
      'organiser.logo',
      'organiser.accent',
      TRADER.as('trader'),
    ])
    .where('ticket.sale_id', '=', among(saleIds))
    .orderBy('date.starts_at')
    .orderBy('date.id')
    .orderBy('type.sort')
    .orderBy('ticket.ticket_type_id')
    .orderBy('ticket.instance')

const voucherLines = (tx: Tx, saleIds: readonly number[]) =>
  tx
    .selectFrom('issued_vouchers as voucher')
    .innerJoin('gift_voucher_designs as design', 'design.id', 'voucher.design_id')
    .select([
      'voucher.sale_id',
      'voucher.code',
      'voucher.value_minor',
      'voucher.currency',
      'voucher.expires_on',
      'voucher.from_name',
      'voucher.to_name',
      'design.name',
    ])
    .where('voucher.sale_id', '=', among(saleIds))
    .orderBy('voucher.id')

const moneyText = (minor: Minor, currency: string | null) => formatMinor(minor, currencyCode(currency))

const priceText = (minor: Minor | null | undefined, currency: string | null) =>
  minor === null || minor === undefined ? null : moneyText(minor, currency)

const groups = <T>(rows: readonly T[], key: (row: T) => number): T[][] => [...groupBy(rows, key).values()]

function walletFacts(
  read: Wallets,
  { sale }: ToIssue,
  { publicUrl, now }: { publicUrl: string; now: Date },
): { facts: WalletMailFacts; about: MailAbout | undefined } {
  const lines = read.lines.get(sale.id) ?? []
  const vouchers = read.vouchers.get(sale.id) ?? []
  const eventIds = [...new Set(lines.map(({ event_id }) => event_id))]
  const { taxMinor, receipts } = read.receiptsOf(sale)
  const money = isFree(sale) ? null : read.moneyOf(sale.id)
  const isAfterRefunds = money?.isAfterRefunds === true
  const refundedMinor = money?.refundedMinor ?? 0
  const promised = frozenTermsOf(sale)?.coolOff
  /** What the order was promised for these tickets, while they can still be returned by it. */
  const coolOffOf = (ticket: (typeof lines)[number]) => {
    const coolOffHours = ticket.non_refundable ? null : (promised?.[ticket.event_id] ?? null)
    const { starts_at: startsAt } = ticket
    if (!isInCoolOff({ rules: { coolOffHours, refundHours: null }, starts_at: startsAt, paid_at: sale.paid_at! }, now))
      return null
    const bookingFeeMinor = money?.feeOf(ticket.ticket_type_id) ?? 0
    return coolOffWords(
      { coolOffHours, startsAt, held: ticket, bookingFeeMinor, currency: currencyCode(sale.currency) },
      now,
    )
  }
  const facts: WalletMailFacts = {
    waiverUrl: eventIds.some((id) => read.notesOf(id).hasWaiver) ? `${publicUrl}${waiverPath(sale.reference)}` : null,
    messages: eventIds.flatMap((id) =>
      read.notesOf(id).messages.map(({ organiser, html }) => ({
        organiser,
        event: lines.find(({ event_id }) => event_id === id)!.title,
        text: textOfHtml(html),
      })),
    ),
    number: read.numbers.get(sale.id) ?? null,
    tax: taxMinor === 0 ? null : moneyText(taxMinor, sale.currency),
    receiptUrl: receipts.length === 0 ? null : publicUrl + orderPath(sale.reference),
    total: isFree(sale) ? null : moneyText(sale.total_minor! - (isAfterRefunds ? refundedMinor : 0), sale.currency),
    amounts: [
      ...(money?.amounts ?? []),
      ...(isAfterRefunds ? [[account['order.rowPaid'], sale.total_minor!] as const] : []),
      ...(refundedMinor === 0 ? [] : [[account['order.rowRefunded'], -refundedMinor] as const]),
    ].map(([label, minor]) => [label, moneyText(minor, sale.currency)]),
    calendarUrl: lines.length === 0 ? null : publicUrl + orderCalendarPath(sale.reference),
    events: groups(lines, (line) => line.date_id).map((onDate) => {
      const first = onDate[0]!
      return {
        title: first.title,
        niceDate: longWhen(first, first),
        doors: first.doors_at && heldTime(first.doors_at, first),
        place: placeOf(first),
        picture: pictureOf(first),
        tickets: groups(onDate, (line) => line.ticket_type_id).map((same) => ({
          name: same[0]!.name,
          qty: same.length,
          price: priceText(money?.priceOf(same[0]!.ticket_type_id, same.length), sale.currency),
          seats: same.flatMap(seatNameOf),
          coolOff: coolOffOf(same[0]!),
        })),
      }
    }),
    vouchers: vouchers.map((voucher) => ({
      name: voucher.name,
      value: moneyText(voucher.value_minor, voucher.currency),
      code: voucher.code,
      expires: niceDay(voucher.expires_on),
      from: voucher.from_name,
      to: voucher.to_name,
    })),
    walletUrl: `${publicUrl}/account/wallet/`,
    withdrawUrl: publicUrl + PAGES.withdraw,
  }
  // For a mail with gift vouchers, their organisers are read separately.
  const organisers = lines.map(({ organiser_id, organiser, logo, accent, trader }) => ({
    id: organiser_id,
    name: organiser,
    logo,
    accent,
    trader,
  }))
  return { facts, about: vouchers.length === 0 ? { organisers, events: [] } : undefined }
}
