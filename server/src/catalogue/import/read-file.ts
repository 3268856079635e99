/**
 * JSON with line numbers. `JSON.parse` forgets where a value stood, and what is refused must be found again in a file of
 * ten thousand lines; so this reads the same language and remembers.
 */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Where something stands, both counted from 1. */
export type Position = { line: number; column: number }

export type ReadFile =
  | { ok: true; value: Json; lineOf: (path: readonly PropertyKey[]) => number; lineOfNode: (node: object) => number }
  | ({ ok: false; words: string } & Position)

/** Nobody writes this deep; the limit keeps a hostile file from exhausting the stack of whoever walks the value. */
const MAX_DEPTH = 200

class BadJson extends Error {
  readonly at: number
  constructor(words: string, at: number) {
    super(words)
    this.at = at
  }
}

/** Reads a text as JSON. `firstLine` is the line of the file on which the text begins. */
export function readJson(text: string, firstLine = 1): ReadFile {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  const lineAt = lineFinder(source, firstLine)
  const parser = new Parser(source)
  try {
    const value = parser.file()
    const lineOfNode = (node: object) => lineAt(parser.starts.get(node)?.at ?? 0).line
    return { ok: true, value, lineOfNode, lineOf: (path) => lineAt(parser.find(value, path)).line }
  } catch (error) {
    if (error instanceof BadJson) return { ok: false, words: error.message, ...lineAt(error.at) }
    throw error
  }
}

/** Every block of JSON-LD of an HTML page, each with its lines counted from the top of the page. */
export function jsonLdOfHtml(html: string): ReadFile[] {
  const blocks = html.matchAll(/<script\b[^>]*\btype\s*=\s*["']?application\/ld\+json\b[^>]*>([\s\S]*?)<\/script\s*>/gi)
  return [...blocks].map((block) => {
    const start = block.index + block[0].indexOf('>') + 1
    // Some content systems wrap the block for browsers of the last century.
    const inner = block[1]!.replace(/<!\[CDATA\[|\]\]>|<!--|-->/g, (mark) => ' '.repeat(mark.length))
    return readJson(inner.replace(/\/\/\s*$/gm, ''), html.slice(0, start).split('\n').length)
  })
}

function lineFinder(text: string, firstLine: number): (at: number) => Position {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (at) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (starts[middle]! <= at) low = middle
      else high = middle - 1
    }
    return { line: firstLine + low, column: at - starts[low]! + 1 }
  }
}

type Start = { at: number; children: Map<PropertyKey, number> }

const ESCAPES: Record<string, string> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

class Parser {
  /** Of every object and list: where it starts and where each of its values does. */
  readonly starts = new WeakMap<object, Start>()
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  file(): Json {
    const value = this.#value(0)
    this.#space()
    if (this.#at < this.#text.length)
      this.#fail(`Nothing may follow the end of the value, but there is ${this.#seen()}`)
    return value
  }

  /** Where the value at a path starts; a path that leads nowhere (a missing field) ends at what it is missing from. */
  find(root: Json, path: readonly PropertyKey[]): number {
    let at = isNode(root) ? this.starts.get(root)!.at : 0
    let node: Json | undefined = root
    for (const key of path) {
      if (!isNode(node)) break
      const start: number | undefined = this.starts.get(node)?.children.get(Array.isArray(node) ? Number(key) : key)
      if (start === undefined) break
      at = start
      node = (node as Record<PropertyKey, Json>)[key]
    }
    return at
  }

  #value(depth: number): Json {
    this.#space()
    if (depth > MAX_DEPTH) this.#fail(`Values are nested more than ${MAX_DEPTH} deep`)
    const next = this.#text[this.#at]
    if (next === '{') return this.#object(depth)
    if (next === '[') return this.#list(depth)
    if (next === '"') return this.#string()
    return this.#word()
  }

  #object(depth: number): Json {
    const object: { [key: string]: Json } = {}
    const children = new Map<PropertyKey, number>()
    this.starts.set(object, { at: this.#at, children })
    this.#at += 1
    for (let first = true; !this.#closes('}', first, 'field'); first = false) {
      if (this.#text[this.#at] !== '"')
        this.#fail(`A field's name in double quotes should stand here, not ${this.#seen()}`)
      const key = this.#string()
      this.#space()
      if (this.#text[this.#at] !== ':') this.#fail(`A colon should follow the name "${key}", not ${this.#seen()}`)
      this.#at += 1
      this.#space()
      children.set(key, this.#at)
      const value = this.#value(depth + 1)
      // Assigning to `__proto__` would change the object instead of adding a field.
      Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true })
    }
    return object
  }

  #list(depth: number): Json {
    const list: Json[] = []
    const children = new Map<PropertyKey, number>()
    this.starts.set(list, { at: this.#at, children })
    this.#at += 1
    for (let first = true; !this.#closes(']', first, 'entry'); first = false) {
      children.set(list.length, this.#at)
      list.push(this.#value(depth + 1))
    }
    return list
  }

  /** Between two entries: true at the end, otherwise stands at the next entry. */
  #closes(end: string, first: boolean, what: string): boolean {
    this.#space()
    if (this.#text[this.#at] === end) {
      this.#at += 1
      return true
    }
    if (first) return false
    if (this.#text[this.#at] !== ',') this.#fail(`A comma or ${end} should follow this ${what}, not ${this.#seen()}`)
    this.#at += 1
    this.#space()
    if (this.#text[this.#at] === end) this.#fail(`A comma stands before ${end}, but no ${what} follows it`)
    return false
  }

  #string(): string {
    const start = this.#at
    let value = ''
    for (this.#at += 1; this.#text[this.#at] !== '"'; this.#at += 1) {
      const char = this.#text[this.#at]
      if (char === undefined || char === '\n') this.#fail('This text has no closing double quote', start)
      if (char < ' ') this.#fail('A control character stands inside a text: write it as an escape such as \\t')
      value += char === '\\' ? this.#escape() : char
    }
    this.#at += 1
    return value
  }

  #escape(): string {
    this.#at += 1
    const char = this.#text[this.#at] ?? ''
    const simple = Object.hasOwn(ESCAPES, char) ? ESCAPES[char] : undefined
    if (simple !== undefined) return simple
    const hex = /^u([0-9a-fA-F]{4})/.exec(this.#text.slice(this.#at, this.#at + 5))?.[1]
    if (hex === undefined) this.#fail(`"\\${char}" is not an escape of JSON`, this.#at - 1)
    this.#at += 4
    return String.fromCharCode(Number.parseInt(hex, 16))
  }

  #word(): Json {
    const word = /^[^\s,:{}[\]"]{0,60}/.exec(this.#text.slice(this.#at, this.#at + 60))?.[0] ?? ''
    const known: Record<string, Json> = { true: true, false: false, null: null }
    if (Object.hasOwn(known, word)) {
      this.#at += word.length
      return known[word]!
    }
    if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(word)) {
      this.#at += word.length
      return Number(word)
    }
    return this.#fail(`A value should stand here, not ${this.#seen()}`)
  }

  #space(): void {
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? '')) this.#at += 1
  }

  #seen(): string {
    const word = /^[\w.+-]{1,20}|^[\s\S]/.exec(this.#text.slice(this.#at, this.#at + 20))?.[0]
    return word === undefined ? 'the end of the file' : `"${word}"`
  }

  #fail(words: string, at = this.#at): never {
    throw new BadJson(words, at)
  }
}

const isNode = (value: Json | undefined): value is Json[] | { [key: string]: Json } =>
  typeof value === 'object' && value !== null
