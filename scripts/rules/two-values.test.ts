import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { ROOT, type Source, sourcesOf } from './source.ts'

/**
 * A sentence that is filled with two values or more has a test in which they differ: a text in some test that reads like the sentence, or a
 * line of a page of the office (web/src/office/every-value/). Otherwise two swapped values would be noticed by nobody.
 */

type Node = { type: string; start: number; end: number } & Record<string, unknown>

function* nodesIn(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const one of node) yield* nodesIn(one)
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node) yield node as Node
    for (const part of Object.values(node)) yield* nodesIn(part)
  }
}
const parsed = ({ path, text }: Source) => parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body

/** Every text of the catalogues, by the last part of its key. */
const TEXTS = new Map<string, Set<string>>()
function collect(value: unknown, key: string): void {
  if (typeof value === 'string') TEXTS.set(key, (TEXTS.get(key) ?? new Set()).add(value))
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) collect(inner, Array.isArray(value) ? key : name)
}
const CATALOGUE = join(ROOT, 'contract/src')
for (const file of readdirSync(CATALOGUE, { recursive: true, encoding: 'utf8' }))
  if (/\.(en|fr)\.ts$|(^|\/)errors\.ts$/.test(file))
    collect(await import(pathToFileURL(join(CATALOGUE, file)).href), '')

const isTest = ({ path }: Source) => /\.(test|spec|testing)\.|\/testing\//.test(path)
const CODE = ['contract/src', 'server/src', 'web/src'].flatMap((folder) => sourcesOf(folder, /\.tsx?$/))

type Call = { place: string; keys: string[] }

/** The calls that fill a sentence with two values or more, and the keys that may name it. */
function callsIn(source: Source): Call[] {
  if (!source.text.includes('fill(')) return []
  return [...nodesIn(parsed(source))].flatMap((node) => {
    const [sentence, values] = (node.arguments ?? []) as Node[]
    if (node.type !== 'CallExpression' || (node.callee as Node).name !== 'fill' || !sentence) return []
    if (values?.type !== 'ObjectExpression' || (values.properties as Node[]).length < 2) return []
    const keys = [...nodesIn(sentence)].flatMap((part) => {
      if (part.type !== 'MemberExpression') return []
      const property = part.property as Node & { name?: string; value?: unknown }
      if (!part.computed) return [property.name!]
      if (typeof property.value === 'string') return [property.value]
      if (property.type !== 'TemplateLiteral') return []
      const [head, tail] = (property.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw)
      return [...TEXTS.keys()].filter((key) => key.startsWith(head!) && key.endsWith(tail ?? ''))
    })
    return [{ place: source.path, keys: keys.filter((key) => TEXTS.has(key)) }]
  })
}

/** What tests write, with the source of an expression in place of its value. */
const written = CODE.concat(sourcesOf('e2e', /\.ts$/))
  .filter((source) => isTest(source) || source.path.startsWith('e2e/'))
  .flatMap((source) => {
    return [...nodesIn(parsed(source))].flatMap((node) => {
      if (node.type === 'Literal' && typeof node.value === 'string') return [node.value]
      if (node.type !== 'TemplateLiteral') return []
      const quasis = node.quasis as { value: { cooked: string } }[]
      const expressions = node.expressions as Node[]
      return [
        quasis
          .map(
            ({ value }, i) =>
              value.cooked + (expressions[i] ? source.text.slice(expressions[i].start, expressions[i].end) : ''),
          )
          .join(''),
      ]
    })
  })
  .concat(
    [
      'server/src/mail/every-value.txt',
      ...readdirSync(join(ROOT, 'web/src/office/every-value')).map((name) => `web/src/office/every-value/${name}`),
    ].flatMap((path) => readFileSync(join(ROOT, path), 'utf8').split('\n')),
  )

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const hasTwo = (text: string) => new Set([...text.matchAll(/\{([^}|]+)\}/g)].map(([, name]) => name)).size > 1

/** Whether a test has this sentence with values that differ. */
function isWritten(text: string): boolean {
  const pieces = text.split(/\{[^}]*\}/)
  const between = [...text.matchAll(/\{([^}]*)\}/g)].map(([, place]) => (place!.includes('|') ? '[\\p{L}]+' : '(.+?)'))
  const pattern = pieces.map((piece, i) => escaped(piece) + (between[i] ?? '')).join('')
  // A sentence of few words of its own is compared whole.
  const isShort = text.replaceAll(/\{[^}]*\}|[^\p{L}]/gu, '').length < 6
  const sentence = new RegExp(
    isShort ? `^${pattern}$` : pattern.endsWith('(.+?)') ? `${pattern}$|${pattern}(?=\\n)` : pattern,
    'u',
  )
  return written.some((line) => {
    const values =
      sentence
        .exec(line)
        ?.slice(1)
        .filter((value) => value !== undefined) ?? []
    return values.length > 1 && new Set(values).size === values.length
  })
}

/** Files that choose a sentence by other names than its key, and the tests that show each with values that differ. */
const CHOSEN_BY_NAME: Readonly<Record<string, string>> = {
  'server/src/checkout/small-total.ts': 'server/src/checkout/small-total.test.ts',
  'server/src/mail/templates/event-reminder.ts': 'server/src/mail/every-value.test.ts',
  'server/src/mail/templates/gift-aid.ts': 'server/src/mail/every-value.test.ts',
  'server/src/mail/templates/refund.ts': 'server/src/mail/every-value.test.ts',
  'server/src/office/order/timeline.ts': 'server/src/office/order/order.test.ts',
  'web/src/office/pages/counter/reader.tsx': 'web/src/office/every-value.test.tsx',
  'web/src/office/pages/event/late-entries.tsx': 'web/src/office/every-value.test.tsx',
}

const calls = CODE.filter((source) => !isTest(source)).flatMap(callsIn)

it('every sentence that is filled with two values has a test with values that differ', () => {
  expect(calls.length).toBeGreaterThan(150)
  const missing = calls.flatMap(({ place, keys }) =>
    keys
      .filter((key) => {
        const texts = [...TEXTS.get(key)!].filter(hasTwo)
        return texts.length > 0 && !texts.some(isWritten)
      })
      .map((key) => `${place} ${key}`),
  )
  expect(missing).toEqual([])
})

it('a sentence that is not named where it is filled has its test in the table', () => {
  const unnamed = calls.filter(({ keys }) => keys.length === 0).map(({ place }) => place)
  expect([...new Set(unnamed)].toSorted()).toEqual(Object.keys(CHOSEN_BY_NAME).toSorted())
  const paths = new Set(CODE.map(({ path }) => path))
  expect(Object.values(CHOSEN_BY_NAME).filter((path) => !paths.has(path))).toEqual([])
})
