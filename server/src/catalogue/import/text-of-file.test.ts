import { describe, expect, it } from 'vitest'
import { addressOfPage, jsonLdOfHtml } from './read-file.ts'
import { textOfFile } from './text-of-file.ts'

const TEXT = '{"name": "Café – £5, “Łódź”"}'
const WESTERN = '{"name": "Café £5"}'

describe('the text of a file', () => {
  it.each<[string, Uint8Array, string, string[]?]>([
    ['UTF-8', Buffer.from(TEXT), TEXT],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`), TEXT],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), TEXT],
    ['UTF-16 without one', Buffer.from(TEXT, 'utf16le'), TEXT],
    ['UTF-16, the other bytes first', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16(), TEXT],
    ['Latin-1', Buffer.from(WESTERN, 'latin1'), WESTERN, ['it is not in UTF-8, and was read as windows-1252']],
    [
      'Windows-1252',
      Buffer.from([0x80, 0x31, 0x96, 0x93, 0xe9]),
      '€1–“é',
      ['it is not in UTF-8, and was read as windows-1252'],
    ],
    [
      'what a page names',
      Buffer.from('<meta charset="iso-8859-2">\xb3', 'latin1'),
      '<meta charset="iso-8859-2">ł',
      ['it is not in UTF-8, and was read as iso-8859-2'],
    ],
    [
      'UTF-8 encoded twice',
      Buffer.from('CafÃ© â€™s Â£5'),
      'Café ’s £5',
      ['texts in it that were encoded twice were repaired'],
    ],
    ['letters that only look so', Buffer.from('ÃO, «Ça», Ünïcödé'), 'ÃO, «Ça», Ünïcödé'],
    ['nothing', new Uint8Array(), ''],
  ])('in %s', (_, bytes, text, notes = []) => expect(textOfFile(bytes)).toEqual({ text, notes }))
})

describe('the blocks of a page', () => {
  const block = (json: string) => `<html>\n<script type="application/ld+json">${json}</script>`
  const blockIn = (html: string) => {
    const [read] = jsonLdOfHtml(html)
    return read?.ok ? read.value : read
  }

  it.each([
    ['plain', '{"a": 1}'],
    ['in CDATA', '//<![CDATA[\n{"a": 1}\n//]]>'],
    ['in CDATA of CSS comments', '/* <![CDATA[ */ {"a": 1} /* ]]> */'],
    ['in an HTML comment', '<!--\n{"a": 1}\n-->'],
    ['with its quotes as entities', '{&quot;a&quot;: 1}'],
  ])('%s', (_, json) => expect(blockIn(block(json))).toEqual({ a: 1 }))

  it('keep comments and CDATA inside their texts', () => {
    const text = '<!-- wp:paragraph --><p>Hi</p> ]]> https://x.example//'
    expect(blockIn(block(JSON.stringify({ text })))).toEqual({ text })
  })

  it.each([
    ['<link rel="canonical" href="https://x.example/e/">', 'https://x.example/e/'],
    ['<base href="https://x.example/b/"><link rel=canonical href=/e>', 'https://x.example/b/'],
    ['<meta property="og:url" content="https://x.example/?a=1&amp;b=2">', 'https://x.example/?a=1&b=2'],
    ['<link rel="canonical" href="/e">', null],
  ])('are of the page at %s', (head, address) => expect(addressOfPage(head)).toBe(address))
})
