import type { DataPart } from '@foyer/contract/calls/office/requests.ts'
import { ERRORS } from '@foyer/contract/errors.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { parts } from '@foyer/contract/office/requests/messages.en.ts'
import { answerDueAt, daysToAnswerComplaint } from '@foyer/domain/after-sale/complaint.ts'
import { dayOf, niceDate, niceDay } from '@foyer/domain/format/dates.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { isEmail, normalEmail } from '@foyer/domain/people/email.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { Db } from '../../db/transaction/tx.ts'
import { erasePersonInTx, FOR_STAFF } from '../../privacy/erase.ts'
import { eraseFromHouse, refusalNow } from '../../privacy/erase-house.ts'
import { salesOfHouse } from '../../privacy/house.ts'
import { type Person, personByEmail, salesOf } from '../../privacy/person.ts'
import { personalDataOf } from '../../privacy/personal-data.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../handle.ts'

const MAX_ORDERS = 50

const isOperator = (ctx: OfficeContext): boolean => ctx.session.staff?.isOperator === true

/**
 * Whose data a request is about: an organiser's id, or null for the whole shop. Someone who runs the shop without a role with the
 * organiser sees the whole shop only; who has both chooses.
 */
function houseFor(ctx: OfficeContext, whole: boolean): { house: number | null } | Fail<'may_not'> {
  const { role, organiserId } = grantOf(ctx)
  if (role === null) return { house: null }
  // guard: whole-shop-for-operator
  if (whole && !isOperator(ctx)) return fail('may_not')
  return { house: whole ? null : organiserId }
}

const pathOf = (ctx: OfficeContext): string => `${OFFICE_PAGES.requests.path}?organiser_id=${grantOf(ctx).organiserId}`

export const officeRequests: OfficeHandlers['office_requests'] = {
  async read({ email: typed, whole }, ctx) {
    const scope = houseFor(ctx, whole)
    if ('ok' in scope) return scope
    const { house } = scope
    const { db, config } = ctx.deps
    const email = normalEmail(typed)
    return {
      email,
      is_email: isEmail(email),
      is_whole: house === null,
      may_choose: isOperator(ctx) && grantOf(ctx).role !== null,
      shop: config.shop.name,
      found: isEmail(email) ? await foundOf(db, await personByEmail(db, email), house, ctx.now) : null,
      passed: await passedOf(db, ctx),
    }
  },
}

async function foundOf(db: Db, person: Person, house: number | null, now: Date) {
  const data = await personalDataOf(db, person, house)
  const counts = (Object.keys(parts) as DataPart[]).map((part) => {
    const kept = data[part]
    return { part, n: Array.isArray(kept) ? kept.length : kept === undefined ? 0 : 1 }
  })
  if (counts.every(({ n }) => n === 0)) return null
  const { own, shared } =
    house === null ? { own: await salesOf(db, person), shared: [] } : await salesOfHouse(db, person, house)
  const orders = await db
    .selectFrom('orders')
    .select(['sale_id', 'number', 'paid_at'])
    .where('sale_id', 'in', [-1, ...own, ...shared])
    .orderBy('sale_id', 'desc')
    .limit(MAX_ORDERS)
    .execute()
  const refused = await refusalNow(db, person, house, now)
  return {
    parts: counts.filter(({ n }) => n > 0),
    orders: orders.map(({ sale_id, number, paid_at }) => ({
      order_id: sale_id,
      number: shownOrderNumber(number),
      nice_paid: niceDate(paid_at),
    })),
    shared: shared.length,
    refusal: refused === null ? '' : ERRORS[FOR_STAFF[refused.code]][1],
  }
}

/** Requests that wait for the operator: those of the organiser, and for the operator all of them. */
async function passedOf(db: Db, ctx: OfficeContext) {
  const rows = await db
    .selectFrom('data_requests as request')
    .innerJoin('organisers as organiser', 'organiser.id', 'request.organiser_id')
    .select(['request.id', 'request.email', 'request.asked_at', 'organiser.name'])
    .$if(!isOperator(ctx), (query) => query.where('request.organiser_id', '=', grantOf(ctx).organiserId))
    .orderBy('request.id')
    .execute()
  return rows.map(({ id, email, asked_at, name }) => ({
    request_id: id,
    email,
    organiser: name,
    nice_at: niceDate(asked_at),
    nice_due: niceDay(dayOf(answerDueAt(asked_at))),
    days_left: daysToAnswerComplaint(asked_at, ctx.now),
  }))
}

export const exportPerson: OfficeHandlers['export_person'] = {
  async change(_tx, { email, whole }, ctx) {
    const scope = houseFor(ctx, whole)
    if ('ok' in scope) return scope
    const { house } = scope
    const { db } = ctx.deps
    return {
      reply: { filename: 'personal-data.json', content_type: 'application/json; charset=utf-8' },
      // Read while it is sent: a reply is stored with its form.
      chunks: async function* () {
        yield JSON.stringify(await personalDataOf(db, await personByEmail(db, normalEmail(email)), house), null, 2)
      },
      // Without the address: the log is kept for good.
      log: { subject: ['organiser', grantOf(ctx).organiserId], after: { whole: house === null } },
    }
  },
}

export const erasePersonOfHouse: OfficeHandlers['erase_person'] = {
  async change(tx, { email: typed, typed: again, whole }, ctx) {
    const scope = houseFor(ctx, whole)
    if ('ok' in scope) return scope
    const { house } = scope
    const email = normalEmail(typed)
    // guard: erasure-typed
    if (!isEmail(email) || normalEmail(again) !== email) return fail('person_mistyped')
    const person = await personByEmail(tx, email)
    const erased =
      house === null ? await erasePersonInTx(tx, person, ctx.now) : await eraseFromHouse(tx, person, house, ctx.now)
    if (!erased.ok) return fail(FOR_STAFF[erased.code])
    return {
      reply: { success: true, next: pathOf(ctx) },
      log: {
        subject: ['organiser', grantOf(ctx).organiserId],
        after: { whole: house === null, erased: erased.orders },
      },
    }
  },
}

export const passRequest: OfficeHandlers['pass_request'] = {
  async change(tx, { email: typed }, ctx) {
    const { organiserId } = grantOf(ctx)
    const email = normalEmail(typed)
    if (!isEmail(email)) return fail('bad_email')
    const made = await tx
      .insertInto('data_requests')
      .values({ organiser_id: organiserId, email, asked_at: ctx.now })
      .onConflict((conflict) => conflict.constraint('data_requests_once').doNothing())
      .returning('id')
      .executeTakeFirst()
    return {
      reply: { success: true, next: pathOf(ctx) },
      log: made === undefined ? null : { subject: ['request', made.id], after: {} },
    }
  },
}

export const endRequest: OfficeHandlers['end_request'] = {
  async change(tx, { request_id }, ctx) {
    const ended = await tx
      .deleteFrom('data_requests')
      .where('id', '=', request_id)
      // guard: own-data-request
      .$if(!isOperator(ctx), (query) => query.where('organiser_id', '=', grantOf(ctx).organiserId))
      .returning('id')
      .executeTakeFirst()
    if (ended === undefined) return fail('not_found')
    return {
      reply: { success: true, next: pathOf(ctx) },
      log: { subject: ['request', request_id], after: {} },
    }
  },
}
