import { OFFICE_PAGE_NAMES, officePage, officePlaces } from '@foyer/contract/office/pages.ts'
import { describe, expect, it } from 'vitest'
import { sourcesOf } from './source.ts'

/** Code that a newcomer would change: no tests, test helpers, generated types or migrations. */
const code = ['domain', 'contract', 'server', 'sandbox', 'web']
  .flatMap((room) => sourcesOf(room, /\.tsx?$/))
  .filter(
    ({ path }) =>
      !/\.test\.|\.testing\.|\.generated\.|\/(?:testing|migrations|payment\/model|test-programs)\//.test(path),
  )

const filesWith = (pattern: RegExp) => code.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

/** The table "Where do I change ...?" of README.md, counted in files with an example of each change. */
describe('the files of a change', () => {
  it('a question type: its row, its labels in the office and its field', () => {
    expect(filesWith(/^ {2}dropdown: /m)).toEqual([
      'domain/src/questions/types.ts',
      'contract/src/office/events/fields.en.ts',
      'web/src/checkout/steps/ticket-questions/answer-fields.tsx',
    ])
    expect(filesWith(/=== 'dropdown'/)).toEqual([])
  })

  it('a call: its schema, its address, its route, and its callers', () => {
    expect(filesWith(/\bsend_waiver_link\b/)).toEqual([
      'contract/src/calls/after-sale.ts',
      'contract/src/paths.ts',
      'server/src/after-sale/routes.ts',
      'server/src/after-sale/send-waiver-link.ts',
      'web/src/pages/order/waiver-link.tsx',
    ])
  })

  it('a page of the office: its row, its answers, its module, its file, and the link to it', () => {
    expect(filesWith(/^ {2}referrals: |'referrals'/m)).toEqual([
      'contract/src/office/help/answers.en.ts',
      'contract/src/office/pages.ts',
      'web/src/office/pages/event/event-head.tsx',
      'web/src/office/pages/event/referrals.tsx',
      'web/src/office/pages.ts',
    ])
    const pages = OFFICE_PAGE_NAMES.map((name) => ({ name, ...officePage(name)! }))
    const entries = pages.flatMap(({ name, menu, tab }) => ((menu ?? tab) ? [name as string] : []))
    // In the end, each is under an entry of the menu or a tab: an account under Payments, a section of the settings.
    const ends = pages.map(({ name, under }) => (under === undefined ? undefined : officePlaces(name).slice(1)))
    expect(ends.filter((places) => places !== undefined && !places.some((name) => entries.includes(name)))).toEqual([])
    expect(pages.filter(({ tab, menu, under }) => tab !== undefined && (menu ?? under) === undefined)).toEqual([])
  })

  it('a field of an event or a ticket type: its format, its row of the part, and its row of the form', () => {
    const places = /^server\/src\/(?:catalogue|office\/(?:event|organiser))\/|^contract\/src\/office\/events\//
    // What the shop shows of a field, and what the demo sets, is its use.
    const uses = /\/(?:read|demo|scenes)\//
    for (const field of ['max_places', 'non_refundable'])
      expect(filesWith(new RegExp(`\\b${field}\\b`)).filter((path) => places.test(path) && !uses.test(path))).toEqual([
        'contract/src/office/events/fields.en.ts',
        'server/src/catalogue/format/format.ts',
        'server/src/catalogue/model/event.ts',
      ])
  })

  it('a payment provider: only the table imports from its folder', () => {
    const outside = ['stripe', 'square', 'truelayer'].flatMap((name) =>
      code
        .filter(
          ({ path, text }) =>
            !path.includes(`payment/providers/${name}/`) &&
            path.startsWith('server/') &&
            new RegExp(`from '[./\\w-]*/${name}/`).test(text),
        )
        .map(({ path }) => path),
    )
    expect([...new Set(outside)]).toEqual(['server/src/payment/providers/table.ts'])
  })
})
