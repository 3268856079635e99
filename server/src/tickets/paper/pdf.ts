import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { ShopIdentity } from '@foyer/contract/pages.ts'
import { darkRuns, QUIET_ZONE } from '@foyer/contract/qr-code.ts'
import { addressAfter } from '@foyer/domain/format/place.ts'
import type { HeldTicket } from '../read.ts'
import { drawPicture, NO_ART, type PaperArt } from './art.ts'
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
const STUB = RIGHT - CODE - 2 * PAD
const LEFT = MARGIN + PAD
const COLUMN = STUB - PAD - LEFT
/** The height of the picture, by the proportions of its file. */
const PICTURE_HEIGHT = (COLUMN * 390) / 1040

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
  doc.save().roundedRect(CARD.x, y, CARD.width, CARD.height, 10).clip()
  doc.rect(CARD.x, y, CARD.width, 8).fill(art.colour).restore()
  doc.save().lineWidth(0.75).strokeColor(LINE).roundedRect(CARD.x, y, CARD.width, CARD.height, 10).stroke()
  doc
    .dash(3, { space: 3 })
    .moveTo(STUB, y + 8)
    .lineTo(STUB, bottom)
    .stroke()
    .undash()
    .restore()

  heading(doc, shop.name, { size: 12, x: LEFT, y: y + 20, width: COLUMN, height: 16 })
  let from = y + 46
  if (art.picture !== null) {
    drawPicture(doc, art.picture, { x: LEFT, y: from, width: COLUMN, height: PICTURE_HEIGHT, align: 'fill' })
    from += PICTURE_HEIGHT + 12
  }
  drawFacts(doc, ticket, from, drawTerms(doc, ticket, bottom - 12) - 6)
  drawStub(doc, ticket, { art, y, bottom })
}

/** The ticket's number within the order, the code, and the order. */
function drawStub(
  doc: Doc,
  ticket: HeldTicket,
  { art, y, bottom }: { art: PaperArt; y: number; bottom: number },
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
  const { logo } = art
  const room = bottom - PAD - (doc.y + 10)
  if (logo === null || room < 24) return
  const height = Math.min(logo.height * 0.75, room, 60)
  drawPicture(doc, logo.bytes, { x, y: bottom - PAD - height, width: CODE, height, align: 'left' })
}

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

/** The title, and the facts side by side: when and where, ticket and seat, name. */
function drawFacts(doc: Doc, ticket: HeldTicket, from: number, bottom: number): void {
  headingFont(doc, ticket.event).fontSize(20)
  const size = textHeight(doc, ticket.event, { width: COLUMN }) > 50 ? 14 : 20
  heading(doc, ticket.event, { size, x: LEFT, y: from, width: COLUMN, height: 66 })

  const { venue, address, place, doors, seat } = ticket
  const facts: Fact[] = [
    {
      label: mails['ticket.when'],
      value: ticket.nice_date,
      more: doors && fill(mails['ticket.doors'], { time: doors }),
    },
    venue && address
      ? { label: mails['ticket.where'], value: venue, more: addressAfter(venue, address) }
      : { label: mails['ticket.where'], value: place },
    { label: mails['ticket.type'], value: ticket.ticket },
    { label: mails['ticket.seat'], value: seat ?? '' },
    { label: mails['ticket.holder'], value: ticket.holder },
  ]
  const shown = facts.filter(({ value }) => value !== '')
  const width = (COLUMN - PAD) / 2
  let y = doc.y + 10
  for (let at = 0; at < shown.length && y < bottom - 24; at += 2) {
    const ends = shown.slice(at, at + 2).map((fact, side) => {
      drawFact(doc, fact, { x: LEFT + side * (width + PAD), y, width, bottom })
      return doc.y
    })
    y = Math.max(...ends) + 7
  }
}

function drawFact(doc: Doc, { label, value, more }: Fact, at: { x: number; y: number; width: number; bottom: number }) {
  const { x, y, width, bottom } = at
  doc.font('plain').fontSize(7.5).fillColor(GREY).text(label, x, y, { width, lineBreak: false })
  heading(doc, value, { size: 11, x, y: y + 10, width, height: Math.min(32, bottom - y - 10) })
  const room = Math.min(21, bottom - doc.y)
  if (!more || room < 9) return
  doc.font('plain').fontSize(8.5).fillColor(BLACK)
  drawText(doc, more, x, doc.y, { width, height: room, ellipsis: true })
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
