import { expect, it } from 'vitest'
import { type Source, sourcesOf } from './source.ts'

/**
 * Forms of statements that Citus refuses, or answers with a row too few, and that can be found in the text
 * (docs/decisions/055). Each place is `path:line`.
 */

const SQL_TEXT = /`[^`]*\b(?:insert into|update|delete from)\b[^`]*`/gi

/** The text of a statement without what is filled in, so that a `where` in a filled-in condition doesn't count as its own. */
const plain = (text: string) => text.replace(/--[^\n]*/g, '').replace(/\$\{[^{}]*\}/g, '?')

const FORMS: Record<string, (statement: string) => boolean> = {
  'values that read a table': (text) => /\binsert into\b[^;]*?\bvalues\s*\([^;]*?\(\s*select\b/i.test(text),
  'an insert without a table in its `from`, with a condition that may be true without its subquery': (text) =>
    inserts(text).some((own) => !/\bfrom\b/i.test(outer(own)) && /\bor (?:not )?exists\b/i.test(own)),
  'a moment of the database in an update or a selected insert': (text) =>
    /\b(?:now|clock_timestamp)\(\)/i.test(text) && /\bupdate\b|\binsert into\b[^;]*\bselect\b/i.test(text),
  'nextval in an update': (text) => /^`?\s*update\b[^;]*\bset\b[^;]*\bnextval\(/i.test(text),
  'a part that inserts what only other parts returned, without ON_ITS_NODE': (text) => {
    const parts = [...text.matchAll(/(?:\bwith|,)\s*(\w+) as (?:materialized )?\(/gi)].map(([, name]) => name!)
    return (
      parts.length > 1 &&
      inserts(text).some((own) => {
        const from = /\bfrom\s+([\s\S]*?)(?:\bwhere\b|\border by\b|\bon conflict\b|\breturning\b|$)/i.exec(
          outer(own),
        )?.[1]
        const names = [...(from ?? '').matchAll(/(?:^|\bjoin\s+|,\s*)(\w+)/gi)].map(([, name]) => name!)
        const isOnlyParts = names.length > 0 && names.every((name) => parts.includes(name))
        return isOnlyParts && !from!.includes('?ON_ITS_NODE')
      })
    )
  },
}

/** The inserts of a statement that select: each up to the bracket that ends it. */
function inserts(text: string): string[] {
  return [...text.matchAll(/\binsert into\b/gi)].flatMap(({ index }) => {
    let depth = 0
    let end = index
    while (end < text.length && depth >= 0) {
      if (text[end] === '(') depth += 1
      if (text[end] === ')') depth -= 1
      end += 1
    }
    const own = text.slice(index, end - 1)
    return /\bselect\b/i.test(outer(own)) ? [own] : []
  })
}

/** A text without what is in brackets. */
function outer(text: string): string {
  let depth = 0
  return [...text]
    .filter((letter) => {
      if (letter === '(') depth += 1
      if (letter === ')') depth -= 1
      return depth === 0
    })
    .join('')
}

const isRefused = (text: string, form: string) =>
  FORMS[form]!(plain(text.replaceAll('${' + 'ON_ITS_NODE}', '?ON_ITS_NODE')))

const placesOf = ({ path, text }: Source, form: string): string[] =>
  [...text.matchAll(SQL_TEXT)]
    .filter(([statement]) => isRefused(statement, form))
    .map(({ index }) => `${path}:${text.slice(0, index).split('\n').length}`)

const ours = sourcesOf('server/src', /\.ts$/).filter(
  ({ path }) => !/\.(test|faults)\.ts$|\/migrations\/|\/testing\/|\/demo\//.test(path),
)

it.each(Object.keys(FORMS))('no statement has %s', (form) => {
  expect(ours.flatMap((source) => placesOf(source, form))).toEqual([])
})

it.each([
  ['values that read a table', 'insert into a (b) values ((select 1 from c))'],
  [
    'an insert without a table in its `from`, with a condition that may be true without its subquery',
    "with c as (insert into a (b) select 1 where ? = 'x' or not exists (select from d) returning b) select * from c",
  ],
  ['a moment of the database in an update or a selected insert', 'update a set b = now()'],
  ['nextval in an update', "update a set b = nextval('c')"],
  [
    'a part that inserts what only other parts returned, without ON_ITS_NODE',
    'with x as (select 1 as id), y as (insert into a (id) select id from x returning id) select * from y',
  ],
])('%s is found', (form, statement) => {
  expect(isRefused(`\`${statement}\``, form)).toBe(true)
})
