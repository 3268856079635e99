import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonLdOfHtml, type ReadFile, readJson } from './read-file.ts'

function read(text: string) {
  const file = readJson(text)
  if (!file.ok) throw new Error(`${file.line}:${file.column} ${file.text}`)
  return file
}

const outcome = (file: ReadFile) => (file.ok ? 'read' : `${file.line}:${file.column} ${file.text}`)

describe('readJson', () => {
  it('returns the same value as JSON.parse', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 2, '\t'), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent)
        expect(read(text).value).toEqual(JSON.parse(text))
      }),
    )
  })

  it('refuses what JSON.parse refuses, and never throws', () => {
    const bits = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      '-',
      '01',
      'true',
      'nul',
      '\\',
      '\n',
      ' ',
      '1e5',
      '\t"',
    )
    const parses = (text: string) => {
      try {
        JSON.parse(text)
        return true
      } catch {
        return false
      }
    }
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 12 }), (parts) => {
        expect(readJson(parts.join('')).ok).toBe(parses(parts.join('')))
      }),
      { numRuns: 3000 },
    )
  })

  it('finds the line of every value, and where a missing one should be', () => {
    const file = read('{\n "events": [\n  {"name": "A"},\n  {\n   "name": "B",\n   "dates": [1,\n2]\n  }\n ]\n}')
    expect(file.lineOf(['events', 0, 'name'])).toBe(3)
    expect(file.lineOf(['events', 1, 'name'])).toBe(5)
    expect(file.lineOf(['events', 1, 'dates', 1])).toBe(7)
    expect(file.lineOf(['events', 1, 'venue'])).toBe(4)
    expect(file.lineOf([])).toBe(1)
    const second = (file.value as unknown as { events: object[] }).events[1]!
    expect(file.lineOfNode(second)).toBe(4)
  })

  it.each([
    ['{\n "a": 1,\n}', '3:1 A comma stands before }, but no field follows it'],
    ['{\n "a": 1\n "b": 2\n}', '3:2 A comma or } should follow this field, not """'],
    ['{ a: 1 }', '1:3 A field\'s name in double quotes should stand here, not "a"'],
    ['[1, 2', '1:6 A comma or ] should follow this entry, not the end of the file'],
    ['', '1:1 A value should stand here, not the end of the file'],
    ['{"a": "b\n"}', '1:7 This text has no closing double quote'],
    ['{"a": \'b\'}', '1:7 A value should stand here, not "\'"'],
    ['{"a" 1}', '1:6 A colon should follow the name "a", not "1"'],
    ['{} {}', '1:4 Nothing may follow the end of the value, but there is "{"'],
    ['[1,\n 007]', '2:2 A value should stand here, not "007"'],
    ['["\\x"]', '1:3 "\\x" is not an escape of JSON'],
    ['[1,]', '1:4 A comma stands before ], but no entry follows it'],
    ['{"a": 1 // one\n}', '1:9 JSON has no comments'],
    ['["\u0001"]', '1:2 A control character stands inside a text: write it as an escape such as \\t'],
  ])('reports the position of the error in %j', (text, words) => {
    expect(outcome(readJson(text))).toBe(words)
  })

  it('survives hostile files', () => {
    expect(outcome(readJson('['.repeat(100_000)))).toMatch(/nested more than 200 deep/)
    const { value } = read('{"__proto__": {"polluted": true}}')
    expect(Object.keys(value as object)).toEqual(['__proto__'])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(read('\uFEFF{"a": 1}').value).toEqual({ a: 1 })
  })
})

describe('jsonLdOfHtml', () => {
  it('finds every block of a page and counts lines from its top', () => {
    const html =
      '<html>\n<script type="application/ld+json">\n{"a":\n1}</script><script>x</script>\n<SCRIPT type=application/ld+json>[2</SCRIPT>'
    const [first, second, ...none] = jsonLdOfHtml(html)
    expect(first?.ok && [first.value, first.lineOf(['a'])]).toEqual([{ a: 1 }, 4])
    expect(second && !second.ok && second.line).toBe(5)
    expect(none).toEqual([])
  })
})
