import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { type Source, sourcesOf } from './source.ts'

/** All text for people is in the catalogue (contract/src/messages.en.ts), so that a language is one file. */
const SPOKEN = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'title',
  'placeholder',
  'alt',
  'label',
  'hint',
])
/** Two letters in a row count as a word; signs and single letters do not. */
const WORD = /\p{L}{2}/u

type Node = { type: string; start: number; value?: unknown; name?: { name?: string } } & Record<string, unknown>

function sentencesIn({ path, text }: Source): string[] {
  const found: string[] = []
  const line = (at: number) => `${path}:${text.slice(0, at).split('\n').length}`
  const tell = (node: Node, words: unknown) => {
    if (typeof words === 'string' && WORD.test(words)) found.push(`${line(node.start)} ${words.trim()}`)
  }
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const one = node as Node
    if (one.type === 'JSXText') tell(one, one.value)
    if (one.type === 'JSXAttribute' && SPOKEN.has(one.name?.name ?? '')) tell(one, (one.value as Node | null)?.value)
    if (one.type === 'JSXExpressionContainer') tell(one, (one.expression as Node).value)
    for (const part of Object.values(one)) look(part)
  }
  look(parseAst(text, { lang: 'tsx' }).body)
  return found
}

/**
 * The same for the server, whose sentences are in text files of their own. A sentence is a capital followed by at least two
 * words. Thrown messages are for the operator and tagged sql is for the database.
 */
const SENTENCE = /(^|[^\p{L}\p{N}_-])\p{Lu}\p{Ll}*[,:]? \p{L}{2,}/u
const nameOf = (node: unknown) => String((node as { name?: unknown } | undefined)?.name)
const isForOperators = ({ type, callee, tag }: Node) =>
  type === 'ThrowStatement' ||
  (type === 'NewExpression' && nameOf(callee).endsWith('Error')) ||
  (type === 'CallExpression' && nameOf((callee as Node).object) === 'log') ||
  (type === 'TaggedTemplateExpression' && nameOf(tag) === 'sql')

function sentencesAmong({ path, text }: Source): string[] {
  const found: string[] = []
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const one = node as Node
    if (isForOperators(one)) return
    const words =
      one.type === 'TemplateElement' ? (one.value as { raw: string }).raw : one.type === 'Literal' && one.value
    if (typeof words === 'string' && SENTENCE.test(words))
      found.push(`${path}:${text.slice(0, one.start).split('\n').length} ${words.trim()}`)
    for (const part of Object.values(one)) look(part)
  }
  look(parseAst(text, { lang: 'ts' }).body)
  return found
}

/** Folders whose text buyers read, without commands for the operator, names of typefaces and the XML of spreadsheets. */
const BUYERS =
  /^server\/src\/(account|after-sale|basket|checkout|delivery|donation|http|mail|office|pages|payment|privacy|questions|reservation|sms|tickets)\//
const NOT_BUYERS = /test|fault|\/model\/|cli|\/(theme|openapi|xlsx)\.ts$/

/** The gallery, which only developers see, and the legal texts, which are one file per language. */
const NOT_READ = /\.test\.tsx$|\/testing\/|\/pages\/gallery\//

it('finds a hard-coded sentence', () => {
  const found = (text: string) => sentencesIn({ path: 'x.tsx', text })
  expect(found('const a = <p title="Hello you">Some words</p>')).toEqual(['x.tsx:1 Hello you', 'x.tsx:1 Some words'])
  expect(found('const a = <p className="wide page">{t["a"]} · {"£"}</p>')).toEqual([])
})

it('components have no hard-coded sentences', () => {
  const components = sourcesOf('web/src', /\.tsx$/).filter(({ path }) => !NOT_READ.test(path))
  expect(components.length).toBeGreaterThan(50)
  expect(components.flatMap(sentencesIn)).toEqual([])
})

it('finds a hard-coded sentence in server texts', () => {
  const found = (text: string) => sentencesAmong({ path: 'x.ts', text })
  expect(found("const a = { error: 'There is nothing here.' }, b = html`<p>Hello you</p>`")).toEqual([
    'x.ts:1 There is nothing here.',
    'x.ts:1 <p>Hello you</p>',
  ])
  expect(found('const a = html`<p>Dear friend</p>`')).toEqual(['x.ts:1 <p>Dear friend</p>'])
  expect(
    found("throw new Error('No such sale'); log.warn('Mail not sent'); sql`select One two`; f('sales as sale')"),
  ).toEqual([])
})

it('emails, PDFs, messages and responses of the server have no hard-coded sentences', () => {
  const rooms = sourcesOf('server/src', /\.ts$/).filter(({ path }) => BUYERS.test(path) && !NOT_BUYERS.test(path))
  expect(rooms.length).toBeGreaterThan(100)
  expect(rooms.flatMap(sentencesAmong)).toEqual([])
})

/** The server's commands are outside the office, whose people have no terminal. */
it('no sentence of the shop or the office names a command', () => {
  const texts = sourcesOf('contract/src', /(\.en|\.fr|\/errors)\.ts$/)
  expect(texts.length).toBeGreaterThan(20)
  expect(texts.filter(({ text }) => /\bnpm (run|test|start)\b/.test(text)).map(({ path }) => path)).toEqual([])
})
