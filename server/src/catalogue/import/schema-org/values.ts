import { plainText } from '../../plain-text.ts'
import { folded } from '../../search.ts'
import type { Json } from '../read-file.ts'

/** Small readers for JSON-LD as it is written in practice: any value may be missing, single, a list, wrapped or linked. */

export type Node = { [key: string]: Json }

export const isNode = (value: Json | undefined): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const PREFIXES = ['', 'schema:', 'https://schema.org/', 'http://schema.org/']
const WITHOUT_PREFIX = /^(https?:\/\/(www\.)?schema\.org\/|schema:)/i

/** Returns a property by its name, with any schema.org prefix; undefined if absent or null. */
export function property(node: Node, name: string): Json | undefined {
  for (const prefix of PREFIXES) if (Object.hasOwn(node, prefix + name)) return node[prefix + name] ?? undefined
  return undefined
}

export const listOf = (value: Json | undefined): Json[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value.flatMap(listOf) : [value]

/** Strips the prefix: 'https://schema.org/SoldOut' and 'SoldOut' are the same word. */
export const bareWord = (word: string): string => word.trim().replace(WITHOUT_PREFIX, '')

export const typesOf = (node: Node): string[] =>
  listOf(node['@type'] ?? node.type).flatMap((type) => (typeof type === 'string' ? [bareWord(type)] : []))

/** Returns every text in a value, however it is wrapped. */
export const textsOf = (value: Json | undefined): string[] =>
  listOf(value).flatMap((item): string[] => {
    if (typeof item === 'string') {
      const text = plainText(item).trim()
      return text === '' ? [] : [text]
    }
    if (typeof item === 'number' || typeof item === 'boolean') return [String(item)]
    if (isNode(item)) return textsOf(item['@value'] ?? property(item, 'name') ?? item['@id'])
    return []
  })

export const textOf = (node: Node, name: string): string | undefined => textsOf(property(node, name))[0]

/** Resolves a reference to something described elsewhere in the same document. */
export type Resolve = (value: Json) => Json

export function resolver(root: Json): Resolve {
  const nodesById = new Map<string, Node>()
  const walk = (value: Json): void => {
    if (Array.isArray(value)) for (const item of value) walk(item)
    if (!isNode(value)) return
    const id = value['@id']
    if (typeof id === 'string' && !isOnlyLink(value) && !nodesById.has(id)) nodesById.set(id, value)
    Object.values(value).forEach(walk)
  }
  walk(root)
  return (value) => {
    if (!isNode(value) || !isOnlyLink(value)) return value
    return nodesById.get(String(value['@id'])) ?? value
  }
}

const isOnlyLink = (node: Node): boolean =>
  typeof node['@id'] === 'string' && Object.keys(node).every((key) => key === '@id' || key === '@type')

export const webAddress = (text: string | undefined): string | null =>
  text !== undefined && /^https?:\/\/[^\s/]\S*$/i.test(text) && text.length <= 500 && URL.canParse(text) ? text : null

/** Returns a number, which may be written as text. */
export function numberOf(node: Node, name: string): number | null {
  const number = Number(textOf(node, name) ?? Number.NaN)
  return Number.isFinite(number) ? number : null
}

export function slugOf(text: string, maxLength = 80): string {
  const slug = folded(text)
    .replace(/['"’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '')
  // A name in another script must not become empty, nor the same as every other such name.
  return slug.length >= 2 ? slug : `${slug === '' ? 'name' : slug}-${shortHash(text)}`
}

export function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193) >>> 0
  return hash.toString(36).padStart(7, '0')
}

/** Cuts a text at the end of a word. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength - 1)
  const space = cut.lastIndexOf(' ')
  return `${(space > maxLength / 2 ? cut.slice(0, space) : cut).trimEnd().replace(/[\uD800-\uDBFF]$/, '')}…`
}
