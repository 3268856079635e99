import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { type Source, sourcesOf } from './source.ts'

/** Every sentence a person reads stands in the catalogue (contract/src/messages.en.ts): so a language is one file. */
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
/** Two letters in a row are a word; signs and single letters between them are not. */
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

/** The page that shows the pieces to those who work on them, and the law's own texts, which are files per language themselves. */
const NOT_READ = /\.test\.tsx$|\/testing\/|\/ui\/(pieces|testing|DatePickerPieces)\.tsx$|\/pages\/pieces\//

it('finds a sentence where there is one', () => {
  const found = (text: string) => sentencesIn({ path: 'x.tsx', text })
  expect(found('const a = <p title="Hello you">Some words</p>')).toEqual(['x.tsx:1 Hello you', 'x.tsx:1 Some words'])
  expect(found('const a = <p className="wide page">{t["a"]} · {"£"}</p>')).toEqual([])
})

it('components say nothing of their own', () => {
  const components = sourcesOf('web/src', /\.tsx$/).filter(({ path }) => !NOT_READ.test(path))
  expect(components.length).toBeGreaterThan(50)
  expect(components.flatMap(sentencesIn)).toEqual([])
})
