import { fill } from '@foyer/contract/fill.ts'
import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { providerNames } from '@foyer/contract/office/events/payments.en.ts'
import { channels } from '@foyer/contract/office/lists/messages.en.ts'
import { paymentStates, refundStates, orderPage as t } from '@foyer/contract/office/orders/messages.en.ts'
import { COUNTRIES } from '@foyer/domain/delivery/countries.ts'
import { niceDate, ukDay } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import type { Selectable } from 'kysely'
import type { RefundsTable } from '../../db/schema/types.generated.ts'
import type { Db } from '../../db/transaction/tx.ts'
import type { Payment } from '../../payment/payment.ts'
import { isByHand } from '../../payment/provider/provider.ts'
import { partsOf, SUPERSEDED } from '../../payment/refund/queue.ts'
import { isOwnCode } from '../event/own-event.ts'
import { grantOf, type OfficeContext } from '../handle.ts'
import type { OwnOrder } from './own-order.ts'

type Shown = OfficeReply<'office_order'>
type Detail = Shown['facts'][number]
type Refund = Selectable<RefundsTable>

/** What else is known about an order: addresses, codes, plan, Gift Aid, waivers, and how it was sold. */
export async function detailsOf(db: Db, ctx: OfficeContext, own: OwnOrder): Promise<Detail[]> {
  const { order, seesAll } = own
  const channel = {
    label: t['fact.channel'],
    text: (channels as Record<string, string>)[order.channel] ?? order.channel,
  }
  return [
    ...(await addressesOf(db, own)),
    ...(await codesOf(db, ctx, own)),
    ...(await planOf(db, own)),
    ...(await giftAidOf(db, own)),
    ...(await withdrawalsOf(db, own)),
    ...(await waiversOf(db, own)),
    ...(seesAll && order.channel !== 'online' ? [channel] : []),
  ]
}

async function addressesOf(db: Db, { order, lines }: OwnOrder): Promise<Detail[]> {
  if (!lines.some(({ delivery_minor, ticket_type_id }) => delivery_minor > 0 || ticket_type_id !== null)) return []
  const addresses = await db.selectFrom('sale_addresses').selectAll().where('sale_id', '=', order.sale_id).execute()
  return addresses.map((address) => ({
    label: address.kind === 'delivery' ? t['fact.delivery'] : t['fact.billing'],
    text: [
      `${address.first_name} ${address.last_name}`,
      address.address_1,
      address.address_2,
      address.town,
      address.postcode,
      COUNTRIES[address.country] ?? address.country,
    ]
      .filter((part) => part.trim() !== '')
      .join(', '),
  }))
}

/** The discount codes and gift vouchers that this person may see. */
async function codesOf(db: Db, ctx: OfficeContext, { order }: OwnOrder): Promise<Detail[]> {
  const codes = await db
    .selectFrom('sale_codes as applied')
    .select(['applied.code', 'applied.discount_id'])
    .where('applied.sale_id', '=', order.sale_id)
    .where(isOwnCode(grantOf(ctx)))
    .execute()
  return codes.map(({ code, discount_id }) => ({
    label: discount_id === null ? t['fact.voucher'] : t['fact.code'],
    text: code,
  }))
}

/** Its amounts are those of the whole order. */
async function planOf(db: Db, { order, isShared, seesAll }: OwnOrder): Promise<Detail[]> {
  if (isShared || !seesAll) return []
  const plan = await db.selectFrom('payment_plans').selectAll().where('sale_id', '=', order.sale_id).executeTakeFirst()
  if (plan === undefined) return []
  const instalments = await db
    .selectFrom('plan_instalments')
    .select(['due_on', 'amount_minor', 'status'])
    .where('sale_id', '=', order.sale_id)
    .orderBy('seq')
    .execute()
  const currency = currencyCode(order.currency)
  const texts = instalments.map(
    ({ due_on, amount_minor, status }) => `${ukDay(due_on)}: ${formatMinor(amount_minor, currency)} (${status})`,
  )
  return [{ label: fill(t['fact.plan'], { status: plan.status }), text: texts.join('; ') }]
}

async function giftAidOf(db: Db, { order, lines }: OwnOrder): Promise<Detail[]> {
  if (!lines.some(({ kind }) => kind === 'donation')) return []
  const declaration = await db
    .selectFrom('gift_aid_declarations')
    .select(['donor_name', 'claimable', 'cancelled_at', 'cancelled_as', 'donation_minor'])
    .where('sale_id', '=', order.sale_id)
    .executeTakeFirst()
  if (declaration === undefined) return [{ label: t['fact.giftAid'], text: t['giftAid.none'] }]
  const { donor_name: name, donation_minor, claimable, cancelled_at, cancelled_as } = declaration
  const amount = formatMinor(donation_minor, currencyCode(order.currency))
  if (cancelled_at !== null && cancelled_as === null) return [{ label: t['fact.giftAid'], text: t['giftAid.none'] }]
  const text =
    cancelled_at === null
      ? fill(claimable ? t['giftAid.ready'] : t['giftAid.incomplete'], { name, amount })
      : fill(cancelled_as === 'from_now' ? t['giftAid.fromNow'] : t['giftAid.neverTrue'], {
          name,
          amount,
          date: niceDate(cancelled_at),
        })
  return [{ label: t['fact.giftAid'], text }]
}

