import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sanitiseHtml } from '../../html/sanitise.ts'
import { describeOnBoth, describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { readFoyer } from '../import/foyer.ts'
import type { Json } from '../import/read-file.ts'
import { parseWallClock } from '../wall-clock.ts'
import { weekdayAfter } from './calendar.ts'
import { demoCatalogue } from './catalogue.ts'
import { loadDemoIfEmpty } from './load.ts'

const NOW = new Date('2026-11-21T09:00:00Z')

function read(now: Date) {
  const result = readFoyer(demoCatalogue(now) as Json, () => 0)
  if (!result.ok) throw new Error(`${now.toISOString()}: ${JSON.stringify(result.refused)}`)
  return result.plan
}

const events = read(NOW).events.map(({ value }) => value)
const organisers = read(NOW).organisers.map(({ value }) => value)
const types = events.flatMap((event) => event.ticket_types)
const questions = events.flatMap((event) => event.questions)

describe('the demo catalogue', () => {
  it('is complete and in the future on any day it is loaded', () => {
    for (let day = 0; day < 800; day += 5) {
      const now = new Date(Date.UTC(2026, 10, 21 + day, (day * 7) % 24))
      for (const { value } of read(now).events)
        for (const { starts } of value.dates)
          expect(parseWallClock(starts, value.timezone)!.at.getTime() - now.getTime()).toBeGreaterThan(2 * 86_400_000)
    }
  })

  it('has events on the weekday in their text, and never at Christmas', () => {
    for (let day = 0; day < 400; day += 1) {
      const found = weekdayAfter(new Date(Date.UTC(2026, 10, 21 + day)), 4, 'Fri')
      expect(new Date(`${found}T00:00:00Z`).getUTCDay()).toBe(5)
      expect(found).not.toMatch(/-12-2[456]$|-12-31$|-01-01$/)
    }
  })

  it('contains only HTML that sanitising leaves unchanged', () => {
    const { charities } = read(NOW)
    const texts = [
      ...events.flatMap((event) => [event.description_html, ...event.after_sale_messages]),
      ...events.flatMap((event) => event.waivers.map(({ terms_html }) => terms_html)),
      ...questions.map(({ question_html }) => question_html),
      ...organisers.map(({ about_html }) => about_html),
      ...charities.map(({ value }) => value.description_html),
    ]
    for (const html of texts) expect(sanitiseHtml(html).replaceAll(' rel="noopener"', '')).toBe(html)
  })

  /**
   * Every feature that the two documents describe for an event, an organiser or a ticket, each shown at least once in the
   * demo.
   */
  it.each<[string, () => boolean]>([
    ['a charity with percent fee, VAT and cap', () => organisers.some(({ charity }) => charity !== null)],
    [
      'a SaaS organiser without a provider',
      () => organisers.some((organiser) => organiser.is_saas && organiser.payment_provider === null),
    ],
    ['an organiser on Square', () => organisers.some((organiser) => organiser.payment_provider === 'square')],
    ['an organiser on Stripe', () => organisers.some((organiser) => organiser.payment_provider === 'stripe')],
    ['a refund policy of the organiser', () => organisers.some((organiser) => organiser.refund_policy !== null)],
    ['pounds, euros and dollars', () => new Set(events.map(({ currency }) => currency)).size === 3],
    ['a free event', () => events.some((event) => event.ticket_types.every(({ price }) => price === 0))],
    ['express', () => events.some(({ express }) => express)],
    ['high demand', () => events.some(({ high_demand }) => high_demand)],
    ['a hidden booking fee', () => events.some(({ hide_booking_fee }) => hide_booking_fee)],
    ['an absorbed booking fee', () => types.some(({ absorb_fee }) => absorb_fee)],
    [
      'refund protection on some',
      () => new Set(events.map((event) => event.refund_protection_percent === null)).size === 2,
    ],
    ['a phone number', () => events.some((event) => event.require_phone_number)],
    [
      'a timeslot warning over several dates',
      () => events.some((event) => event.dates.length > 1 && event.different_timeslots_warning),
    ],
    ['a livestream', () => events.some(({ livestream_url }) => livestream_url !== null)],
    ['an online event', () => events.some(({ online_url, venue }) => online_url !== null && venue === null)],
    ['rewards', () => events.some(({ reward }) => reward !== null)],
    [
      'a payment plan of 1, 3 and 6',
      () => events.some(({ plan_options }) => plan_options.map(({ key }) => key).join() === '1,3,6'),
    ],
    ['not yet on sale', () => events.some(({ on_sale_from }) => on_sale_from !== null)],
    ['sold out', () => events.some((event) => event.ticket_types.every(({ capacity }) => capacity === 0))],
    ['nearly sold out', () => types.some(({ capacity }) => capacity !== undefined && capacity > 0 && capacity <= 5)],
    ['a very long name', () => events.some(({ title }) => title.length > 120)],
    ['an order of 2000 pounds and more', () => types.some(({ price }) => price >= 200_000)],
    ['allocated seats', () => types.some(({ seats }) => seats !== undefined)],
    ['types that share a pool, one of them with several places', () => types.some(({ places }) => places > 1)],
    ['a seat at two prices', () => events.some(({ pools }) => pools.some(({ seats }) => seats !== undefined))],
    ['places kept for the house', () => events.some(({ pools }) => pools.some(({ kept }) => kept.length > 0))],
    ['a minimum', () => types.some(({ min_per_customer }) => min_per_customer > 1)],
    ['a maximum', () => types.some(({ max_can_reserve }) => max_can_reserve !== null)],
    ['a fixed quantity', () => types.some((type) => !type.can_update_quantity)],
    ['a refund policy of a ticket', () => types.some((type) => type.refund_policy !== null)],
    ['non-refundable', () => types.some((type) => type.non_refundable)],
    ['posted, at a cost', () => types.some((type) => type.delivered_by_post && type.delivery_cost > 0)],
    [
      'posted within the USA',
      () =>
        events.some((event) => event.currency === 'USD' && event.ticket_types.some((type) => type.delivered_by_post)),
    ],
    [
      'a ticket that needs one of the same event',
      () => types.some(({ requires }) => requires.some(({ any_of }) => typeof any_of[0] === 'string')),
    ],
    [
      'a ticket that needs one of another event',
      () => types.some(({ requires }) => requires.some(({ any_of }) => typeof any_of[0] === 'object')),
    ],
    ...(['text', 'checkbox', 'dropdown'] as const).map((type): [string, () => boolean] => [
      `a ${type} question`,
      () => questions.some((question) => question.type === type),
    ]),
    ...(['before', 'after'] as const).map((when): [string, () => boolean] => [
      `questions ${when} payment`,
      () => questions.some((question) => question.before_or_after === when),
    ]),
    [
      'a question that two events share, asked once',
      () =>
        questions.some(
          ({ osq_id, once_per_checkout }) =>
            once_per_checkout && questions.filter((other) => other.osq_id === osq_id).length > 1,
        ),
    ],
    [
      'an intro to questions, of event and organiser',
      () =>
        events.some((event) => event.questions_intro_html !== null) &&
        organisers.some((organiser) => organiser.questions_intro_html != null),
    ],
    ['messages of the organiser', () => events.some((event) => event.after_sale_messages.length > 0)],
    ['waivers', () => events.some((event) => event.waivers.length > 0)],
    ['two gift vouchers', () => read(NOW).giftVouchers.length === 2],
    [
      'codes: percent, amount, one event, expired',
      () => {
        const codes = read(NOW).discountCodes.map(({ value }) => value)
        return [
          codes.some(({ percent }) => percent !== undefined),
          codes.some(({ amount }) => amount !== undefined),
          codes.some(({ event }) => event !== null),
          codes.some(({ valid_until }) => valid_until !== null && valid_until < '2026-11-21'),
        ].every(Boolean)
      },
    ],
    ['offers of both kinds', () => new Set(read(NOW).offers.map(({ value }) => value.kind)).size === 2],
  ])('shows %s', (_, shows) => expect(shows()).toBe(true))

  it('gives express events no questions that express checkout cannot ask', () => {
    const express = events.filter((event) => event.express)
    expect(express.length).toBeGreaterThan(1)
    for (const event of express) {
      expect(event.questions.every((question) => question.before_or_after === 'after')).toBe(true)
      expect(event.ticket_types.some((type) => type.delivered_by_post)).toBe(false)
      expect(organisers.find(({ slug }) => slug === event.organiser)!.charity).toBeNull()
    }
  })

  it('every event and code is in its document', () => {
    const doc = readFileSync(new URL('../../../../docs/demo-catalogue.md', import.meta.url), 'utf8')
    const { giftVouchers, discountCodes } = read(NOW)
    const names = [
      ...events.map(({ slug }) => slug),
      ...discountCodes.map(({ value }) => value.code),
      ...giftVouchers.flatMap(({ value }) => value.issued.map(({ code }) => code)),
    ]
    expect(names.filter((name) => !doc.includes(name))).toEqual([])
  })
})

describeOnBoth('loading the demo', (kind) => {
  const database = useTestDatabase(kind)
  it('happens once, and never beside a catalogue of someone’s own', async () => {
    const { db } = database()
    expect(await loadDemoIfEmpty(db, NOW)).toBe(true)
    expect(await loadDemoIfEmpty(db, NOW)).toBe(false)
    const { count } = await db
      .selectFrom('events')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(events.length)
  })
})

describeOnPostgres('loading the demo', () => {
  const database = useTestDatabase('postgres')
  it('is done by one of two processes that start at once', async () => {
    const { db } = database()
    expect((await Promise.all([loadDemoIfEmpty(db, NOW), loadDemoIfEmpty(db, NOW)])).sort()).toEqual([false, true])
  })
})
