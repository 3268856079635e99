import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { ShopIdentity } from '@foyer/contract/pages.ts'
import { darkRuns, QUIET_ZONE } from '@foyer/contract/qr-code.ts'
import { addressAfter } from '@foyer/domain/format/place.ts'
import type { HeldTicket } from '../read.ts'
import { drawMark, drawPicture, NO_ART, type PaperArt } from './art.ts'
import { BLACK, type Doc, drawPaper, GREY, MARGIN, PAGE, RIGHT } from './document.ts'
import { qrModules } from './qr.ts'
import { drawAsIn, drawText, headingFont, MISSING, printable, textHeight } from './text.ts'

const MM = 72 / 25.4
const HALF = PAGE.height / 2
const CODE = 45 * MM
const PAD = 18
const LINE = '#C8C8C8'
/** A ticket is a card on its half of the page, with the code on a stub at its right. */
const CARD = { x: MARGIN, top: 18, width: RIGHT - MARGIN, height: HALF - 36 }
const STRIP = 8
const STUB = RIGHT - CODE - 2 * PAD
const LEFT = MARGIN + PAD
const COLUMN = STUB - PAD - LEFT
const HALF_COLUMN = (COLUMN - PAD) / 2
/** A picture is as wide as the main part. It is whole in this height, by the proportions of its file, and cut in a smaller one. */
const PICTURE = { width: STUB - CARD.x, whole: ((STUB - CARD.x) * 390) / 1040, least: 64 }
const TITLE_SIZES = [22, 18, 15, 13, 11] as const
const VALUE_SIZES = [12, 10.5, 9] as const

const isCut = (doc: Doc, ticket: HeldTicket): boolean =>
  [ticket.event, ticket.place, ticket.address, ticket.ticket, ticket.seat, ticket.holder, ticket.organiser].some(
    (text) => text !== null && printable(doc, text).includes(MISSING) && !text.includes(MISSING),
  )

/** Draws tickets to print: A4, one per half page, on white, with no network access. Organisers' texts print as plain
 * words.
 */
export function drawTickets(
  tickets: readonly HeldTicket[],
  shop: ShopIdentity,
  now: Date,
  artOf: (ticket: HeldTicket) => PaperArt = () => NO_ART,
): Promise<Buffer> {
  const reference = [...new Set(tickets.map(({ orderNumber, sale_reference }) => orderNumber ?? sale_reference))].join(
    ', ',
  )
  return drawPaper(fill(mails['ticket.document'], { reference }), shop, now, (doc) =>
    tickets.forEach((ticket, index) => {
      const isUpper = index % 2 === 0
      if (isUpper) {
        doc.addPage()
        drawPerforation(doc)
      }
      drawAsIn(doc, ticket.timezone)
      drawTicket(doc, ticket, { shop, art: artOf(ticket), top: isUpper ? 0 : HALF })
      if (isUpper && index === tickets.length - 1) drawAdvice(doc, shop)
    }),
  )
}

function drawPerforation(doc: Doc): void {
  doc.save().lineWidth(0.75).strokeColor(GREY).dash(4, { space: 4 })
  doc.moveTo(MARGIN, HALF).lineTo(RIGHT, HALF).stroke().undash().restore()
  doc.font('plain').fontSize(7).fillColor(GREY)
  doc.text(`\u2702 ${mails['ticket.cut']}`, MARGIN, HALF - 11, { lineBreak: false })
}

/** Advice for visitors, if the page has only one ticket. */
function drawAdvice(doc: Doc, shop: ShopIdentity): void {
  const title = mails['ticket.advice']
  headingFont(doc, title)
    .fontSize(14)
    .fillColor(BLACK)
    .text(title, LEFT, HALF + 36, { width: RIGHT - LEFT })
  const lines = [
    mails['ticket.paperOrPhone'],
    mails['ticket.inWallet'],
    ...(shop.email === null ? [] : [fill(mails['ticket.questions'], { email: shop.email })]),
  ]
  doc.font('plain').fontSize(10)
  for (const line of lines) doc.text(line, LEFT, doc.y + 6, { width: COLUMN + CODE })
}

type How = { shop: ShopIdentity; art: PaperArt; top: number }

function drawTicket(doc: Doc, ticket: HeldTicket, { shop, art, top }: How): void {
  const y = top + CARD.top
  const bottom = y + CARD.height
  const terms = drawTerms(doc, ticket, bottom - 12)
  const facts = factsOf(doc, ticket)
  const factsTop = terms - 10 - facts.height
  const title = titleOf(doc, ticket.event, factsTop - 8 - WHEN - (y + STRIP))
  const titleTop = factsTop - 8 - WHEN - title.height

  doc.save().roundedRect(CARD.x, y, CARD.width, CARD.height, 10).clip()
  doc.rect(CARD.x, y, CARD.width, STRIP).fill(art.colour)
  const room = titleTop - 12 - (y + STRIP)
  if (room >= PICTURE.least) drawTop(doc, art, { y: y + STRIP, height: Math.min(PICTURE.whole, room) })
  doc.restore()
  doc.save().lineWidth(0.75).strokeColor(LINE).roundedRect(CARD.x, y, CARD.width, CARD.height, 10).stroke()
  doc
    .dash(3, { space: 3 })
    .moveTo(STUB, y + STRIP)
    .lineTo(STUB, bottom)
    .stroke()
    .undash()
    .restore()

  // What is left below a whole picture is shared: the title follows the picture, the terms stay at the foot.
  const spare = Math.max(0, room - PICTURE.whole) / 2
  heading(doc, ticket.event, { ...title, x: LEFT, y: titleTop - spare, width: COLUMN })
  drawWhen(doc, ticket, { colour: art.colour, y: titleTop - spare + title.height + 4 })
  facts.draw(factsTop - spare)
  drawStub(doc, ticket, { shop, art, y, bottom })
}

