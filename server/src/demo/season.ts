import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import type { Random } from '../random.ts'
import type { Person } from './people.ts'

/** How far back the demo's history goes. */
export const SEASON_MS = 91 * DAY_MS

/** An order to be made: when, by whom, and of what. */
export type Visit = {
  at: Date
  person: Person
  slug: string
  organiserId: number
  tickets: { ticketId: number; quantity: number }[]
  /** Minor units; 0 is none. Only where the organiser is a charity. */
  donationMinor: number
  giftAid: boolean
  newsletter: boolean
  code: string | null
  /** A gift voucher that is bought. */
  voucher: { designId: number; valueMinor: number } | null
  /** Pays with a gift voucher that someone was given. */
  redeems: boolean
  /** The key of a payment plan; null pays at once. */
  plan: string | null
  /** Is sent one of the tickets. */
  friend: Person | null
  /** The first card is declined, the second one is good. */
  declinedFirst: boolean
  /** What happens to the paid order, and when. */
  later: { at: Date; act: 'refund' | 'goodwill' | 'feedback' | 'note' | 'return' } | null
}

export type OnSale = {
  slug: string
  eventId: number
  organiserId: number
  isCharity: boolean
  dates: { dateId: number; startsAt: Date; types: { ticketId: number; name: string; left: number }[] }[]
}

/** How an event sells: the number of orders, how long before a date they begin, and the size of a party. */
type Demand = {
  orders: number
  days: number
  parties: readonly Readonly<Record<string, number>>[]
  /** Sells out long before its date. */
  sellsOut?: true
}

const DEMAND: Readonly<Record<string, Demand>> = {
  'lunchtime-music-this-season': { orders: 28, days: 9, parties: [{ 'Free seat': 1 }, { 'Free seat': 2 }] },
  'the-lamplighters': {
    orders: 36,
    days: 35,
    parties: [{ Adult: 2 }, { Adult: 2 }, { Adult: 1 }, { Adult: 2, 'Under 26': 2 }, { 'Under 26': 1 }, { Adult: 4 }],
  },
  'supper-in-the-wings': { orders: 6, days: 0, parties: [{ 'A place at the table': 2 }], sellsOut: true },
  'hospice-harvest-supper': { orders: 14, days: 45, parties: [{ Adult: 2 }, { Adult: 2, Child: 2 }, { Adult: 1 }] },
  'learn-to-belay': { orders: 16, days: 20, parties: [{ Climber: 1 }, { Climber: 2 }] },
  'the-perseids-from-beacon-hill': {
    orders: 14,
    days: 30,
    parties: [{ 'Blanket for one': 2 }, { 'Blanket for one': 1 }],
  },
  'tuesday-lunchtime-music': { orders: 10, days: 40, parties: [{ 'Free seat': 2 }, { 'Free seat': 1 }] },
  'candlelight-cello': { orders: 12, days: 70, parties: [{ Stalls: 2 }, { Balcony: 2 }, { Stalls: 1 }] },
  'the-ballad-of-little-hollow': {
    orders: 12,
    days: 80,
    parties: [{ 'Family of four': 1 }, { Adult: 2, 'Child (under 16)': 1 }, { Adult: 1, 'Child (under 16)': 2 }],
  },
  'the-night-mail': {
    orders: 32,
    days: 16,
    parties: [{ Adult: 2 }, { Adult: 4 }, { Adult: 2, 'Under 26': 2 }, { Adult: 6 }, { Adult: 3, 'Under 26': 5 }],
  },
  'why-bread-rises': { orders: 7, days: 12, parties: [{ Seat: 1 }, { Seat: 2 }, { Seat: 4 }] },
  'the-back-room-session': { orders: 10, days: 10, parties: [{ 'Entry with pie': 2 }, { 'Entry with pie': 3 }] },
  'harbour-coffee-morning': { orders: 7, days: 14, parties: [{ 'Cake and coffee': 2 }, { 'Cake and coffee': 5 }] },
  'the-general-with-piano': { orders: 6, days: 16, parties: [{ Chair: 2 }, { Chair: 3 }] },
  'lantern-walk': { orders: 16, days: 60, parties: [{ 'Adult walker': 2 }, { 'Adult walker': 1, 'Child walker': 1 }] },
}

/** Payment plans of the festival, and how many days ago they began. */
const PLANS = [
  { plan: '3', daysAgo: 75, wristbands: 2 },
  { plan: '6', daysAgo: 68, wristbands: 1 },
  { plan: '3', daysAgo: 40, wristbands: 4 },
  { plan: '6', daysAgo: 33, wristbands: 2 },
  { plan: '3', daysAgo: 9, wristbands: 2 },
] as const
const PLANNED = { slug: 'harbour-lights-festival', type: 'Weekend wristband' } as const

/** Gift vouchers that were bought, in minor units, and how many days ago. */
const VOUCHERS = [
  { valueMinor: 5000, daysAgo: 86 },
  { valueMinor: 2000, daysAgo: 78 },
  { valueMinor: 10000, daysAgo: 60 },
  { valueMinor: 5000, daysAgo: 21 },
  { valueMinor: 2000, daysAgo: 6 },
] as const
/** The organiser of the vouchers, and the event where they are used. */
export const VOUCHERS_OF = 'old-mill-theatre'
const REDEEMED_AT = 'the-lamplighters'
const REDEEMED = 3
/** The event whose buyers return tickets themselves, the number of these, and after how many days. */
const RETURNED = { slug: 'the-ballad-of-little-hollow', orders: 2, days: 3 } as const

const DONATIONS = [300, 500, 500, 1000, 1000, 2000, 5000]

