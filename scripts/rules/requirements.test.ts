import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allCode, placesOf, ROOT } from './source.ts'

const LEDGER = readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8')
const rows = [...LEDGER.matchAll(/^- \*\*([A-Z]+-\d+)\*\* \S/gm)].map(([, id]) => id!)
const promises = [...LEDGER.matchAll(/^- \*\*Promise (\d+)\*\*: \S/gm)].map(([, number]) => Number(number))
const areas = [...new Set(rows.map((id) => id.split('-')[0]))].join('|')

/** The ids in a text such as `DON-03, DON-04..06`. */
const idsIn = (text: string): string[] =>
  [...text.matchAll(/\b([A-Z]{2,5})-(\d{2,3})(?:\.\.(\d{2,3}))?/g)].flatMap(([, area, first, last = first]) =>
    Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, at) => `${area}-${String(Number(first) + at).padStart(2, '0')}`,
    ),
  )

const code = allCode().filter(({ path }) => path !== 'scripts/rules/requirements.test.ts')
const tests = code.filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path))

/** The text in brackets in a title: `[DON-03]`, `[DON-03, DON-04]`, `[DON-03..06]`. */
const bracketsOf = (text: string): string[] =>
  [...text.matchAll(/\[([A-Z]{2,5}-\d[^\]\n]*)\]/g)].map(([, brackets]) => brackets!)

describe('requirements', () => {
  it('have one line each, in order and without gaps', () => {
    for (const area of areas.split('|')) {
      const numbers = rows.filter((id) => id.startsWith(`${area}-`)).map((id) => Number(id.split('-')[1]))
      expect(numbers, area).toEqual(numbers.map((_, at) => at + 1))
    }
    expect(promises).toEqual(Array.from({ length: 12 }, (_, at) => at + 1))
  })

  it('are each named by a test title, except our own decisions', () => {
    const named = new Set(tests.flatMap(({ text }) => bracketsOf(text).flatMap(idsIn)))
    expect(rows.filter((id) => !id.startsWith('OPEN-') && !named.has(id))).toEqual([])
  })

  it('are listed wherever an id is used', () => {
    const known = new Set(rows)
    const inTitles = tests.flatMap(({ path, text }) =>
      bracketsOf(text)
        .flatMap(idsIn)
        .map((id) => ({ path, id })),
    )
    const anywhere = code.flatMap(({ path, text }) =>
      [...text.matchAll(new RegExp(`\\b(?:${areas})-\\d{2,3}(?:\\.\\.\\d{2,3})?`, 'g'))]
        .flatMap(([ids]) => idsIn(ids))
        .map((id) => ({ path, id })),
    )
    expect([...inTitles, ...anywhere].filter(({ id }) => !known.has(id))).toEqual([])
  })

  it('include every promise named', () => {
    const named = code.flatMap((file) => placesOf(file, /\bpromises? \d+/gi))
    expect(named.filter((place) => !promises.includes(Number(/\d+$/.exec(place)![0])))).toEqual([])
  })
})
