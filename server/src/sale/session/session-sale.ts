import { eventPath } from '@foyer/contract/pages.ts'
import { cardProvider } from '@foyer/domain/payment/methods.ts'
import { canChargePlan } from '@foyer/domain/payment/plan.ts'
import { cardFacts } from '@foyer/domain/payment/providers.ts'
import type { Sale } from '@foyer/domain/sale/sale.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/types.generated.ts'
import type { Deps } from '../../deps.ts'
import type { Session } from '../../http/session.ts'
import { saleAddress } from '../address.ts'
import { canAccess, customerOf, hasProved } from '../customer/customer.ts'
import { seatsOf } from '../hold/seats.ts'
import { eventsOpenTo } from '../order/event-access.ts'
import type { PaidInto } from '../order/paid-into.ts'
import { isHeld } from '../sale.ts'
import { isExpress, marketingPreferencesOf, questionsOf } from '../snapshot/sale-details.ts'
import {
  currencyOf,
  needsDeliveryAddress,
  needsPostalAddress,
  organisersOf,
  type Snapshot,
} from '../snapshot/snapshot.ts'
import { plansOf } from '../terms/plans.ts'
import { type OpenRequirement, requirementsOf } from '../terms/requirements.ts'

type Reader = Pick<Kysely<Database>, 'selectFrom'>

/** A domain sale with what the server adds for one session. */
export type SessionSale = Awaited<ReturnType<typeof sessionSaleOf>>

/**
 * Converts a snapshot to the sale that the rules use, for this session; the only place that converts rows. Data that belongs
 * to the customer is included only for the customer. `customer` and the fields after it stay on the server.
 */
export async function sessionSaleOf(
  { db, config, providers }: Pick<Deps, 'db' | 'config' | 'providers'>,
  session: Session,
  snapshot: Snapshot,
  now: Date,
) {
  const { sale, has, lines, vouchers, totals, paidInto } = snapshot
  const currency = currencyOf(snapshot)
  const seats = has.seats ? await seatsOf(db, sale.id) : new Map<number, string[]>()
  const questions = await questionsOf(db, snapshot)
  const customer = await customerOf(db, sale)
  const isCustomer = customer !== null && hasProved(session, customer)
  const actsForCustomer = customer !== null && canAccess(session, customer)
  const isBuyer = sale.paid_at !== null && actsForCustomer
  const opensMore = has.messages || lines.some(({ livestreamUrl }) => livestreamUrl !== null)
  const openEvents = isBuyer && opensMore ? await eventsOpenTo(db, sale.id) : new Set<number>()
  const messages = has.messages && openEvents.size > 0 ? await messagesOf(db, lines, openEvents) : []
  const express = isExpress(snapshot, questions)
  const requirements = has.requirements
    ? await requirementsOf(db, snapshot, isCustomer ? sale.user_id : session.userId)
    : new Map<number, OpenRequirement[]>()
  const organisers = organisersOf(snapshot)
  // A plan saves a card to the account of its address, so the address must be proved first.
  const mayPlan = totals.totalMinor > 0 && (isCustomer || !express) && keepsCards(paidInto)
  const offered = mayPlan ? await plansOf(db, snapshot, now) : []
  const plans = offered.filter((plan) => canChargePlan(totals.totalMinor, plan, currency))

  return {
    step: sale.state,
    currency,
    lines: lines.map((line, i) => ({
      ...line,
      discountMinor: totals.discountOfLine[i]!,
      requirements: requirements.get(line.ticketTypeId) ?? [],
      seats: seats.get(line.ticketTypeId) ?? [],
    })),
    vouchers,
    events: eventsOf(snapshot, config.publicUrl, openEvents),
    organisers: organisers.map((organiser) => ({
      id: organiser.organiserId,
      name: organiser.organiserName,
      charityId: organiser.charityId,
      isSaas: organiser.isSaas,
      questionsIntroHtml: organiser.organiserQuestionsIntroHtml,
    })),
    totalMinor: totals.totalMinor,
    donationMinor: sale.donation_minor,
    vouchersAppliedMinor: totals.vouchersAppliedMinor,
    offersMinor: totals.offersMinor,
    deliveryMinor: totals.deliveryMinor,
    refundProtectionMinor: sale.refund_protection && totals.hasRefundProtection ? totals.refundProtectionMinor : 0,
    ...(totals.smallTotal && { smallTotal: totals.smallTotal }),
    isHeld: isHeld(sale, now),
    isPaid: sale.paid_at !== null,
    isExpress: express,
    hasCustomer: isCustomer,
    requiresPhone: lines.some((line) => line.requirePhoneNumber),
    marketingPreferences: await marketingPreferencesOf(db, snapshot, customer, isCustomer),
    needsDeliveryAddress: needsDeliveryAddress(snapshot),
    needsPostalAddress: needsPostalAddress(snapshot),
    deliveryAddress: isCustomer && has.address ? await saleAddress(db, sale.id, 'delivery') : null,
    voucherFrom: isCustomer ? sale.gift_voucher_from : '',
    voucherTo: isCustomer ? sale.gift_voucher_to : '',
    questionsBefore: questions.filter((question) => question.half === 'before'),
    questionsAfter: questions.filter((question) => question.half === 'after'),
    answers: isCustomer && has.answers ? await answersOf(db, sale.id) : {},
    hasWaivers: has.waivers,
    hasAfterSaleMessages: messages.length > 0,
    messages,
    ownProvider: paidInto.provider,
    planKeys: plans.map(({ key }) => key),
    hasBankTransfer:
      paidInto.bankCurrencies?.includes(currency) ??
      Object.values(providers).some((provider) => provider.takesBankTransfers?.(currency)),
    organiserAnalyticsIds: [
      ...new Set(organisers.flatMap(({ analyticsProperty }) => (analyticsProperty ? [analyticsProperty] : []))),
    ],
    customer,
    isCustomer,
    actsForCustomer,
    isBuyer,
    contactNumber: isCustomer ? (sale.contact_number ?? '') : '',
    plans,
  } satisfies Sale & Record<string, unknown>
}

