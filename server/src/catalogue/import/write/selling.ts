import { sql } from 'kysely'
import { insertMany } from '../../../db/transaction/many-rows.ts'
import type { Tx } from '../../../db/transaction/tx.ts'
import type { Catalogue, CatalogueEvent } from '../../format/format.ts'
import { parseWallClock } from '../../wall-clock.ts'
import type { Item } from '../plan.ts'
import { currencyProblem } from './charity-currency.ts'
import { type Context, refuse } from './context.ts'
import { sellingProblem } from './traders.ts'

type EventType = Awaited<ReturnType<typeof typesOfEvent>>[number]

/** Replaces which other tickets the types of an event require. Refuses references to types that don't exist. */
export async function writeRequirements(context: Context, item: Item<CatalogueEvent>): Promise<void> {
  const { tx, events } = context
  const event = item.value
  if (events.get(event.slug) === undefined) return
  const rows: { ticket_type_id: number; title: string; any_of: number[] }[] = []
  const eventTypes = await typesOfEvent(tx, event.slug)
  for (const [i, type] of event.ticket_types.entries())
    for (const [n, { title, any_of }] of type.requires.entries()) {
      const required: EventType[] = []
      for (const [r, reference] of any_of.entries())
        required.push(...(await requiredTypes(context, item, eventTypes, reference, { i, n, r })))
      for (const own of typesOfEntry(event, type, eventTypes)) {
        // A car park on Saturday requires a ticket for Saturday.
        const sameDate = required.filter(({ date_id }) => date_id === own.date_id)
        const anyOf = (sameDate.length > 0 ? sameDate : required).map(({ id }) => id)
        if (anyOf.length > 0) rows.push({ ticket_type_id: own.id, title, any_of: anyOf })
      }
    }
  const typeIds = eventTypes.map(({ id }) => id)
  if (typeIds.length > 0) await tx.deleteFrom('ticket_requirements').where('ticket_type_id', 'in', typeIds).execute()
  await insertMany(tx, 'ticket_requirements', rows)
}

/**
 * Other events may require a type that this one no longer has: the types of its name on other dates replace it. Refuses the
 * event if nothing would be left to require, because nobody could buy the tickets of the other event any more.
 */
export async function replaceDeletedTypes(context: Context, item: Item<CatalogueEvent>): Promise<void> {
  const { tx, deletedTypes, result: out } = context
  const { slug, title } = item.value
  const deleted = deletedTypes.filter((type) => type.slug === slug)
  if (deleted.length === 0) return
  const remaining = await typesOfEvent(tx, slug)
  for (const { id, name } of deleted) {
    const needs = await tx
      .selectFrom('ticket_requirements as need')
      .innerJoin('ticket_types as type', 'type.id', 'need.ticket_type_id')
      .innerJoin('events as event', 'event.id', 'type.event_id')
      .select(['need.id', 'need.any_of', 'event.title'])
      .where('event.status', '<>', 'cancelled')
      .where(sql<boolean>`${id} = any(need.any_of)`)
      .execute()
    const sameName = remaining.filter((type) => type.name === name).map((type) => type.id)
    for (const need of needs) {
      const any_of = [...new Set([...need.any_of.filter((required) => required !== id), ...sameName])]
      if (any_of.length > 0)
        await tx.updateTable('ticket_requirements').set({ any_of }).where('id', '=', need.id).execute()
      else {
        const why = `"${name}" cannot be removed: the event "${need.title}" requires it`
        refuse(out, item, `event "${title}"`, why, ['ticket_types'])
        break
      }
    }
  }
}

/**
 * Other events may require a type of this one by its name, on all of its dates. Its types on dates that were added since count too:
 * every type is written here, so the stored ids are always those that the name stands for.
 */
export async function requireAddedTypes({ tx }: Context, item: Item<CatalogueEvent>): Promise<void> {
  const added = sql`select same.id from ticket_types same join events event on event.id = same.event_id
    where event.slug = ${item.value.slug} and same.id <> all(need.any_of) and exists (select from ticket_types known
      where known.id = any(need.any_of) and known.event_id = same.event_id and known.name = same.name)`
  await sql`
    update ticket_requirements need set any_of = need.any_of || array(${added} order by same.id)
    where exists (${added}) and need.ticket_type_id not in (select own.id from ticket_types own
      join events event on event.id = own.event_id where event.slug = ${item.value.slug})`.execute(tx)
}

