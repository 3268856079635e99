import { language } from '@foyer/domain/format/language.ts'
import { isEmail, normalEmail } from '@foyer/domain/people/email.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { runBatch } from '../db/transaction/batch.ts'
import { inTx, type Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { keyedHash } from '../http/keys.ts'
import { networkOf } from '../http/limits/network.ts'
import { exceedsNetworkLimit } from '../http/limits/rate-limit.ts'
import { confirmWaitingMail } from '../mail/templates/waiting-list.ts'
import { queueTypedMail } from '../mail/typed-address.ts'
import { IS_CLOSED } from '../may-sell.ts'
import { keepFreeQueries, lockList, lockTypes, typesOfList } from './counters.ts'
import { type Join, joinUrl } from './links.ts'
import { mailJoined } from './mail.ts'
import { listsOfEvent, soldOutOf } from './view.ts'

const HOUR_SECONDS = 3600
const JOINS = { name: 'waiting-list', max: 20, windowSeconds: HOUR_SECONDS }

export type JoinForm = { slug: string; email: string; dateId: number | null; qty: number; types: readonly number[] }
export type JoinFail = Fail<
  | 'bad_email'
  | 'address_mailed_often'
  | 'too_many_requests'
  | 'unknown_event'
  | 'waiting_types_missing'
  | 'waiting_quantity'
  | 'waiting_available'
>

/**
 * Emails a link that joins the list. A typed address is not its owner's consent, so nothing is stored yet; the reply is the same
 * whether the address is on a list or not. The same request again within the hour sends no second email, and an address gets few
 * for an event, whatever is requested.
 */
export async function askToJoin(deps: Deps, form: JoinForm, ip: string): Promise<Ok | JoinFail> {
  const now = deps.clock.now()
  if (!isEmail(form.email)) return fail('bad_email')
  const lists = await listsOfEvent(deps.db, form.slug, now)
  if (lists === null) return fail('unknown_event')
  const reminder = form.dateId === null
  if (reminder ? lists.opens === null : !lists.on) return fail('waiting_available')
  const date = lists.dates.find(({ dateId }) => dateId === form.dateId)
  if (!reminder && date === undefined) return fail('waiting_available')
  const chosen = date?.types.filter(({ id }) => form.types.includes(id)) ?? []
  if (!reminder && (chosen.length === 0 || chosen.length !== new Set(form.types).size))
    return fail('waiting_types_missing')
  const most = Math.min(...chosen.map(({ most }) => most))
  const least = Math.max(...chosen.map(({ least }) => least))
  // guard: waiting-quantity
  if (!reminder && !(Number.isInteger(form.qty) && form.qty >= least && form.qty <= most))
    return fail('waiting_quantity', { min: least, max: most })
  if (await exceedsNetworkLimit(deps, JOINS, networkOf(ip))) return fail('too_many_requests')
  const email = normalEmail(form.email)
  const join: Join = {
    email,
    eventId: lists.eventId,
    dateId: form.dateId,
    qty: reminder ? null : form.qty,
    types: reminder ? lists.later : chosen.map(({ id }) => id),
  }
  const hour = Math.floor(now.getTime() / (HOUR_SECONDS * 1000))
  const request = JSON.stringify([join.email, join.eventId, join.dateId, join.qty, join.types])
  return inTx(deps.db, (tx) =>
    queueTypedMail(
      tx,
      deps.config,
      {
        ...confirmWaitingMail({ event: lists.title, date: date?.niceDate ?? null, url: joinUrl(deps, join, now) }),
        key: `waiting-confirm:${hour}:${keyedHash(deps.config.sessionSecret, 'mail key', request)}`,
        kind: 'waiting_list',
        recipient: email,
        about: { organisers: [lists.organiser], events: [] },
        now,
      },
      { mail: 'waiting_list_of_event', of: join.eventId },
      { mail: 'waiting_list' },
    ),
  )
}

/**
 * Stores a confirmed request at the end of the line. Someone who is already in line keeps their place, with the tickets of the
 * new request. Returns the entry.
 */
export async function confirmJoin(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'random'>,
  join: Join,
): Promise<Ok<{ id: number }> | Fail<'waiting_closed' | 'waiting_available'>> {
  const now = deps.clock.now()
  return inTx(deps.db, (tx) => (join.dateId === null ? storeReminder(tx, join, now) : storePlace(tx, deps, join, now)))
}

async function storeReminder(tx: Tx, { email, eventId, types }: Join, now: Date) {
  const { rows } = await sql<{ id: number }>`
    insert into waiting (kind, event_id, email, language, joined_at)
    select 'reminder', id, ${email}, ${language()}, ${now} from events event where id = ${eventId} and status = 'published' and not ${IS_CLOSED}
    on conflict (event_id, email) where kind = 'reminder' and state = 'waiting' do update set language = excluded.language
    returning id`.execute(tx)
  const [row] = rows
  if (!row) return fail('waiting_closed')
  await setTypes(tx, row.id, types)
  return { ok: true as const, id: row.id }
}

async function storePlace(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'random'>,
  join: Join,
  now: Date,
): Promise<Ok<{ id: number }> | Fail<'waiting_closed' | 'waiting_available'>> {
  const list = await lockList(tx, join.dateId!, now, 'wait')
  if (list === null || list.ended || !list.on) return fail('waiting_closed')
  const wanted = await typesOfList(tx, list, true, now)
  await lockTypes(
    tx,
    wanted.filter(({ id }) => join.types.includes(id)),
  )
  // guard: only-sold-out-is-waited-for
  const soldOut = await soldOutOf(tx, join.types, now)
  if (soldOut.length === 0) return fail('waiting_available')
  const { rows } = await sql<{ id: number; state: string }>`
    insert into waiting (kind, event_id, date_id, email, language, qty, joined_at)
    values ('place', ${list.eventId}, ${list.dateId}, ${join.email}, ${language()}, ${join.qty}, ${now})
    on conflict (date_id, email) where kind = 'place' and state in ('waiting', 'offered')
      do update set language = excluded.language,
        qty = case when waiting.state = 'waiting' then excluded.qty else waiting.qty end
    returning id, state`.execute(tx)
  const { id, state } = rows[0]!
  if (state === 'waiting') {
    await setTypes(tx, id, soldOut)
    await runBatch(tx, ...keepFreeQueries(await typesOfList(tx, list, true, now), true))
    await mailJoined(tx, deps, id, now)
  }
  return { ok: true, id }
}

async function setTypes(tx: Tx, id: number, types: readonly number[]): Promise<void> {
  await tx.deleteFrom('waiting_types').where('waiting_id', '=', id).execute()
  if (types.length > 0)
    await tx
      .insertInto('waiting_types')
      .values(types.map((ticket_type_id) => ({ waiting_id: id, ticket_type_id })))
      .execute()
}