/** Plans need a provider that saves cards. They must not take an organiser's money to the installation's account because theirs is elsewhere. */
const keepsCards = ({ cardAccountId, provider }: PaidInto): boolean =>
  cardAccountId === null || cardFacts(cardProvider({ ownProvider: provider })).savesCards

/** Whether the customer is known. Express checkout proves no address: one typed in this browser is enough. */
export const isCustomerKnown = ({ hasCustomer, isExpress, actsForCustomer }: SessionSale): boolean =>
  hasCustomer || (isExpress && actsForCustomer)

/** The messages of these events to their guests, each with the first line of its event. */
async function messagesOf(db: Reader, lines: Snapshot['lines'], eventIds: ReadonlySet<number>) {
  const rows = await db
    .selectFrom('after_sale_messages')
    .selectAll()
    .where('event_id', 'in', [-1, ...eventIds])
    .orderBy('id')
    .execute()
  return rows.flatMap(({ event_id, message_html: html }) => {
    const line = lines.find(({ eventId }) => eventId === event_id)
    return line ? [{ line, html }] : []
  })
}

/** The online address of an event is only shown to those whom their order opens it. */
function eventsOf({ lines }: Pick<Snapshot, 'lines'>, publicUrl: string, openEvents: ReadonlySet<number>) {
  const firstLines = lines.filter((line, i) => lines.findIndex(({ eventId }) => eventId === line.eventId) === i)
  return firstLines.map((line) => ({
    id: line.eventId,
    title: line.eventTitle,
    url: publicUrl + eventPath(line.eventSlug),
    differentDatesWarning: line.differentDatesWarning,
    address: line.venueAddress,
    hasLivestream: line.livestreamUrl !== null,
    livestreamUrl: openEvents.has(line.eventId) ? line.livestreamUrl : null,
    reward: line.rewardText === null ? null : { text: line.rewardText, shortText: line.rewardShortText ?? '' },
    questionsIntroHtml: line.questionsIntroHtml,
    analyticsId: line.analyticsId,
    conversionId: line.conversionId,
    pixelId: line.pixelId,
    firstLine: line,
  }))
}

async function answersOf(db: Reader, saleId: number): Promise<Record<string, string>> {
  const rows = await db.selectFrom('question_answers').select(['key', 'answer']).where('sale_id', '=', saleId).execute()
  return Object.fromEntries(rows.map(({ key, answer }) => [key, answer]))
}
