import { fill } from '@foyer/contract/fill.ts'
import { common, ordinals, waitingList as t } from '@foyer/contract/messages.ts'
import type { WaitingPageData, WaitingPlacePageData } from '@foyer/contract/waiting-list.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { z } from 'zod'
import { HELD_ONLINE } from '../db/held-online.ts'
import type { Db } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { sentenceOf } from '../http/handle.ts'
import type { Session } from '../http/session.ts'
import { holdsBasket } from '../sale/session/resume.ts'
import { readSnapshot } from '../sale/snapshot/snapshot.ts'
import { type Entry, entryOf, eventHeadOf, niceDateOf, niceUntilOf, placeInLine } from './entry.ts'
import type { JoinFail, JoinForm } from './join.ts'
import { readLink, type WaitingLink } from './links.ts'
import { listsOfEvent } from './view.ts'

/** The form of an event; null if there is nothing to wait for. `refused`: a refused form and the reason. */
export async function waitingPage(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  slug: string,
  asked: { date: string; sent: boolean },
  refused?: { form: JoinForm; quantity: string; failure: JoinFail },
): Promise<WaitingPageData | null> {
  const lists = await listsOfEvent(db, slug, clock.now())
  if (lists === null) return null
  const dates = lists.on ? lists.dates : []
  const chosen = dates.find(({ dateId }) => String(dateId) === asked.date) ?? dates[0]
  const form = refused?.form
  return {
    slug,
    title: lists.title,
    thumbnail: lists.thumbnail,
    where: lists.where,
    state: asked.sent ? 'sent' : chosen === undefined && lists.opens === null ? 'available' : 'form',
    error: refused === undefined ? '' : errorOf(refused.failure),
    dates: dates.map(({ dateId, niceDate, types }) => ({
      date_id: dateId,
      nice_date: niceDate,
      tickets: types.map(({ id, name, price, most }) => ({ ticket_id: id, name, price, most })),
    })),
    date_id: chosen?.dateId ?? null,
    opens: lists.opens,
    values: { email: form?.email ?? '', quantity: refused?.quantity ?? '1', tickets: [...(form?.types ?? [])] },
  }
}

function errorOf({ ok, code, values = {} }: JoinFail): string {
  switch (code) {
    case 'waiting_types_missing':
      return t['error.types']
    case 'waiting_quantity':
      return fill(t['error.quantity'], { min: Number(values?.min), max: Number(values?.max) })
    case 'waiting_available':
      return t.available
    default:
      return sentenceOf({ ok, code, values })
  }
}

type Shown = Omit<WaitingPlacePageData, 'state' | 'leaves' | 'error'>

/**
 * The page behind a link of the list; null for a link that is not ours or has expired. `asked`: the result of the last form.
 */
export async function waitingPlacePage(
  deps: Deps,
  session: Session,
  token: string,
  asked: string,
): Promise<WaitingPlacePageData | null> {
  const now = deps.clock.now()
  const link = readLink(deps, token, now)
  if (link === null) return null
  if ('join' in link) return joinPageOf(deps, link, asked, now)
  const entry = await entryOf(deps.db, link.entry)
  if (entry === null) return null
  const state = await stateOf(deps, entry, now)
  return {
    ...shownOf(entry, now),
    state,
    price: state === 'offered' ? await totalOf(deps.db, entry) : '',
    place: placeInWords(await placeInLine(deps.db, entry)),
    error: asked === 'paying' && state === 'offered' ? t.paying : '',
    leaves: state === 'offered' && session.saleId !== entry.saleId && (await holdsBasket(deps.db, session, now)),
  }
}

