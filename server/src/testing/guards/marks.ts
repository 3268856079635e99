import { parseSync } from 'oxc-parser'

/**
 * A comment marks the guard after it: `// guard: held-stock-counted`. Removing the guard removes what follows the mark: a
 * statement, a `.where(…)` of a chain, a property, an argument or an expression.
 */
export type Mark = {
  name: string
  /** The replacement. For an `if` it is the condition, for a `const` or a property the value. */
  as?: string
  /** Removes only this part, which must occur once: for SQL. */
  without?: string
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Edit = { from: number; to: number; text: string }

const MARK = /^\s*guard: ([a-z0-9-]+)\s*$/

export const namesIn = (source: string): string[] =>
  [...source.matchAll(/(?:\/\/|\/\*)\s*guard: ([a-z0-9-]+)/g)].map(([, name]) => name!)

/** The source without this guard. Returns the source itself when the mark isn't in it. */
export function withoutMarked(file: string, source: string, mark: Mark): string {
  if (!namesIn(source).includes(mark.name)) return source
  const { program, comments } = parseSync(file, source)
  const edits = comments
    .filter(({ value }) => MARK.exec(value)?.[1] === mark.name)
    .map(({ end }) => editAt(program as unknown as Node, source, end, mark))
  return edits
    .sort((a, b) => b.from - a.from)
    .reduce((text, { from, to, text: instead }) => text.slice(0, from) + instead + text.slice(to), source)
}

function editAt(program: Node, source: string, end: number, { name, as, without }: Mark): Edit {
  const at = end + /^\s*/.exec(source.slice(end))![0].length
  const node = source[at] === '.' ? linkAt(program, at) : outermostAt(program, at)
  if (!node) throw new Error(`guard ${name} stands before nothing that can be taken out`)
  if (without !== undefined) {
    const [before, after, ...more] = source.slice(node.start, node.end).split(without)
    if (after === undefined || more.length > 0) throw new Error(`guard ${name} doesn't hold "${without}" once`)
    return { from: node.start, to: node.end, text: `${before}${after}` }
  }
  if (as !== undefined) {
    const value = heldValue(node)
    return { from: value.start, to: value.end, text: as }
  }
  const comma = /^\s*,/.exec(source.slice(node.end))?.[0].length ?? 0
  return { from: node.start, to: node.end + comma, text: /Statement$/.test(node.type) ? '{}' : '' }
}

function heldValue(node: Node): Node {
  if (node.type === 'IfStatement') return node.test as Node
  if (node.type === 'VariableDeclaration') return (node.declarations as Node[])[0]!.init as Node
  return node.type === 'Property' ? (node.value as Node) : node
}

/** The link of a chain that begins with this dot: from the end of its object to the end of its call. */
function linkAt(program: Node, at: number): Node | undefined {
  const calls = nodesOf(program).filter(({ type }) => type === 'CallExpression')
  for (const call of calls) {
    const callee = call.callee as Node
    if (callee.type !== 'MemberExpression') continue
    const { object, property } = callee as unknown as { object: Node; property: Node }
    if (object.end <= at && property.start === at + 1) return { type: 'Link', start: at, end: call.end }
  }
  return undefined
}

const outermostAt = (program: Node, at: number): Node | undefined =>
  nodesOf(program)
    .filter(({ type, start }) => type !== 'Program' && start === at)
    .sort((a, b) => b.end - a.end)[0]

function nodesOf(node: Node): Node[] {
  const below = Object.values(node)
    .flat()
    .filter((child): child is Node => typeof (child as Node | null)?.type === 'string')
  return [node, ...below.flatMap(nodesOf)]
}
