import { CALLS } from '@foyer/contract/calls.ts'
import type { YourTicketsPageData } from '@foyer/contract/change-pages.ts'
import { eventPath, eventThumbnail, ticketChangePath } from '@foyer/contract/pages.ts'
import { heldDate, longWhen, niceDay } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { type CurrencyCode, currencyCode } from '@foyer/domain/money/money.ts'
import { fail } from '@foyer/domain/result.ts'
import {
  breaksConditions,
  isPossible,
  isReturnable,
  type OwnedLine,
  returnableUntil,
} from '@foyer/domain/sale/self-service.ts'
import { kindsFor } from '@foyer/domain/seats/kinds.ts'
import { seatName } from '../../catalogue/seat-name.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { sentenceOf } from '../../http/handle.ts'
import type { Session } from '../../http/session.ts'
import { seatNames } from '../../tickets/seat-names.ts'
import { linkPaymentRefusal } from '../change/pay.ts'
import { freeSeatsFor } from '../change/places.ts'
import { isStillToPay } from '../plan/lower.ts'
import type { LineRow } from '../refund/book-refund.ts'
import { isCompanionLeft, type OwnPlace, partyPlaces } from '../refund/companions.ts'
import { buyersDifference, choicesOf, movedPlaces } from './choices.ts'
import { ownedLines } from './conditions.ts'
import { type OwnTicket, ownOrderOf, ownTickets, seatLabels, unitsOf } from './own-tickets.ts'
import { type NamedPlaces, namedPlaces } from './plan-names.ts'
import { returnOf } from './worth.ts'

const MAX_SEATS = 200

type Shown = YourTicketsPageData['tickets'][number]

/** What the address of the page asks for: to review a change, or to say what became of one. */
type Asked = Partial<Record<'ticket_id' | 'ticket_type_id' | 'seat_id' | 'changed' | 'refused', string>>

/** The change that was asked for, if it is one of those offered now. */
function reviewOf(
  tickets: readonly Shown[],
  { ticket_id = '', ticket_type_id = '', seat_id = '' }: Asked,
  email: string,
): YourTicketsPageData['review'] {
  const ticket = tickets.find((ticket) => String(ticket.ticket_id) === ticket_id)
  const choice = ticket?.choices.find((choice) => String(choice.ticket_type_id) === ticket_type_id)
  const seat = choice?.seats.find((seat) => String(seat.seat_id) === seat_id)
  if (!ticket || !choice || (seat_id !== '' && !seat)) return null
  return {
    ticket_id: ticket.ticket_id,
    ticket_type_id: choice.ticket_type_id,
    seat_id: seat?.seat_id ?? null,
    email,
  }
}

const refusedWords = (code: string): string => {
  const failure = CALLS.change_own_ticket.fails.find((fails) => fails === code)
  return failure === undefined ? '' : sentenceOf(fail(failure))
}

/** The actions that a buyer has for their tickets, with what each refunds; null for other people. */
export async function yourTicketsPage(
  deps: Pick<Deps, 'db' | 'clock' | 'providers'>,
  session: Session,
  reference: string,
  asked: Asked = {},
): Promise<YourTicketsPageData | null> {
  const { db, clock } = deps
  const now = clock.now()
  const own = await ownOrderOf(db, session, reference)
  if (own === null) return null
  const currency = currencyCode(own.sale.currency)
  // An address that was only typed shows nothing of the order here.
  const said = { is_changed: asked.changed === '1', refused: refusedWords(asked.refused ?? '') }
  if (!own.isProved)
    return {
      reference,
      is_proved: false,
      currency,
      worth: [],
      owned: [],
      plan: null,
      tickets: [],
      review: null,
      ...said,
    }
  const lines = await db.selectFrom('order_lines').selectAll().where('sale_id', '=', own.sale.id).execute()
  const tickets = await ownTickets(db, own.sale.id, now)
  const owned = await ownedLines(db, own.sale)
  const party = await partyPlaces(db, own.sale.id)
  const shown = await Promise.all(
    tickets.map(async (ticket): Promise<Shown[]> => {
      const line = lines.find(({ ticket_type_id }) => ticket_type_id === ticket.ticket_type_id)
      return line === undefined
        ? []
        : [await shownTicket(deps, own.sale, ticket, line, { lines, owned, party, currency, now })]
    }),
  )
  const returnable = tickets.filter((ticket) => isReturnable(ticket, now))
  const coming = await namedPlaces(db, own.sale.id, now)
  const places = coming.filter((place) => isReturnable(place, now))
  const toName = coming.filter(({ rules, starts_at }) => isPossible(rules.renameHours, starts_at, now))
  const worth = worthByNumber(
    lines,
    [...returnable, ...places.flatMap((place) => Array.from({ length: place.left }, () => place))],
    now,
  )
  const plan = places.length + toName.length === 0 ? null : await shownPlan(db, own.sale.id, { places, toName })
  return {
    reference,
    is_proved: true,
    currency,
    worth,
    owned: worth.length > 0 ? owned : [],
    plan,
    tickets: shown.flat(),
    review: reviewOf(shown.flat(), asked, own.buyer.email),
    ...said,
  }
}

