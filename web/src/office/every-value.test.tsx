// @vitest-environment node

import { readFileSync } from 'node:fs'
import { OFFICE_CALLS } from '@foyer/contract/office/calls.ts'
import { OFFICE_PAGES, type OfficePageName, type OfficeShell } from '@foyer/contract/office/pages.ts'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { OfficePage } from './page.ts'
import { PAGE_MODULES } from './pages.ts'

/**
 * Every page of the office with a reply in which each value is its own name, so that a sentence or a table with two values swapped reads
 * differently: '‹dates.held› of ‹dates.capacity›'. `npx vitest run --project web every-value -u` writes the file of
 * each page in every-value/, whose changed lines are to be read before they are committed.
 */

type Def = {
  type: string
  shape?: Record<string, Schema>
  element?: Schema
  innerType?: Schema
  entries?: Record<string, string>
  options?: Schema[]
  values?: unknown[]
}
type Schema = { def: Def }

/** A number that reads as its name, and counts as 3. */
const figure = (name: string) =>
  Object.assign([`‹${name}›`], { valueOf: () => 3, toString: () => `‹${name}›`, toJSON: () => 3 })

let write = (name: string) => `‹${name}›`

const ID = /(^|[_.])(id|version)$/
/** What a page computes with, so that it can't be a name. */
const PLAIN: Record<string, (turn: number) => unknown> = {
  step: (turn) => (turn % 4) + 1,
  url: () => 'https://shop.example/',
  problem: () => '',
  proved: (turn) => (turn % 2 === 0 ? '‹proved›' : null),
}

/** A reply with each value named. `turn` chooses among the values of an enum, and whether optional values and words are there. */
function replyOf({ def }: Schema, turn: number, name = ''): unknown {
  const plain = PLAIN[name]
  if (plain) return plain(turn)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape!).map(([key, inner]) => [key, replyOf(inner, turn, name ? `${name}.${key}` : key)]),
      )
    case 'array':
      // The chart of an event adds up the last week of its days.
      return Array.from({ length: name === 'days' ? 9 : 1 }, () => replyOf(def.element!, turn, name))
    case 'nullable':
    case 'optional':
      if (turn % 5 === 4) return def.type === 'nullable' ? null : undefined
      return replyOf(def.innerType!, turn, name)
    case 'default':
    case 'readonly':
      return replyOf(def.innerType!, turn, name)
    case 'enum':
      return Object.values(def.entries!)[turn % Object.keys(def.entries!).length]
    case 'union':
      return replyOf(def.options![turn % def.options!.length]!, turn, name)
    case 'literal':
      return def.values![0]
    case 'boolean':
      return turn % 8 < 4
    case 'number':
      return ID.test(name) ? 3 : figure(name)
    case 'string':
      return turn % 6 === 5 ? '' : write(name)
    case 'record':
      return {}
    default:
      throw new Error(`${name} is a ${def.type}`)
  }
}

const shell = {
  me: { id: 1, name: 'Ann', email: 'ann@example.org', is_operator: true, is_dark_mode: false },
  organisers: [],
  organiser_id: 1,
  may: new Proxy({}, { get: () => true }),
  proved: true,
  sent_to: null,
  long_code: false,
  page_path: '/office/',
  help: { page: 'home', answers: [] },
  next: '',
  token: '',
  failed: null,
  done: null,
  resume: null,
  secret: null,
  sandbox: false,
} as unknown as OfficeShell

const SPOKEN = /\s(?:aria-label|alt|title|placeholder|value)="([^"]*)"/g
const plain = (html: string) => html.replaceAll('&#x27;', "'").replaceAll('&amp;', '&').replaceAll('&quot;', '"')