type FileType = CatalogueEvent['ticket_types'][number]

/** The types that a reference names, on all their dates. None, and a refusal, if there are none. */
async function requiredTypes(
  { tx, result: out }: Context,
  item: Item<CatalogueEvent>,
  eventTypes: readonly EventType[],
  reference: FileType['requires'][number]['any_of'][number],
  { i, n, r }: { i: number; n: number; r: number },
): Promise<EventType[]> {
  const event = item.value
  const [slug, name] = typeof reference === 'string' ? [event.slug, reference] : [reference.event, reference.ticket]
  const types = (slug === event.slug ? eventTypes : await typesOfEvent(tx, slug)).filter((type) => type.name === name)
  if (types.length === 0)
    refuse(
      out,
      item,
      `event "${event.title}", ticket type "${event.ticket_types[i]!.name}"`,
      `it requires "${name}" of the event "${slug}", which does not exist`,
      ['ticket_types', i, 'requires', n, 'any_of', r],
    )
  return types
}

/** The stored types of an entry of the file. Another entry with the same name is for other dates and has its own requirements. */
function typesOfEntry(event: CatalogueEvent, type: FileType, eventTypes: readonly EventType[]): EventType[] {
  const starts = new Set(
    event.dates
      .filter(({ key }) => type.dates === undefined || (key !== undefined && type.dates.includes(key)))
      .map((date) => parseWallClock(date.starts, event.timezone)!.at.getTime()),
  )
  return eventTypes.filter(({ name, starts_at }) => name === type.name && starts.has(starts_at.getTime()))
}

export const typesOfEvent = (tx: Tx, slug: string) =>
  tx
    .selectFrom('ticket_types as type')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .select(['type.id', 'type.name', 'type.date_id', 'date.starts_at'])
    .where('event.slug', '=', slug)
    .execute()

export async function writeGiftVoucher(
  { tx, result: out, organisers }: Context,
  item: Item<Catalogue['gift_vouchers'][number]>,
  now: Date,
) {
  const { slug, organiser, issued, values, ...voucher } = item.value
  const what = `gift voucher "${voucher.name}"`
  const organiserId = organisers.get(organiser)
  if (organiserId === undefined) {
    refuse(out, item, what, `there is no organiser "${organiser}" in this file or in the shop`, ['organiser'])
    return
  }
  const currencyConflict = await currencyProblem(tx, organiserId, voucher.currency)
  if (currencyConflict !== null) {
    refuse(out, item, what, currencyConflict, ['currency'])
    return
  }
  const existing = await tx
    .selectFrom('gift_voucher_designs')
    .select(['id', 'currency'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  const columns = { ...voucher, organiser_id: organiserId, values_minor: values }
  if (existing && existing.currency !== voucher.currency) {
    refuse(out, item, what, `its currency is ${existing.currency} and cannot become ${voucher.currency}`, ['currency'])
    return
  }
  const unsellable = existing ? null : await sellingProblem(tx, organiserId)
  if (unsellable !== null) {
    out.lacking = unsellable.lacking
    refuse(out, item, what, unsellable.why)
    return
  }
  const { id } = await tx
    .insertInto('gift_voucher_designs')
    .values({ slug, ...columns })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(columns))
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [i, { code, value, balance, ...details }] of issued.entries()) {
    if (balance !== undefined && balance > value) {
      refuse(out, item, `${what}, code ${code}`, 'its balance is more than its value', ['issued', i, 'balance'])
      continue
    }
    // An existing voucher may have been partly spent, so its balance in the shop stays.
    await tx
      .insertInto('issued_vouchers')
      .values({
        code,
        value_minor: value,
        balance_minor: balance ?? value,
        ...details,
        design_id: id,
        currency: voucher.currency,
        issued_at: now,
      })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .execute()
  }
  out.taken.push({ line: item.line(), what, how: existing ? 'updated' : 'new' })
}

