import { fill } from '@foyer/contract/fill.ts'
import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { channels } from '@foyer/contract/office/lists/messages.en.ts'
import { paymentStates, refundStates, orderPage as t } from '@foyer/contract/office/orders/messages.en.ts'
import { niceDate, ukDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import type { Db } from '../../db/transaction/tx.ts'
import { partsOf } from '../../payment/refund/queue.ts'
import { grantOf, type OfficeContext } from '../handle.ts'
import type { OwnOrder } from './own-order.ts'

type Shown = OfficeReply<'office_order'>

/** What else is known about an order: addresses, plan, codes, Gift Aid, waivers. */
export async function factsOf(db: Db, ctx: OfficeContext, own: OwnOrder): Promise<Shown['facts']> {
  const { order, lines, isShared, seesAll } = own
  const saleId = order.sale_id
  const facts: Shown['facts'] = []
  const money = (minor: number) => formatMinor(minor, currencyCode(order.currency))
  const events = [-1, ...lines.flatMap(({ event_id }) => event_id ?? [])]
  if (lines.some(({ delivery_minor, ticket_type_id }) => delivery_minor > 0 || ticket_type_id !== null)) {
    const addresses = await db.selectFrom('sale_addresses').selectAll().where('sale_id', '=', saleId).execute()
    for (const one of addresses)
      facts.push({
        label: one.kind === 'delivery' ? t['fact.delivery'] : t['fact.billing'],
        text: [`${one.first_name} ${one.last_name}`, one.address_1, one.address_2, one.town, one.postcode, one.country]
          .filter((part) => part.trim() !== '')
          .join(', '),
      })
  }
  const codes = await db
    .selectFrom('sale_codes as applied')
    .leftJoin('discount_codes as discount', 'discount.id', 'applied.discount_id')
    .leftJoin('issued_vouchers as voucher', 'voucher.id', 'applied.voucher_id')
    .leftJoin('gift_voucher_designs as design', 'design.id', 'voucher.design_id')
    .select(['applied.code', 'applied.discount_id'])
    .where('applied.sale_id', '=', saleId)
    .where((eb) =>
      eb.or([
        eb('discount.organiser_id', '=', grantOf(ctx).organiserId),
        eb('design.organiser_id', '=', grantOf(ctx).organiserId),
        eb('discount.event_id', 'in', events),
      ]),
    )
    .execute()
  for (const { code, discount_id } of codes)
    facts.push({ label: discount_id === null ? t['fact.voucher'] : t['fact.code'], text: code })
  const plan = isShared
    ? undefined
    : await db.selectFrom('payment_plans').selectAll().where('sale_id', '=', saleId).executeTakeFirst()
  if (plan !== undefined) {
    const instalments = await db
      .selectFrom('plan_instalments')
      .select(['due_on', 'amount_minor', 'status'])
      .where('sale_id', '=', saleId)
      .orderBy('seq')
      .execute()
    facts.push({
      label: fill(t['fact.plan'], { status: plan.status }),
      text: instalments
        .map(
          ({ due_on, amount_minor, status }) => `${ukDate(`${due_on}T12:00:00Z`)}: ${money(amount_minor)} (${status})`,
        )
        .join('; '),
    })
  }
  if (lines.some(({ kind }) => kind === 'donation')) {
    const declared = await db
      .selectFrom('gift_aid_declarations')
      .select(['donor_name', 'claimable', 'cancelled_at', 'donation_minor'])
      .where('sale_id', '=', saleId)
      .executeTakeFirst()
    facts.push({
      label: t['fact.giftAid'],
      text:
        declared === undefined || declared.cancelled_at !== null
          ? t['giftAid.none']
          : fill(declared.claimable ? t['giftAid.ready'] : t['giftAid.incomplete'], {
              name: declared.donor_name,
              amount: money(declared.donation_minor),
            }),
    })
  }
  const signed = await db
    .selectFrom('waiver_signatures as signature')
    .innerJoin('waivers as waiver', 'waiver.id', 'signature.waiver_id')
    .select(['waiver.title', 'signature.name', 'signature.signed_at'])
    .where('signature.sale_id', '=', saleId)
    .where('waiver.event_id', 'in', events)
    .orderBy('signature.id')
    .execute()
  for (const { title, name, signed_at } of signed)
    facts.push({ label: fill(t['fact.signed'], { title }), text: `${name}, ${niceDate(signed_at)}` })
  if (seesAll && order.channel !== 'online')
    facts.push({ label: t['fact.channel'], text: (channels as Record<string, string>)[order.channel] ?? order.channel })
  return facts
}

/** Payments and refunds with the state at the provider. Of an order over several organisers, the own part of refunds. */
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
  const otherwise = await db
    .selectFrom('ledger_entries')
    .select(['account', 'amount_minor', 'at'])
    .where('sale_id', '=', order.sale_id)
    .where('organiser_id', '=', grantOf(ctx).organiserId)
    .where('account', 'in', ['refunded_elsewhere', 'refunded_to_vouchers'])
    .orderBy('id')
    .execute()
  const showsWhole = !isShared && seesAll
  return [
    ...payments.map((payment) => ({
      what: fill(t.payment, { provider: PROVIDERS[payment.provider] }),
      amount: showsWhole ? money(payment.amount_minor) : '',
      state: paymentStates[payment.status],
      nice_at: niceDate(payment.paid_at ?? payment.created_at),
      id: payment.provider_payment_id ?? '',
    })),
    ...refunds.flatMap((refund) => {
      const mine = showsWhole ? refund.amount_minor : (partsOf(refund).get(grantOf(ctx).organiserId) ?? 0)
      return mine === 0
        ? []
        : [
            {
              what: t.refund,
              amount: money(mine),
              state: refundStates[refund.status] + (refund.failure_text ? `: ${refund.failure_text}` : ''),
              nice_at: niceDate(refund.created_at),
              id: refund.provider_refund_id ?? '',
            },
          ]
    }),
    ...otherwise.map(({ account, amount_minor, at }) => ({
      what: account === 'refunded_elsewhere' ? t['refund.elsewhere'] : t['refund.voucher'],
      amount: money(-amount_minor),
      state: refundStates.succeeded,
      nice_at: niceDate(at),
      id: '',
    })),
  ]
}

const PROVIDERS = {
  stripe: 'Stripe',
  square: 'Square',
  truelayer: 'TrueLayer',
  free: t.free,
  cash: t.cash,
  other: t.other,
} as const