/** The lines of a page that have a value or a number. */
function linesOf(html: string): string[] {
  const words = html
    .replaceAll('<!-- -->', '')
    .replaceAll(/<(input|option|select|button|a|[a-z]+)\b[^>]*>/g, (tag, name: string) => {
      const heard =
        name === 'option' || tag.includes('hidden') ? '' : [...tag.matchAll(SPOKEN)].map(([, text]) => text).join('\n')
      return /^(a|b|em|strong|span|time|code|bdi)$/.test(name) ? heard : `\n${heard}\n`
    })
    .replaceAll(/<\/(a|b|em|strong|span|time|code|bdi)>/g, '')
    .replaceAll(/<[^>]*>/g, '\n')
  return plain(words)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /[‹\d]/.test(line))
}

const TURNS = 16

type Named = [name: OfficePageName, page: OfficePage<never>, reply: Schema]
const PAGES = await Promise.all(
  (Object.keys(OFFICE_PAGES) as OfficePageName[]).map(async (name): Promise<Named> => {
    const { pages } = (await PAGE_MODULES[name][1]()) as { pages: Record<string, OfficePage<never>> }
    return [name, pages[name]!, OFFICE_CALLS[OFFICE_PAGES[name].call].reply as unknown as Schema]
  }),
)

it.each(PAGES)('each value has its place on the page %s of the office', async (name, { title, Body }, reply) => {
  // React warns of names where it expects addresses and keys.
  vi.spyOn(console, 'error').mockReturnValue()
  const lines = new Set<string>()
  for (let turn = 0; turn < TURNS; turn++) {
    const data = replyOf(reply, turn) as never
    for (const line of [title(data), ...linesOf(renderToString(<Body data={data} shell={shell} />))]) lines.add(line)
  }
  await expect([...lines, ''].join('\n')).toMatchFileSnapshot(`every-value/${name}.txt`)
})

/** What people type: names, titles and notes. */
const TYPED =
  /(^|[._])(title|name|who|holder|buyer|seat|ticket|note|words|organiser|reason|what|charity|before|after|author|subject)$/
const HEBREW = 'שם'

/** The elements that base.css isolates, and bdi, which browsers do. */
const ISOLATES = /\n {2}([a-z, \n]+) \{\s*unicode-bidi: isolate;/
  .exec(readFileSync(new URL('../styles/base.css', import.meta.url), 'utf8'))![1]!
  .split(/[\s,]+/)
  .concat('bdi')
const ISOLATED = new RegExp(`<(${ISOLATES.join('|')})\\b[^>]*>([^<]*)</\\1>`, 'g')

/** The lines of a page, each with • for what is isolated: by U+2068, or by an element that the sheet isolates. */
function mixedLines(html: string): string[] {
  const isolated = (text: string) => text.replaceAll('<!-- -->', '').replaceAll(/\u2068[^\u2069]*\u2069/g, '•')
  const inner: string[] = []
  let left = isolated(html)
  for (let before = ''; before !== left; ) {
    before = left
    left = left.replaceAll(ISOLATED, (_, __, text: string) => {
      inner.push(text)
      return '•'
    })
  }
  const spoken = [...isolated(html).matchAll(SPOKEN)].map(([, text]) => text!)
  return [...inner, ...spoken, ...left.replaceAll(/<[^>]*>/g, '\n').split('\n')]
    .map((line) => line.trim())
    .filter((line) => line.includes(HEBREW) && (line.split(HEBREW).length > 2 || /‹.*‹|\d/.test(line)))
}

it('names from right to left are isolated from the names, times and numbers beside them', () => {
  vi.spyOn(console, 'error').mockReturnValue()
  write = (name) => (TYPED.test(name) ? `${HEBREW}‹${name}›` : `‹${name}›`)
  const mixed = PAGES.flatMap(([name, { Body }, reply]) => {
    const lines = new Set<string>()
    for (let turn = 0; turn < TURNS; turn++) {
      const data = replyOf(reply, turn) as never
      for (const line of mixedLines(renderToString(<Body data={data} shell={shell} />))) lines.add(line)
    }
    return [...lines].map((line) => `${name}: ${line}`)
  })
  expect(mixed).toEqual([])
}, 60_000)
