import { createScanner, printParseErrorCode, visit } from 'jsonc-parser'
import { decodeEntities } from '../../html/sanitise.ts'

/** JSON with line numbers: `JSON.parse` gives the value, jsonc-parser the position of each part and of mistakes. */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A position in a file; both count from 1. */
export type Position = { line: number; column: number }

export type ReadFile =
  | {
      ok: true
      value: Json
      lineOf: (path: readonly PropertyKey[]) => number
      lineOfNode: (node: object) => number | undefined
    }
  | ({ ok: false; text: string } & Position)

/** No real catalogue nests this deep; the limit keeps a hostile file from exhausting the stack. */
const MAX_DEPTH = 200

/** Parses a text as JSON. `firstLine` is the line of the file where the text begins. */
export function readJson(text: string, firstLine = 1): ReadFile {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  const problem = depthProblem(source)
  if (problem) return { ok: false, ...problem, line: firstLine + problem.line - 1 }

  const { lines, error } = scan(source, firstLine)
  let value: Json
  try {
    value = JSON.parse(source)
  } catch {
    return { ok: false, ...(error ?? { text: 'It cannot be read', line: firstLine, column: 1 }) }
  }
  const pathOf = pathsOf(value)
  const lineOf = (path: readonly PropertyKey[]): number => {
    // A missing field is reported on the line of its parent.
    for (let length = path.length; length > 0; length--) {
      const line = lines.get(pointer(path.slice(0, length)))
      if (line !== undefined) return line
    }
    return lines.get('') ?? firstLine
  }
  return { ok: true, value, lineOf, lineOfNode: (node) => (pathOf.has(node) ? lineOf(pathOf.get(node)!) : undefined) }
}