/** The picture, or the organiser's colour with the shop's doorway. */
function drawTop(doc: Doc, art: PaperArt, { y, height }: { y: number; height: number }): void {
  const box = { x: CARD.x, y, width: PICTURE.width, height }
  if (art.picture !== null) return void drawPicture(doc, art.picture, { ...box, align: 'fill' })
  doc.save().rect(box.x, box.y, box.width, box.height).clip()
  doc.rect(box.x, box.y, box.width, box.height).fill(art.colour)
  doc.fillOpacity(0.14)
  drawMark(doc, { x: STUB - 150, y: y + 10, size: 150 }, ['#FFFFFF', '#FFFFFF', art.colour])
  doc.restore()
}

/** The largest size in which a title is whole, in two lines where it is large; what is too long even for the smallest is cut. */
function titleOf(doc: Doc, text: string, room: number): { size: number; height: number } {
  for (const size of TITLE_SIZES) {
    headingFont(doc, text).fontSize(size)
    const height = textHeight(doc, text, { width: COLUMN })
    const lines = Math.round(height / doc.currentLineHeight(true))
    if (lines <= (size > 13 ? 2 : 3)) return { size, height }
  }
  const height = Math.min(textHeight(doc, text, { width: COLUMN }), room - 20)
  return { size: TITLE_SIZES.at(-1)!, height: Math.max(height, 0) }
}

/** The height of the line of date and doors. */
const WHEN = 22

function drawWhen(doc: Doc, { nice_date, doors }: HeldTicket, { colour, y }: { colour: string; y: number }): void {
  headingFont(doc, nice_date).fontSize(13).fillColor(colour)
  const width = Math.min(doc.widthOfString(nice_date), COLUMN)
  drawText(doc, nice_date, LEFT, y, { width: width + 1, height: 18, ellipsis: true })
  const more = doors && fill(mails['ticket.doors'], { time: doors })
  if (!more) return
  doc.font('plain').fontSize(9).fillColor(BLACK)
  const [x, top] = [LEFT + width + 10, y + 4]
  if (x + doc.widthOfString(more) <= LEFT + COLUMN) drawText(doc, more, x, top)
}

/** The ticket's number within the order, the code, the order, who holds the event, and the shop. */
function drawStub(
  doc: Doc,
  ticket: HeldTicket,
  { shop, art, y, bottom }: { shop: ShopIdentity; art: PaperArt; y: number; bottom: number },
): void {
  const x = STUB + PAD
  heading(doc, ticket.extra ? mails['ticket.collect'] : mails['ticket.admit'], {
    size: 14,
    x,
    y: y + 19,
    width: CODE,
    height: 20,
  })
  doc.font('plain').fontSize(9).fillColor(GREY)
  doc.text(fill(mails['ticket.position'], { n: ticket.position, m: ticket.outOf }), x, y + 38, { lineBreak: false })
  if (ticket.code !== null) drawCode(doc, ticket.code, ticket.short_code, x, y + 62)
  const { orderNumber: number, sale_reference: reference } = ticket
  doc.font('plain').fontSize(8.5).fillColor(BLACK)
  doc.text(fill(mails['ticket.order'], { number: number ?? reference }), x, y + 62 + CODE + 40, {
    width: CODE,
    height: 11,
    ellipsis: true,
  })
  drawText(doc, ticket.organiser, x, doc.y + 2, { width: CODE, height: 32, ellipsis: true })

  const foot = bottom - PAD - SHOP_SIZE
  const { logo } = art
  const room = foot - 12 - (doc.y + 10)
  if (logo !== null && room >= 24) {
    const height = Math.min(logo.height * 0.75, room, 60)
    drawPicture(doc, logo.bytes, { x, y: foot - 12 - height, width: CODE, height, align: 'left' })
  }
  // A shop with a logo of its own has no doorway.
  const mark = shop.logo ? 0 : SHOP_SIZE + 5
  if (mark > 0) drawMark(doc, { x, y: foot, size: SHOP_SIZE })
  heading(doc, shop.name, { size: 12, x: x + mark, y: foot + 1, width: CODE - mark, height: 16 })
}

const SHOP_SIZE = 16

