import { describe, expect, it } from 'vitest'
import { allCode, type Source } from './source.ts'

const isTest = ({ path }: Source): boolean =>
  /\.(test|testing|spec)\.tsx?$/.test(path) ||
  /(^|\/)(testing|test-programs)\//.test(path) ||
  /^(e2e|bench)\//.test(path)

/** Names of the functions and constants that a file exports. */
const exportsOf = (text: string): string[] =>
  [...text.matchAll(/^export (?:const|function|async function) (\w+)/gm)].map(([, name]) => name!)

/** The text without comments, which may mention unused names. */
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(^|[^:'"`\\])\/\/[^\n]*/g, '$1')

/** Counts the uses of a name, without its declaration. */
const usesOf = (name: string, text: string): number =>
  [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length -
  [...text.matchAll(new RegExp(`^export (?:const|function|async function) ${name}\\b`, 'gm'))].length

/** The exports of `rules` that no other code uses. A rule that only its test calls probably exists twice. */
function unusedExports(rules: readonly Source[], code: readonly Source[]): string[] {
  const texts = code.map(({ path, text }) => ({ path, text: withoutComments(text) }))
  return rules.flatMap(({ path, text }) =>
    exportsOf(text)
      .filter((name) => !texts.some((source) => usesOf(name, source.text) > 0))
      .map((name) => `${path} ${name}`),
  )
}

describe('a function of the domain', () => {
  const code = allCode().filter((source) => !isTest(source))
  const rules = code.filter(({ path }) => path.startsWith('domain/src/'))

  it('has a caller outside tests', () => expect(unusedExports(rules, code)).toEqual([]))

  it('is found by this rule if it has none', () =>
    expect(rules.flatMap(({ text }) => exportsOf(text)).length).toBeGreaterThan(100))

  it.each<[string, string, string[]]>([
    ['used by another file', "import { isFree } from './a.ts'\nisFree(1)", []],
    ['used by its own file', 'const other = isFree(2)', []],
    ['named only in a comment', '// isFree says so', ['domain/src/a.ts isFree']],
    ['not used', 'const isFreedom = 1', ['domain/src/a.ts isFree']],
  ])('that is %s is judged', (_, text, unused) => {
    const rule = { path: 'domain/src/a.ts', text: 'export const isFree = (n: number) => n === 0' }
    expect(unusedExports([rule], [rule, { path: 'web/src/b.ts', text }])).toEqual(unused)
  })
})
