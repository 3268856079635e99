import { readFileSync } from 'node:fs'
import { CALLS } from '@foyer/contract/calls.ts'
import { SECTIONS } from '@foyer/contract/office/events/fields.en.ts'
import { ORGANISER_SECTIONS } from '@foyer/contract/office/events/organiser-fields.en.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import { OFFICE_PATHS } from '@foyer/contract/office/paths.ts'
import type { CallName } from '@foyer/contract/paths.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFoyer } from '../../../catalogue/import/foyer.ts'
import { openShop } from '../../../testing/shop.ts'
import { createFullOrganiser, sentBy } from '../../testing/full-organiser.ts'
import { createStaff, inSession } from '../../testing/office.ts'

/** People read the answers to bad input, so these have no words of the library that checks it. */
const JARGON =
  /regex|regular expression|pattern|\bmatch|schema|\benum\b|expected|invalid|zod|undefined|NaN|\[object|\b(?:string|boolean|integer|array|union|record)\b/i

const BAD = ['%%%', '-1', '9'.repeat(400)]
/** Values that only a file can hold. */
const BAD_IN_FILES = ['%%%', -1, 1e12, true, null, ['%%%'], { x: 1 }]

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop('embedded')
})
afterAll(() => shop.close())

const jargonIn = (sentences: readonly unknown[]) => [
  ...new Set(sentences.map(String).filter((sentence) => JARGON.test(sentence))),
]

describe('the answer to bad input', () => {
  it('of each section of an event’s form is in plain words, whatever is typed in every field', async () => {
    const { manager } = await createFullOrganiser(shop)
    const { open, send } = await manager()
    const said: string[] = []
    for (const { name } of SECTIONS) {
      const form = await open(name)
      for (const bad of BAD) {
        const typed = Object.entries(sentBy(form)).flatMap(([field, value]) =>
          field.endsWith('.was') || typeof value !== 'string' ? [] : [[field, bad] as const],
        )
        const { body } = await send(form, Object.fromEntries(typed))
        said.push(...Object.values((body.problems ?? {}) as object), String(body.error ?? ''))
      }
    }
    expect(said.length).toBeGreaterThan(100)
    expect(jargonIn(said)).toEqual([])
  })

  it('of each section of an organiser’s settings is in plain words', async () => {
    const { organiserId } = await createFullOrganiser(shop)
    const { id: staffId, email } = await createStaff(shop, organiserId, 'owner')
    const browser = await inSession(shop, { staffId, email, provedAt: shop.clock.now() })
    const said: string[] = []
    for (const { name } of ORGANISER_SECTIONS) {
      const about = { organiser_id: organiserId, section: name }
      const form = (await browser.call('office_settings', about)).body as never as Parameters<typeof sentBy>[0] & {
        version: number
        base: string
      }
      for (const bad of BAD) {
        const typed = Object.entries(sentBy(form)).map(([field, value]) =>
          field.endsWith('.was') || typeof value !== 'string' ? [field, value] : [field, bad],
        )
        const f = Object.fromEntries(typed)
        const { body } = await browser.call('save_settings', { ...about, ...form, parts: undefined, end: '1', f })
        said.push(...Object.values((body.problems ?? {}) as object), String(body.error ?? ''))
      }
    }
    expect(said.length).toBeGreaterThan(50)
    expect(jargonIn(said)).toEqual([])
  })

  it('of the import is in plain words, whatever stands in any field of a file', () => {
    const full = JSON.parse(
      readFileSync(new URL('../../../catalogue/import/full-catalogue.testing.json', import.meta.url), 'utf8'),
    )
    const said: string[] = []
    for (const path of differentOf(leavesOf(full)))
      for (const bad of BAD_IN_FILES) {
        const changed = structuredClone(full)
        const at = path.slice(0, -1).reduce((of, key) => of[key as never] as never, changed)
        at[path.at(-1)! as never] = bad as never
        const read = readFoyer(changed, () => 1)
        if (!read.ok) said.push(...read.refused.map(({ why }) => why))
      }
    expect(said.length).toBeGreaterThan(1000)
    expect(jargonIn(said)).toEqual([])
  })

  it('of every call is in plain words', async () => {
    const { organiserId } = await createFullOrganiser(shop)
    const { id: staffId, email } = await createStaff(shop, organiserId, 'owner')
    const office = await inSession(shop, { staffId, email, provedAt: shop.clock.now() })
    const said: unknown[] = []
    const buyer = shop.browser()
    const nonsense = Object.fromEntries(
      ['id', 'ticket_id', 'quantity', 'email', 'transfers', 'answers', 'code', 'amount', 'f'].map((name) => [
        name,
        '%%%',
      ]),
    )
    for (const name of Object.keys(CALLS) as CallName[]) said.push((await buyer.call(name, nonsense)).body.error ?? '')
    for (const name of Object.keys(OFFICE_PATHS) as OfficeCallName[])
      if (!/sign_out|end_/.test(name))
        said.push(
          (await office.call(name, { ...nonsense, organiser_id: organiserId, event_id: '%%%' })).body.error ?? '',
        )
    expect(said.filter(Boolean).length).toBeGreaterThan(100)
    expect(jargonIn(said)).toEqual([])
  })
})

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** One path of each field, whichever entry of a list it is in. */
const differentOf = (paths: (string | number)[][]) => [
  ...new Map(paths.map((path) => [path.map((key) => (typeof key === 'number' ? 0 : key)).join(), path])).values(),
]

/** The paths of everything that isn't a list or an object, and of those themselves. */
const leavesOf = (value: Json, path: (string | number)[] = []): (string | number)[][] =>
  value === null || typeof value !== 'object'
    ? [path]
    : [
        ...(path.length > 0 ? [path] : []),
        ...Object.entries(value).flatMap(([key, of]) =>
          leavesOf(of, [...path, Array.isArray(value) ? Number(key) : key]),
        ),
      ]