async function joinPageOf(
  { db }: Pick<Deps, 'db'>,
  { join }: Extract<WaitingLink, { join: unknown }>,
  asked: string,
  now: Date,
): Promise<WaitingPlacePageData | null> {
  const event = await db
    .selectFrom('events as event')
    .leftJoin('venues as venue', 'venue.id', 'event.venue_id')
    .select([
      'event.title',
      'event.slug',
      'event.timezone',
      HELD_ONLINE.as('online'),
      'event.picture',
      'event.online_url',
    ])
    .select(['venue.name as venue', 'venue.town'])
    .where('event.id', '=', join.eventId)
    .executeTakeFirst()
  if (!event) return null
  const date =
    join.dateId === null
      ? undefined
      : await db
          .selectFrom('event_dates')
          .select(['starts_at', 'ends_at', 'all_day'])
          .where('id', '=', join.dateId)
          .executeTakeFirst()
  const types =
    join.types.length === 0
      ? []
      : await db
          .selectFrom('ticket_types')
          .select('name')
          .where('id', 'in', join.types)
          .orderBy('sort')
          .orderBy('id')
          .execute()
  return {
    kind: join.dateId === null ? 'reminder' : 'place',
    state: asked === 'available' || asked === 'closed' ? asked : 'confirm',
    title: event.title,
    slug: event.slug,
    ...eventHeadOf({ ...event, eventId: join.eventId }),
    nice_date: niceDateOf(
      {
        timezone: event.timezone,
        online: event.online,
        postponed: false,
        startsAt: date?.starts_at ?? null,
        endsAt: date?.ends_at ?? null,
        allDay: date?.all_day ?? false,
      },
      now,
    ),
    qty: join.qty ?? 0,
    tickets: types.map(({ name }) => name),
    price: '',
    place: '',
    nice_until: '',
    leaves: false,
    error: '',
  }
}

/** What the order of an offer costs in all, with postage. */
async function totalOf(db: Db, { saleId, currency }: Entry): Promise<string> {
  const snapshot = saleId === null ? null : await readSnapshot(db, saleId)
  const totalMinor = snapshot?.totals.totalMinor ?? 0
  return totalMinor === 0 ? common['label.free'] : formatMinor(totalMinor, currencyCode(currency))
}

const shownOf = (entry: Entry, now: Date): Omit<Shown, 'place' | 'price'> => ({
  kind: entry.kind,
  title: entry.title,
  slug: entry.slug,
  ...eventHeadOf(entry),
  nice_date: niceDateOf(entry, now),
  qty: entry.qty,
  tickets: entry.offered === null ? entry.tickets : [entry.offered],
  nice_until: niceUntilOf(entry, now),
})

/** “third”, or a number for a place further down the line; empty without a place. */
export const placeInWords = (place: number): string =>
  place === 0 ? '' : (ordinals[place - 1] ?? fill(t.placeNumber, { n: place }))

/** An offer ends with its hold, also before the next one is made. */
async function stateOf({ db }: Pick<Deps, 'db'>, entry: Entry, now: Date): Promise<WaitingPlacePageData['state']> {
  if (entry.state === 'removed' || entry.state === 'told') return 'over'
  if (entry.state !== 'offered' && entry.state !== 'missed') return entry.state
  const sale = await db
    .selectFrom('sales')
    .select(['paid_at', 'held_until'])
    .where('id', '=', entry.saleId ?? 0)
    .executeTakeFirst()
  if (sale?.paid_at) return 'bought'
  return sale?.held_until && sale.held_until > now ? 'offered' : 'missed'
}

const Form = z.object({
  email: z.string().max(300).catch(''),
  date: z.coerce.number().int().positive().nullable().catch(null),
  quantity: z.string().max(10).catch(''),
  tickets: z
    .union([
      z.array(z.coerce.number().int().positive()).max(100),
      z.coerce
        .number()
        .int()
        .positive()
        .transform((id) => [id]),
    ])
    .catch([]),
})

/** Reads the form of the list as a browser sends it. Anything else is read as left empty. */
export function readJoinForm(body: unknown, slug: string): { form: JoinForm; quantity: string } {
  const { email, date, quantity, tickets } = Form.catch({ email: '', date: null, quantity: '', tickets: [] }).parse(
    body ?? {},
  )
  const qty = /^\d+$/.test(quantity.trim()) ? Number(quantity) : 0
  return { form: { slug, email, dateId: date, qty, types: tickets }, quantity }
}