export async function writeDiscountCode(context: Context, item: Item<Catalogue['discount_codes'][number]>) {
  const { tx, result: out, organisers } = context
  const { code, organiser, event, percent, amount, currency, valid_from, valid_until, max_uses } = item.value
  const what = `discount code "${code}"`
  const organiserId = organiser === null ? null : organisers.get(organiser)
  if (organiserId === undefined) {
    refuse(out, item, what, `there is no organiser "${organiser}" in this file or in the shop`, ['organiser'])
    return
  }
  const eventId = event === null ? null : await idOfEvent(context, event)
  if (eventId === undefined) {
    refuse(out, item, what, `there is no event "${event}" in this file or in the shop`, ['event'])
    return
  }
  const ownerId = organiserId ?? (eventId === null ? null : await organiserOfEvent(tx, eventId))
  const existing = await tx
    .selectFrom('discount_codes')
    .select(['id', 'uses'])
    .where('typed_code', '=', code)
    .where('owner_id', ownerId === null ? 'is' : '=', ownerId)
    .executeTakeFirst()
  if (existing && max_uses !== null && existing.uses > max_uses) {
    refuse(out, item, what, `it has been used ${existing.uses} times already, more than ${max_uses}`, ['max_uses'])
    return
  }
  const columns = {
    organiser_id: organiserId,
    event_id: eventId,
    kind: percent === undefined ? ('amount' as const) : ('percent' as const),
    percent_bp: percent ?? null,
    amount_minor: amount ?? null,
    currency: amount === undefined ? null : (currency ?? 'GBP'),
    valid_from: valid_from === null ? null : parseWallClock(valid_from, 'Europe/London')!.at,
    valid_until: valid_until === null ? null : parseWallClock(valid_until, 'Europe/London', 'end')!.at,
    max_uses,
  }
  await tx
    .insertInto('discount_codes')
    .values({ code, ...columns })
    .onConflict((conflict) => conflict.expression(sql`typed_code, (coalesce(owner_id, 0))`).doUpdateSet(columns))
    .execute()
  out.taken.push({ line: item.line(), what, how: existing ? 'updated' : 'new' })
}

const organiserOfEvent = async (tx: Tx, eventId: number): Promise<number> =>
  (await tx.selectFrom('events').select('organiser_id').where('id', '=', eventId).executeTakeFirstOrThrow())
    .organiser_id

async function idOfEvent({ tx, events }: Context, slug: string): Promise<number | undefined> {
  const writtenId = events.get(slug)
  if (writtenId !== undefined) return writtenId
  const row = await tx.selectFrom('events').select('id').where('slug', '=', slug).executeTakeFirst()
  return row?.id
}

/**
 * Offers are identified only by their title. The file owns the offers of the events and organisers it describes: offers it
 * no longer lists have ended.
 */
export async function writeOffers(context: Context): Promise<void> {
  const { tx, plan, result: out, organisers, events } = context
  const currentIds: number[] = []
  for (const item of plan.offers) {
    const { organiser, event, title, kind, min_qty, percent } = item.value
    const what = `offer "${title}"`
    const organiserId = organisers.get(organiser)
    const eventId = event === null ? null : await idOfEvent(context, event)
    if (organiserId === undefined || eventId === undefined) {
      const [field, name] = organiserId === undefined ? ['organiser', organiser] : ['event', event]
      refuse(out, item, what, `there is no ${field} "${name}" in this file or in the shop`, [field as string])
      continue
    }
    const columns = { kind, min_qty, percent_bp: percent ?? null }
    const existing = await tx
      .updateTable('offers')
      .set(columns)
      .where('organiser_id', '=', organiserId)
      .where('event_id', 'is not distinct from', eventId)
      .where('title', '=', title)
      .returning('id')
      .execute()
    const inserted =
      existing.length > 0
        ? []
        : await tx
            .insertInto('offers')
            .values({ organiser_id: organiserId, event_id: eventId, title, ...columns })
            .returning('id')
            .execute()
    currentIds.push(...[...existing, ...inserted].map(({ id }) => id))
    out.taken.push({ line: item.line(), what, how: existing.length > 0 ? 'updated' : 'new' })
  }
  if (plan.format !== 'foyer') return
  const organiserIds = plan.organisers.flatMap(({ value }) => organisers.get(value.slug) ?? [])
  await tx
    .deleteFrom('offers')
    .where(({ eb, or, and }) =>
      or([
        eb('event_id', 'in', [...events.values(), -1]),
        and([eb('event_id', 'is', null), eb('organiser_id', 'in', [...organiserIds, -1])]),
      ]),
    )
    .where('id', 'not in', [...currentIds, -1])
    .execute()
}