async function shownPlan(
  db: Deps['db'],
  saleId: number,
  { places, toName }: Record<'places' | 'toName', readonly NamedPlaces[]>,
): Promise<YourTicketsPageData['plan']> {
  const instalments = await db
    .selectFrom('plan_instalments')
    .selectAll()
    .where('sale_id', '=', saleId)
    .orderBy('seq')
    .execute()
  return {
    payments: instalments.filter(isStillToPay).map(({ due_on, amount_minor, status }) => ({
      nice_due: niceDay(due_on),
      amount_minor,
      is_paying: status === 'paying',
    })),
    places: places.map((place) => ({
      ticket_type_id: place.ticket_type_id,
      left: place.left,
      title: place.title,
      name: place.name,
      nice_date: longWhen(place, place),
      is_protected: place.protection_minor > 0,
      units: unitsOf(place).map((seats) => ({
        seat_ids: seats.map(({ id }) => id),
        seat: seatLabels(seats),
      })),
    })),
    names: toName.map((type) => ({
      ticket_type_id: type.ticket_type_id,
      title: type.title,
      name: type.name,
      nice_date: longWhen(type, type),
      tickets: type.tickets.map(({ place, seat, name }) => ({ place, seat, holder: name })),
    })),
  }
}

/** The refund for each number of tickets of a type. Those of several types add up. */
const worthByNumber = (
  lines: readonly LineRow[],
  tickets: readonly Pick<OwnTicket, 'ticket_type_id' | 'rules' | 'starts_at' | 'paid_at'>[],
  now: Date,
): YourTicketsPageData['worth'] =>
  [...groupBy(tickets, ({ ticket_type_id }) => ticket_type_id)].map(([ticket_type_id, same]) => ({
    ticket_type_id,
    of: same.map((_, i) => {
      const { backMinor, voucherMinor, keptMinor } = returnOf(lines, same.slice(0, i + 1), now)
      return { back_minor: backMinor, voucher_minor: voucherMinor, kept_minor: keptMinor }
    }),
  }))

async function shownTicket(
  { db, providers }: Pick<Deps, 'db' | 'providers'>,
  sale: { id: number; currency: string | null },
  ticket: OwnTicket,
  line: LineRow,
  {
    lines,
    owned,
    party,
    currency,
    now,
  }: {
    lines: readonly LineRow[]
    owned: readonly OwnedLine[]
    party: readonly OwnPlace[]
    currency: CurrencyCode
    now: Date
  },
): Promise<Shown> {
  const { rules, starts_at, waiting } = ticket
  const money = (minor: number) => formatMinor(minor, currency)
  const back = returnOf(lines, [ticket], now)
  const until = returnableUntil(ticket, now)
  const isLeft = ticket.changed < rules.changes
  const mayChange = isPossible(rules.changeHours, starts_at, now) && isLeft && waiting === null
  return {
    ticket_id: ticket.id,
    ticket_type_id: ticket.ticket_type_id,
    title: ticket.title,
    name: ticket.name,
    seat: seatNames(ticket.seats) ?? '',
    holder: ticket.holder_name,
    url: eventPath(ticket.slug),
    thumbnail: eventThumbnail(ticket.event_id, ticket.picture),
    nice_date: longWhen(ticket, ticket),
    returns: until
      ? {
          amount: money(back.backMinor),
          kept: back.keptMinor > 0 ? money(back.keptMinor) : '',
          voucher: back.voucherMinor > 0 ? money(back.voucherMinor) : '',
          is_protected: ticket.protection_minor > 0,
          nice_until: heldDate(until, ticket),
        }
      : null,
    may_rename: isPossible(rules.renameHours, starts_at, now) && isLeft,
    changes_left: Math.max(0, rules.changes - ticket.changed),
    waiting: waiting === null ? '' : ticketChangePath(waiting),
    choices: mayChange ? await shownChoices() : [],
  }

  async function shownChoices(): Promise<Shown['choices']> {
    const types = await choicesOf(db as unknown as Tx, ticket, currency, now)
    const choices = await Promise.all(
      types.map(async (type) => {
        const { minor, back, isKept } = buyersDifference(ticket, type, line, now)
        const kinds = kindsFor(ticket.kinds, type.pool_places)
        const seats = type.seated ? await freeSeatsFor(db, type, MAX_SEATS, kinds) : []
        const free = type.seated ? Math.floor(seats.length / type.pool_places) : type.free
        const isOpen = minor <= 0 || (await linkPaymentRefusal(db, providers, sale, minor)) === null
        const isSame = type.id === ticket.ticket_type_id
        const given = new Map(isSame ? [] : [[ticket.ticket_type_id, 1]])
        // What `changeOwnTicket` would refuse is not offered.
        if (breaksConditions(owned, given, type.id) || isCompanionLeft(party, movedPlaces(ticket, type))) return []
        if (free < 1 || !isOpen || (isSame && (!type.seated || type.pool_places > 1))) return []
        return [
          {
            ticket_type_id: type.id,
            name: type.name,
            nice_date: longWhen(type, type),
            difference: minor,
            amount: minor === 0 ? '' : money(Math.abs(minor)),
            voucher: back === null || back.voucher === 0 ? '' : money(back.voucher),
            is_kept: isKept,
            seats: type.pool_places > 1 ? [] : seats.map((seat) => ({ seat_id: seat.id, label: seatName(seat) })),
          },
        ]
      }),
    )
    return choices.flat()
  }
}