/** Returns every block of JSON-LD in an HTML page, with lines counted from the top of the page. */
export function jsonLdOfHtml(html: string): ReadFile[] {
  const blocks = html.matchAll(/<script\b[^>]*\btype\s*=\s*["']?application\/ld\+json\b[^>]*>([\s\S]*?)<\/script\s*>/gi)
  return [...blocks].map((block) => {
    const start = block.index + block[0].indexOf('>') + 1
    const firstLine = html.slice(0, start).split('\n').length
    const read = readJson(withoutWrapping(block[1]!), firstLine)
    // Some systems write the block as text of the page, with its quotes as entities.
    const plain = read.ok || !block[1]!.includes('&quot;') ? null : readJson(decodeEntities(block[1]!), firstLine)
    return plain?.ok ? plain : read
  })
}

/** Blanks what some systems put around the block for very old browsers: CDATA and HTML comments. Marks inside texts stay. */
const withoutWrapping = (json: string): string =>
  [
    /^\s*(?:(?:\/\/|\/\*)?\s*(?:<!\[CDATA\[|<!--)\s*(?:\*\/)?\s*)+/,
    /(?:\s*(?:\/\/|\/\*)?\s*(?:\]\]>|-->)\s*(?:\*\/)?)+\s*$/,
  ].reduce((text, mark) => text.replace(mark, (found) => found.replace(/\S/g, ' ')), json)

/** The address that an HTML page gives itself; null if it gives none. */
export function addressOfPage(html: string): string | null {
  const tags = [
    /<base\b[^>]*>/i,
    /<link\b[^>]*\brel\s*=\s*["']?canonical\b[^>]*>/i,
    /<meta\b[^>]*\bproperty\s*=\s*["']?og:url\b[^>]*>/i,
  ]
  const addresses = tags.map((tag) => /\b(?:href|content)\s*=\s*["']?([^"'\s>]+)/i.exec(tag.exec(html)?.[0] ?? '')?.[1])
  const address = addresses
    .map((one) => decodeEntities(one ?? ''))
    .find((one) => /^https?:\/\//i.test(one) && URL.canParse(one))
  return address ?? null
}

const pointer = (path: readonly PropertyKey[]): string => (path.length === 0 ? '' : JSON.stringify(path))

type Problem = { text: string } & Position

/** Checks the depth with the parser's scanner, because the parser itself recurses. */
function depthProblem(source: string): Problem | null {
  const scanner = createScanner(source, true)
  let depth = 0
  while (scanner.getPosition() < source.length) {
    scanner.scan()
    const first = source[scanner.getTokenOffset()]
    if (first === '{' || first === '[') depth += 1
    if (first === '}' || first === ']') depth -= 1
    if (depth > MAX_DEPTH)
      return {
        text: `Values are nested more than ${MAX_DEPTH} deep`,
        line: scanner.getTokenStartLine() + 1,
        column: scanner.getTokenStartCharacter() + 1,
      }
  }
  return null
}

/** Returns the line of the value at each path, and the first mistake. */
function scan(source: string, firstLine: number): { lines: Map<string, number>; error: Problem | undefined } {
  const lines = new Map<string, number>()
  const openBrackets: string[] = []
  let field = ''
  let error: Problem | undefined
  const recordLine = (line: number, path: () => (string | number)[]) => {
    lines.set(pointer(path()), firstLine + line)
  }
  visit(
    source,
    {
      onObjectBegin(_at, _length, line, _column, path) {
        recordLine(line, path)
        openBrackets.push('}')
      },
      onArrayBegin(_at, _length, line, _column, path) {
        recordLine(line, path)
        openBrackets.push(']')
      },
      onObjectEnd: () => void openBrackets.pop(),
      onArrayEnd: () => void openBrackets.pop(),
      onObjectProperty: (name) => {
        field = name
      },
      onLiteralValue: (_value, _at, _length, line, _column, path) => recordLine(line, path),
      onError(code, at, length, line, column) {
        if (error) return
        const { text, offset = 0 } = errorText({
          code: printParseErrorCode(code),
          source,
          offset: at,
          length,
          field,
          closer: openBrackets.at(-1) ?? '',
        })
        error = { text, line: firstLine + line, column: column + 1 + offset }
      },
    },
    { disallowComments: true },
  )
  return { lines, error }
}

function pathsOf(root: Json): WeakMap<object, readonly PropertyKey[]> {
  const paths = new WeakMap<object, readonly PropertyKey[]>()
  const walk = (value: Json, path: readonly PropertyKey[]): void => {
    if (typeof value !== 'object' || value === null) return
    paths.set(value, path)
    const children = Array.isArray(value) ? value.entries() : Object.entries(value)
    for (const [key, child] of children) walk(child, [...path, key])
  }
  walk(root, [])
  return paths
}

type ParserError = {
  /** The name in jsonc-parser. */
  code: string
  source: string
  offset: number
  length: number
  /** The name of the field read last. */
  field: string
  /** The character that closes the innermost object or list. */
  closer: string
}

/** Turns a parser error into a sentence; `offset` moves the column to where a person would look. */
function errorText({ code, source, offset, length, field, closer }: ParserError): { text: string; offset?: number } {
  const [before, text] = [source.slice(Math.max(0, offset - 100), offset), source.slice(offset, offset + length)]
  const word = /^[\w.+-]{1,20}|^[\s\S]/.exec(source.slice(offset, offset + 20))?.[0]
  const found = word === undefined ? 'the end of the file' : `"${word}"`
  const kind = closer === '}' ? 'field' : 'entry'
  const afterComma = /,\s*$/.test(before)
  const valueMissing = { text: `A value should stand here, not ${found}` }
  const nameMissing = { text: `A field's name in double quotes should stand here, not ${found}` }
  switch (code) {
    case 'PropertyNameExpected':
    case 'ValueExpected':
      if (afterComma && word === closer) return { text: `A comma stands before ${closer}, but no ${kind} follows it` }
      return code === 'ValueExpected' ? valueMissing : nameMissing
    case 'InvalidSymbol':
      return closer === '}' && /[{,]\s*$/.test(before) ? nameMissing : valueMissing
    case 'ColonExpected':
      return { text: `A colon should follow the name "${field}", not ${found}` }
    case 'CommaExpected': {
      // The parser reads the first zero of 007 as a number and stops at the second.
      const number = /-?\d+$/.exec(before)?.[0]
      if (number !== undefined && /^\d/.test(text))
        return {
          text: `A value should stand here, not "${number}${/^[\w.+-]*/.exec(source.slice(offset, offset + 20))}"`,
          offset: -number.length,
        }
      return { text: `A comma or ${closer} should follow this ${kind}, not ${found}` }
    }
    case 'CloseBraceExpected':
      return { text: `A comma or } should follow this field, not ${found}` }
    case 'CloseBracketExpected':
      return { text: `A comma or ] should follow this entry, not ${found}` }
    case 'EndOfFileExpected':
      return { text: `Nothing may follow the end of the value, but there is ${found}` }
    case 'UnexpectedEndOfString':
      return { text: 'This text has no closing double quote' }
    case 'InvalidCharacter':
      return { text: 'A control character stands inside a text: write it as an escape such as \\t' }
    case 'InvalidEscapeCharacter':
    case 'InvalidUnicode': {
      const escapeAt = /^(?:[^\\]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/.exec(text)![0].length
      return { text: `"${text.slice(escapeAt, escapeAt + 2)}" is not an escape of JSON`, offset: escapeAt }
    }
    case 'InvalidCommentToken':
    case 'UnexpectedEndOfComment':
      return { text: 'JSON has no comments' }
    default:
      return valueMissing
  }
}
