import { isDeepStrictEqual } from 'node:util'
import { insertMany } from '../../../db/transaction/many-rows.ts'
import type { Tx } from '../../../db/transaction/tx.ts'
import { sanitiseHtml } from '../../../html/sanitise.ts'
import type { CatalogueEvent } from '../../format/format.ts'

type PlannedIndex = { index: number }

/**
 * Replaces the questions, messages, waivers and payment plans of an event with those in the file. Questions and waivers that
 * buyers have answered or signed stay but are no longer asked. Returns notes about what had to stay. `types` and `typeIds`
 * correspond by index.
 */
export async function replaceEventTexts(
  tx: Tx,
  eventId: number,
  event: CatalogueEvent,
  types: readonly PlannedIndex[],
  typeIds: readonly number[],
): Promise<string[]> {
  await replaceMessages(tx, eventId, event)
  await replacePlans(tx, eventId, event)
  return [
    ...(await replaceQuestions(tx, eventId, event, types, typeIds)),
    ...(await replaceWaivers(tx, eventId, event)),
  ]
}

async function replaceMessages(tx: Tx, eventId: number, event: CatalogueEvent): Promise<void> {
  await tx.deleteFrom('after_sale_messages').where('event_id', '=', eventId).execute()
  const messages = event.after_sale_messages.map((html) => ({ event_id: eventId, message_html: sanitiseHtml(html) }))
  await insertMany(tx, 'after_sale_messages', messages)
}

async function replacePlans(tx: Tx, eventId: number, event: CatalogueEvent): Promise<void> {
  // Plans already agreed have their own instalments; these options only affect new buyers.
  await tx.deleteFrom('plan_options').where('event_id', '=', eventId).execute()
  const options = event.plan_options.map((option) => ({ event_id: eventId, ...option }))
  await insertMany(tx, 'plan_options', options)
}

async function replaceQuestions(
  tx: Tx,
  eventId: number,
  event: CatalogueEvent,
  types: readonly PlannedIndex[],
  typeIds: readonly number[],
): Promise<string[]> {
  const existing = await tx.selectFrom('questions').selectAll().where('event_id', '=', eventId).execute()
  const known = new Map(existing.map((question) => [question.osq_id, question]))
  const wanted = event.questions.map(({ tickets: _, sort, question_html, ...question }, i) => ({
    ...question,
    question_html: sanitiseHtml(question_html),
    sort: sort ?? i,
  }))
  for (const columns of wanted) {
    const stored = known.get(columns.osq_id)
    const isSame = Object.entries(columns).every(([column, value]) =>
      isDeepStrictEqual(stored?.[column as keyof typeof columns], value),
    )
    if (stored !== undefined && !isSame)
      await tx.updateTable('questions').set(columns).where('id', '=', stored.id).execute()
  }
  const added = wanted.filter(({ osq_id }) => !known.has(osq_id)).map((columns) => ({ event_id: eventId, ...columns }))
  const written =
    added.length === 0 ? [] : await tx.insertInto('questions').values(added).returning(['id', 'osq_id']).execute()
  const ids = new Map([...existing, ...written].map(({ id, osq_id }) => [osq_id, id]))
  const questionTickets = event.questions.flatMap(({ osq_id, tickets }) =>
    types.flatMap(({ index }, position) =>
      tickets === undefined || tickets.includes(event.ticket_types[index]!.name)
        ? [{ question_id: ids.get(osq_id)!, ticket_type_id: typeIds[position]! }]
        : [],
    ),
  )
  if (existing.length > 0)
    await tx
      .deleteFrom('question_tickets')
      .where(
        'question_id',
        'in',
        existing.map(({ id }) => id),
      )
      .execute()
  await insertMany(tx, 'question_tickets', questionTickets)

  const notes: string[] = []
  const fileIds = new Set(event.questions.map(({ osq_id }) => osq_id))
  for (const { id, osq_id } of existing.filter((question) => !fileIds.has(question.osq_id))) {
    const { numDeletedRows } = await tx
      .deleteFrom('questions')
      .where('id', '=', id)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('question_answers').select('question_id').where('question_id', '=', id))),
      )
      .executeTakeFirst()
    if (numDeletedRows === 0n) notes.push(`the question "${osq_id}" is asked no more; the answers given to it stay`)
  }
  return notes
}

async function replaceWaivers(tx: Tx, eventId: number, event: CatalogueEvent): Promise<string[]> {
  const existing = await tx
    .selectFrom('waivers')
    .select(['id', 'title', 'terms_html', 'version'])
    .where('event_id', '=', eventId)
    .execute()
  const notes: string[] = []
  for (const { title, terms_html } of event.waivers) {
    const terms = sanitiseHtml(terms_html)
    const current = existing.find((waiver) => waiver.title === title)
    if (current === undefined) {
      await tx.insertInto('waivers').values({ event_id: eventId, title, terms_html: terms }).execute()
    } else if (current.terms_html !== terms) {
      // Existing signatures apply to the version they name.
      const version = current.version + 1
      await tx.updateTable('waivers').set({ terms_html: terms, version }).where('id', '=', current.id).execute()
      notes.push(`the terms of "${title}" have changed: signatures from now on are for version ${version}`)
    }
  }
  for (const { id, title } of existing.filter(({ title }) => !event.waivers.some((waiver) => waiver.title === title))) {
    const { numDeletedRows } = await tx
      .deleteFrom('waivers')
      .where('id', '=', id)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('waiver_signatures').select('waiver_id').where('waiver_id', '=', id))),
      )
      .executeTakeFirst()
    if (numDeletedRows === 0n) notes.push(`"${title}" has been signed and stays`)
  }
  return notes
}