/** When the buyer withdrew from lines that this person sees. The amount is with the refunds. */
async function withdrawalsOf(db: Db, { order, lines }: OwnOrder): Promise<Detail[]> {
  const events = await db
    .selectFrom('sale_events')
    .select(['facts', 'at'])
    .where('sale_id', '=', order.sale_id)
    .where('kind', '=', 'withdrawn')
    .orderBy('id')
    .execute()
  return events.flatMap(({ facts, at }) => {
    const withdrawn = (facts as { lines?: number[] }).lines ?? []
    return lines.some(({ line }) => withdrawn.includes(line))
      ? [{ label: t['fact.withdrawn'], text: niceDate(at) }]
      : []
  })
}

async function waiversOf(db: Db, { order, lines }: OwnOrder): Promise<Detail[]> {
  const signatures = await db
    .selectFrom('waiver_signatures as signature')
    .innerJoin('waivers as waiver', 'waiver.id', 'signature.waiver_id')
    .select(['waiver.title', 'signature.name', 'signature.signed_at'])
    .where('signature.sale_id', '=', order.sale_id)
    .where('waiver.event_id', 'in', eventIdsIn(lines))
    .orderBy('signature.id')
    .execute()
  return signatures.map(({ title, name, signed_at }) => ({
    label: fill(t['fact.signed'], { title }),
    text: `${name}, ${niceDate(signed_at)}`,
  }))
}

/** The events of these lines. An id that no event has keeps the list from being empty. */
const eventIdsIn = (lines: OwnOrder['lines']): number[] => [-1, ...lines.flatMap(({ event_id }) => event_id ?? [])]

/**
 * Payments and refunds with their state at the provider. Of an order with several organisers, this organiser's part of refunds; of one
 * with lines that this person may not see, no refunds, which aren't divided by event. Each line shows what was refunded of it.
 */
export async function paymentsOf(db: Db, ctx: OfficeContext, own: OwnOrder): Promise<Shown['payments']> {
  const { order, isShared, seesAll } = own
  const money = (minor: number) => formatMinor(minor, currencyCode(order.currency))
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('sale_id', '=', order.sale_id)
    .where('outcome', 'is not', null)
    .orderBy('id')
    .execute()
  const refunds = await db
    .selectFrom('refunds')
    .selectAll()
    .where('sale_id', '=', order.sale_id)
    .orderBy('id')
    .execute()
  const otherRefunds = await db
    .selectFrom('ledger_entries')
    .select(['account', 'amount_minor', 'at'])
    .where('sale_id', '=', order.sale_id)
    .where('organiser_id', '=', grantOf(ctx).organiserId)
    .where('account', 'in', ['refunded_elsewhere', 'refunded_to_vouchers'])
    .orderBy('id')
    .execute()
  const showsWhole = !isShared && seesAll
  const shownPayments = payments.map((payment) => ({
    what: paymentWords(payment),
    amount: showsWhole ? money(payment.amount_minor) : '',
    state: paymentStates[payment.status],
    nice_at: niceDate(payment.paid_at ?? payment.created_at),
    id: payment.provider_payment_id ?? '',
  }))
  if (!seesAll) return shownPayments
  return [
    ...shownPayments,
    ...refunds.flatMap((refund) => {
      const ownMinor = showsWhole ? refund.amount_minor : (partsOf(refund).get(grantOf(ctx).organiserId) ?? 0)
      return ownMinor === 0
        ? []
        : [
            {
              what: t.refund,
              amount: money(ownMinor),
              state: refundStateOf(refund),
              nice_at: niceDate(refund.created_at),
              id: refund.provider_refund_id ?? '',
            },
          ]
    }),
    ...otherRefunds.map(({ account, amount_minor, at }) => ({
      what: account === 'refunded_elsewhere' ? t['refund.elsewhere'] : t['refund.voucher'],
      amount: money(-amount_minor),
      state: refundStates.succeeded,
      nice_at: niceDate(at),
      id: '',
    })),
  ]
}

const refundStateOf = ({ status, failure_text }: Pick<Refund, 'status' | 'failure_text'>): string => {
  if (failure_text === SUPERSEDED.atVendor) return t['refund.atVendor']
  if (failure_text === SUPERSEDED.chargedBack) return t['refund.chargedBack']
  return refundStates[status] + (failure_text ? `: ${failure_text}` : '')
}

const paymentWords = ({ provider, card_brand, card_last4 }: Payment): string => {
  if (isByHand(provider)) return t[`payment.${provider}`]
  const name = providerNames[provider]
  if (card_last4 === null) return fill(t.payment, { provider: name })
  const brand = card_brand ? card_brand[0]!.toUpperCase() + card_brand.slice(1) : t.card
  return fill(t.cardPayment, { provider: name, brand, last4: card_last4 })
}