/** Whole numbers and chances from one source. */
const chance = (random: Random, percent: number): boolean => random.int(100) < percent
const oneOf = <T>(random: Random, list: readonly T[]): T => list[random.int(list.length)]!

/** Most people buy in the last days before a date, and in the evening. */
function momentBefore(random: Random, startsAt: Date, days: number): Date {
  const part = random.int(1000) / 1000
  const day = new Date(startsAt.getTime() - (0.1 + days * part ** 2) * DAY_MS)
  day.setUTCHours(Math.min(22, 8 + Math.max(random.int(15), random.int(15))), random.int(60), random.int(60))
  return day < startsAt ? day : new Date(startsAt.getTime() - 3_600_000)
}

function whatFollows(random: Random, at: Date, isFree: boolean): Visit['later'] {
  const after = (days: number) => new Date(at.getTime() + (0.2 + random.int(10 * days) / 10) * DAY_MS)
  if (!isFree && chance(random, 4)) return { at: after(4), act: 'refund' }
  if (!isFree && chance(random, 2)) return { at: after(6), act: 'goodwill' }
  if (chance(random, 6)) return { at: after(3), act: 'note' }
  return chance(random, 4) ? { at: new Date(at.getTime() + 60_000), act: 'feedback' } : null
}

/**
 * The orders of the three months before `now`, in the order of their time. The same seed, people and catalogue give the same
 * orders. Nobody asks for more than a date has left, and every date keeps places for whoever tries the demo.
 * A `share` below 1 makes fewer orders.
 */
export function seasonOf(
  random: Random,
  people: readonly Person[],
  catalogue: readonly OnSale[],
  now: Date,
  share = 1,
  design: number | null = null,
): Visit[] {
  const start = now.getTime() - SEASON_MS
  const visits: Visit[] = []
  for (const { slug, organiserId, isCharity, dates } of catalogue) {
    const demand = DEMAND[slug]
    if (!demand) continue
    for (let n = 0; n < demand.orders * (demand.sellsOut ? 1 : share); n++) {
      const date = dates[n % dates.length]!
      const at = demand.sellsOut
        ? new Date(now.getTime() - (80 - 9 * n) * DAY_MS + random.int(200) * 60_000)
        : momentBefore(random, date.startsAt, demand.days)
      const party = oneOf(random, demand.parties)
      const wanted = Object.entries(party).map(([name, quantity]) => ({
        type: date.types.find((type) => type.name === name),
        quantity,
      }))
      const person = oneOf(random, people)
      const donates = isCharity && chance(random, 60)
      const declinedFirst = chance(random, 5)
      const later = demand.sellsOut ? null : whatFollows(random, at, slug.includes('lunchtime'))
      const isShared = Object.values(party).some((quantity) => quantity > 1) && chance(random, 6)
      const friend = isShared ? oneOf(random, people) : null
      const rest = { giftAid: chance(random, 70), newsletter: chance(random, 35), declinedFirst, later }
      if (
        at.getTime() < start ||
        at >= now ||
        wanted.some(({ type, quantity }) => !type || type.left < quantity + (demand.sellsOut ? 0 : 4))
      )
        continue
      for (const { type, quantity } of wanted) type!.left -= quantity
      visits.push({
        ...rest,
        at,
        person,
        slug,
        organiserId,
        friend,
        voucher: null,
        redeems: false,
        plan: null,
        tickets: wanted.map(({ type, quantity }) => ({ ticketId: type!.ticketId, quantity })),
        donationMinor: donates ? oneOf(random, DONATIONS) : 0,
        code: chance(random, 8) ? 'WELCOME10' : null,
      })
    }
  }
  const theatre = catalogue.find(({ slug }) => slug === REDEEMED_AT)
  const festival = catalogue.find(({ slug }) => slug === PLANNED.slug)
  const wristband = festival?.dates[0]?.types.find(({ name }) => name === PLANNED.type)
  const plain = { donationMinor: 0, giftAid: false, declinedFirst: false, later: null, code: null, friend: null }
  const inTheEvening = (daysAgo: number) =>
    new Date(now.getTime() - daysAgo * DAY_MS + (random.int(240) - 120) * 60_000)
  if (theatre && design !== null)
    for (const { daysAgo, valueMinor } of VOUCHERS)
      visits.push({
        ...plain,
        at: inTheEvening(daysAgo),
        person: oneOf(random, people),
        newsletter: chance(random, 35),
        tickets: [],
        slug: REDEEMED_AT,
        organiserId: theatre.organiserId,
        voucher: { designId: design, valueMinor },
        redeems: false,
        plan: null,
      })
  if (festival && wristband)
    for (const { plan, daysAgo, wristbands } of PLANS)
      visits.push({
        ...plain,
        at: inTheEvening(daysAgo),
        person: oneOf(random, people),
        newsletter: chance(random, 35),
        slug: PLANNED.slug,
        organiserId: festival.organiserId,
        plan,
        voucher: null,
        redeems: false,
        tickets: [{ ticketId: wristband.ticketId, quantity: wristbands }],
      })
  const sorted = visits.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const bought = sorted.find(({ voucher }) => voucher !== null)?.at ?? now
  const spent = sorted.filter(({ slug, voucher, at }) => slug === REDEEMED_AT && voucher === null && at > bought)
  for (const visit of spent.slice(-REDEEMED)) Object.assign(visit, { redeems: true, later: null })
  const returned = sorted.filter(
    ({ slug, at, friend }) =>
      slug === RETURNED.slug && friend === null && at.getTime() < now.getTime() - (RETURNED.days + 1) * DAY_MS,
  )
  for (const visit of returned.slice(0, RETURNED.orders))
    Object.assign(visit, { later: { at: new Date(visit.at.getTime() + RETURNED.days * DAY_MS), act: 'return' } })
  return sorted
}
