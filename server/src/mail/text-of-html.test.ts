import { expect, it } from 'vitest'
import { textOfHtml } from './text-of-html.ts'

it.each([
  ['<p>Bring <strong>water</strong>.</p><p>Doors at 7.</p>', 'Bring water.\nDoors at 7.'],
  ['One<br>two &amp; three', 'One\ntwo & three'],
  ['<ul><li>Boots</li><li>Rope</li></ul>', '- Boots\n- Rope'],
  ['See <a href="https://a.example/map">the map</a>', 'See the map (https://a.example/map)'],
  ['<a href="https://a.example">https://a.example</a>', 'https://a.example'],
  ['', ''],
])('turns %s into %j', (html, text) => expect(textOfHtml(html)).toBe(text))