/** Draws who sells and, above it, the terms, from the bottom upwards; returns where they begin. */
function drawTerms(doc: Doc, ticket: HeldTicket, bottom: number): number {
  doc.font('plain').fontSize(7).fillColor(GREY)
  const note = isCut(doc, ticket) ? `${mails['ticket.cutLetters']} ` : ''
  const terms = note + ticket.terms
  let from = bottom
  for (const [text, most] of [
    [ticket.sold_by, 26],
    [terms, 42],
  ] as const) {
    const height = Math.min(textHeight(doc, text, { width: COLUMN }), most)
    drawText(doc, text, LEFT, from - height, { width: COLUMN, height: height + 1, ellipsis: true })
    from -= height + 2
  }
  return from
}

type Box = { size: number; x: number; y: number; width: number; height: number }

function heading(doc: Doc, text: string, { size, x, y, width, height }: Box): void {
  headingFont(doc, text).fontSize(size).fillColor(BLACK)
  drawText(doc, text, x, y, { width, height, ellipsis: true })
}

type Fact = { label: string; value: string; more?: string | null | undefined }
type Cell = Fact & { x: number; width: number; size: number; valueHeight: number; moreHeight: number; height: number }

/** Where, ticket, seat and name, side by side where both fit, and what they need. */
function factsOf(doc: Doc, ticket: HeldTicket): { height: number; draw: (top: number) => void } {
  const { venue, address, place, seat } = ticket
  const facts: Fact[] = [
    venue && address
      ? { label: mails['ticket.where'], value: venue, more: addressAfter(venue, address) }
      : { label: mails['ticket.where'], value: place },
    { label: mails['ticket.type'], value: ticket.ticket },
    { label: mails['ticket.seat'], value: seat ?? '' },
    { label: mails['ticket.holder'], value: ticket.holder },
  ]
  const rows: Cell[][] = []
  for (const fact of facts.filter(({ value }) => value !== '')) {
    const open = rows.at(-1)
    const cell = cellOf(doc, fact)
    if (cell.width === HALF_COLUMN && open?.length === 1 && open[0]!.width === HALF_COLUMN)
      open.push({ ...cell, x: LEFT + HALF_COLUMN + PAD })
    else rows.push([cell])
  }
  const heights = rows.map((row) => Math.max(...row.map(({ height }) => height)))
  const draw = (top: number) => {
    let y = top
    rows.forEach((row, n) => {
      for (const cell of row) drawFact(doc, cell, y)
      y += heights[n]! + ROW_GAP
    })
  }
  return { height: heights.reduce((sum, height) => sum + height + ROW_GAP, -ROW_GAP), draw }
}

const ROW_GAP = 7

/** Half the column, or all of it for a value with a word that is wider; smaller letters before a word is broken. */
function cellOf(doc: Doc, fact: Fact): Cell {
  headingFont(doc, fact.value)
  const longest = (size: number) =>
    Math.max(...fact.value.split(/\s+/).map((word) => doc.fontSize(size).widthOfString(word)))
  const fits = (width: number) => VALUE_SIZES.find((size) => longest(size) <= width)
  const [half, whole] = [fits(HALF_COLUMN), fits(COLUMN)]
  const width = half === undefined ? COLUMN : HALF_COLUMN
  const size = half ?? whole ?? VALUE_SIZES.at(-1)!
  doc.fontSize(size)
  const valueHeight = Math.min(textHeight(doc, fact.value, { width }), 2 * doc.currentLineHeight(true) + 1)
  doc.font('plain').fontSize(8.5)
  const moreHeight = fact.more ? Math.min(textHeight(doc, fact.more, { width }), 21) : 0
  return { ...fact, x: LEFT, width, size, valueHeight, moreHeight, height: 10 + valueHeight + moreHeight }
}

function drawFact(doc: Doc, { label, value, more, x, width, size, valueHeight, moreHeight }: Cell, y: number): void {
  doc.font('plain').fontSize(7.5).fillColor(GREY).text(label, x, y, { width, lineBreak: false })
  heading(doc, value, { size, x, y: y + 10, width, height: valueHeight })
  if (!more) return
  doc.font('plain').fontSize(8.5).fillColor(BLACK)
  drawText(doc, more, x, y + 10 + valueHeight, { width, height: moreHeight + 1, ellipsis: true })
}

function drawCode(doc: Doc, content: string, shortCode: string, x: number, y: number): void {
  const { size, isDark } = qrModules(content)
  const module = CODE / size
  const quiet = QUIET_ZONE * module
  doc.rect(x - quiet, y - quiet, CODE + 2 * quiet, CODE + 2 * quiet).fill('#FFFFFF')
  doc.save().translate(x, y).scale(module)
  // One path of whole runs: separate squares leave hairlines on some printers and screens.
  for (const { row, column, length } of darkRuns(size, isDark)) doc.rect(column, row, length, 1)
  doc.fill(BLACK).restore()
  doc.font('mono').fontSize(8.5).fillColor(BLACK)
  doc.text(shortCode, x - quiet, y + CODE + quiet, { width: CODE + 2 * quiet, align: 'center', lineBreak: false })
}
