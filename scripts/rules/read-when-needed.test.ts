import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { type Source, sourcesOf } from './source.ts'

/**
 * The shop's server speaks each reader's language, so a sentence that is read while its module loads stays English for
 * everyone.
 */
type Node = { type: string; start: number } & Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** The names under which a file has the groups of sentences, and ERRORS. */
function groupsIn(body: readonly Node[]): Set<string> {
  const names = new Set<string>()
  for (const { type, source, specifiers } of body) {
    if (type !== 'ImportDeclaration') continue
    if (!/^@foyer\/contract\/(?:messages|errors)\.ts$/.test((source as { value: string }).value)) continue
    for (const { local } of specifiers as { local: { name: string } }[]) names.add(local.name)
  }
  return names
}

function readWhileLoading({ path, text }: Source): string[] {
  const body = parseAst(text, { lang: 'ts' }).body as unknown as Node[]
  const groups = groupsIn(body)
  const found: string[] = []
  const look = (node: unknown): void => {
    if (Array.isArray(node)) for (const child of node) look(child)
    if (!isNode(node) || /Function|^Class|ImportDeclaration/.test(node.type)) return
    const object = node.object as { name?: string } | undefined
    if (node.type === 'MemberExpression' && groups.has(object?.name ?? ''))
      found.push(`${path}:${text.slice(0, node.start).split('\n').length}`)
    for (const part of Object.values(node)) look(part)
  }
  look(body)
  return found
}

it('finds a sentence read at module load', () => {
  const of = (text: string) =>
    readWhileLoading({ path: 'x.ts', text: `import { shop as t } from '@foyer/contract/messages.ts'\n${text}` })
  expect(of("const a = { b: t['c'] }")).toEqual(['x.ts:2'])
  expect(of('export const a = [t.c].map((one) => one)')).toEqual(['x.ts:2'])
  expect(of("const a = () => t['c']\nfunction b() { return t.c }\nconst c = { d: () => t.c }")).toEqual([])
  expect(of('const other = { c: 1 }\nconst a = other.c\ntype B = keyof typeof t')).toEqual([])
})

it('the server reads sentences only when they are used', () => {
  // The office is English.
  const sources = sourcesOf('server/src', /\.ts$/).filter(({ path }) => !/\.test\.ts$|\/office\//.test(path))
  expect(sources.flatMap(readWhileLoading)).toEqual([])
})
