import { expect, it } from 'vitest'
import { drawnRuns } from '../../../testing/pdf-text.ts'
import { drawTickets } from '../pdf.ts'
import { makeTicket } from '../ticket.testing.ts'

const SHOP = { name: 'Foyer', email: null }
const NOW = new Date('2026-06-01T12:00:00Z')
const TITLE_LEFT = 58
const TITLE_WIDTH = 299

const draw = (event: string) =>
  drawTickets([makeTicket({ event, terms: '', sold_by: '', code: null as never })], SHOP, NOW)

/** The title as it is drawn: its lines from the top, the glyphs of each from left to right. */
async function titleOf(event: string) {
  const pdf = await draw(event)
  const runs = drawnRuns(pdf)
  // The title is all that is drawn between the line to cut at and the date.
  const title = runs.slice(runs.findIndex(({ text }) => text.endsWith('Cut here')) + 1)
  const shown = title.slice(
    0,
    title.findIndex(({ text }) => text.startsWith('Fri 2 Oct')),
  )
  const baselines = [...new Set(shown.map(({ y }) => Math.round(y)))]
  const lines = baselines.map((y) =>
    shown
      .filter((run) => Math.round(run.y) === y)
      .sort((a, b) => a.x - b.x)
      .map(({ text }) => text)
      .join('')
      .replace(/\s/g, ''),
  )
  const fonts = [...pdf.toString('latin1').matchAll(/\/BaseFont \/[A-Z]+\+(\S+)/g)].map(([, font]) => font!)
  return { lines, glyphs: shown.flatMap(({ glyphs }) => glyphs), shown, fonts: [...new Set(fonts)], pdf }
}

it.each([
  ['a Hebrew name before a Latin one', 'עומר & Ann, 19:30', 'Ann,19:30&רמוע'],
  ['a Hebrew name after a Latin one', 'Ann & עומר', 'Ann&רמוע'],
  ['numbers in Hebrew', 'אולם 12 ו-34', '34-ו12םלוא'],
  ['a date in Arabic', 'حفل 2026', '2026لفح'],
  ['a name that is isolated in a sentence', 'For \u2068עומר\u2069, 12', 'Forרמוע,12'],
])('%s is in the order of a browser', async (_, event, visual) => {
  expect((await titleOf(event)).lines).toEqual([visual])
})

it('Arabic letters are joined, and lam and alef are one glyph', async () => {
  const { glyphs } = await titleOf('ببب')
  expect([glyphs.length, new Set(glyphs).size]).toEqual([3, 3])
  expect((await titleOf('لا')).glyphs).toHaveLength(1)
})

it('brackets are mirrored in a text from right to left', async () => {
  const [opening] = (await titleOf('(')).glyphs
  const mirrored = (await titleOf('(שלום')).glyphs
  expect(mirrored).toHaveLength(5)
  expect(mirrored.at(-1)).not.toBe(opening)
})

it('points and accents stand on their letter, and take no room', async () => {
  const widthOf = async (event: string) => {
    const { shown, glyphs } = await titleOf(`Ann ${event}`)
    const end = shown.at(-1)!
    return { x: end.x, glyphs: glyphs.length }
  }
  const [plain, pointed] = [await widthOf('שלום'), await widthOf('שָׁלוֹם')]
  expect(pointed).toEqual({ x: plain.x, glyphs: plain.glyphs + 3 })
})

it.each([
  ['Vietnamese', 'Nguyễn Ánh, Đêm nhạc', 'DejaVuSansCondensed-Bold'],
  ['Turkish', 'İstanbul ğışçöü', 'FamiljenGrotesk'],
  ['Polish', 'Zażółć gęślą jaźń', 'FamiljenGrotesk'],
  ['Greek', 'Καλησπέρα', 'DejaVuSansCondensed-Bold'],
  ['Ukrainian', 'Київська опера', 'DejaVuSansCondensed-Bold'],
  ['Hebrew', 'שלום', 'DejaVuSansCondensed-Bold'],
  ['Arabic', 'سلام', 'DejaVuSansCondensed-Bold'],
  ['Japanese', '東京フィル「第九」', 'NotoSansJP'],
  ['simplified Chinese', '北京交响乐团', 'NotoSansSC'],
  ['traditional Chinese', '國家音樂廳', 'NotoSansTC'],
  ['Korean', '서울 음악제', 'NotoSansKR'],
  ['Thai', 'กรุงเทพ', 'NotoSansThai'],
  ['Hindi', 'नमन', 'NotoSansDevanagari'],
])('%s is printed in full, in a font with its letters', async (_, event, font) => {
  const { lines, glyphs, fonts } = await titleOf(event)
  expect(glyphs.length).toBeGreaterThan(0)
  // Glyph 0 is the box of a missing letter.
  expect(glyphs.filter((glyph) => /^0*$/.test(glyph))).toEqual([])
  expect([...lines.join('')].sort()).toEqual([...event.replace(/\s/g, '')].sort())
  expect(fonts.some((name) => name.startsWith(font))).toBe(true)
})

it.each([
  ['Asia/Tokyo', 'NotoSansJP'],
  ['Asia/Shanghai', 'NotoSansSC'],
  ['Asia/Hong_Kong', 'NotoSansTC'],
  ['Asia/Seoul', 'NotoSansKR'],
  ['Europe/London', 'NotoSansTC'],
])('characters that several languages share have the shapes of the event’s place: %s', async (timezone, font) => {
  const pdf = await drawTickets([makeTicket({ event: '中山', timezone, terms: '', sold_by: '' })], SHOP, NOW)
  const fonts = [...pdf.toString('latin1').matchAll(/\/BaseFont \/[A-Z]+\+(Noto[A-Za-z]+)/g)].map(([, name]) => name!)
  expect([...new Set(fonts)]).toEqual([expect.stringMatching(`^${font}`)])
})

it('a Latin ticket embeds no other font', async () => {
  const { fonts } = await titleOf('Autumn Gala, Łódź')
  expect(fonts.filter((name) => name.startsWith('Noto'))).toEqual([])
})

it('a text without spaces is broken between words or letters, within its column', async () => {
  for (const event of ['คอนเสิร์ตดนตรีไทยร่วมสมัยที่กรุงเทพมหานครครั้งที่สิบสอง', '東京交響楽団定期演奏会'.repeat(3)]) {
    const { lines, shown } = await titleOf(event)
    expect(lines.length).toBeGreaterThan(1)
    for (const { x } of shown) expect(x).toBeLessThan(TITLE_LEFT + TITLE_WIDTH)
  }
})

it('a title that is too long is cut at its logical end, which is the left of a Hebrew line', async () => {
  const { lines } = await titleOf('תזמורת סימפונית ירושלים '.repeat(70))
  expect(lines.length).toBeLessThan(20)
  expect(lines.at(-1)!.startsWith('…')).toBe(true)
  expect(lines[0]!.startsWith('…')).toBe(false)
})

it.each([
  '🎉',
  '👩‍👩‍👧',
  '\u2067',
  'தமிழ்',
  '\u{1F1EC}\u{1F1E7} שלום',
  '\u0301',
  '\uD800',
  '\u202Eabc',
  'x\u200D',
  '\u{E0001}',
])('odd characters do no harm: %j', async (event) => {
  expect((await draw(event)).subarray(0, 5).toString()).toBe('%PDF-')
})
