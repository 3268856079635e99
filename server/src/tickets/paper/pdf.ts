import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { ShopIdentity } from '@foyer/contract/pages.ts'
import { addressAfter } from '@foyer/domain/format/place.ts'
import type { Deps } from '../../deps.ts'
import type { HeldTicket } from '../read.ts'
import { drawPicture, NO_ART, type PaperArt, readArt } from './art.ts'
import { BLACK, type Doc, GREY, MARGIN, MISSING, newPaper, PAGE, printable, RIGHT } from './document.ts'
import { QUIET_ZONE, qrModules } from './qr.ts'

const MM = 72 / 25.4
const HALF = PAGE.height / 2
const CODE = 45 * MM
const GAP = 34
/** Under the code: the picture of the event, or the logo of its organiser. */
const PICTURE = { width: CODE, height: CODE * 0.75 }
const COLUMN = RIGHT - CODE - GAP - MARGIN

const isCut = (doc: Doc, ticket: HeldTicket): boolean =>
  [ticket.event, ticket.place, ticket.address, ticket.ticket, ticket.seat, ticket.holder, ticket.organiser].some(
    (text) => text !== null && printable(doc, text).includes(MISSING) && !text.includes(MISSING),
  )

/** Draws tickets with the pictures and colours of their events. */
export async function paperOf(
  tickets: readonly HeldTicket[],
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
): Promise<Buffer> {
  const art = new Map<number, PaperArt>()
  for (const { event_id, art: its } of tickets)
    if (!art.has(event_id)) art.set(event_id, await readArt(db, its, config.shop))
  return drawTickets(tickets, config.shop, clock.now(), ({ event_id }) => art.get(event_id)!)
}

/** Draws tickets to print: A4, one per half page, on white, with no network access. Organisers' texts print as plain
 * words.
 */
export async function drawTickets(
  tickets: readonly HeldTicket[],
  shop: ShopIdentity,
  now: Date,
  artOf: (ticket: HeldTicket) => PaperArt = () => NO_ART,
): Promise<Buffer> {
  const reference = [...new Set(tickets.map(({ orderNumber, sale_reference }) => orderNumber ?? sale_reference))].join(
    ', ',
  )
  const { doc, done } = newPaper(fill(mails['ticket.document'], { reference }), shop, now)
  tickets.forEach((ticket, index) => {
    const isUpper = index % 2 === 0
    if (isUpper) {
      doc.addPage()
      drawPerforation(doc)
    }
    drawTicket(doc, ticket, { shop, art: artOf(ticket), top: isUpper ? 0 : HALF })
  })
  doc.end()
  return done
}

function drawPerforation(doc: Doc): void {
  doc.save().lineWidth(0.75).strokeColor(GREY).dash(4, { space: 4 })
  doc.moveTo(MARGIN, HALF).lineTo(RIGHT, HALF).stroke().undash().restore()
  doc.font('plain').fontSize(7).fillColor(GREY)
  doc.text(`\u2702 ${mails['ticket.cut']}`, MARGIN, HALF - 12, { lineBreak: false })
}

type How = { shop: ShopIdentity; art: PaperArt; top: number }

function drawTicket(doc: Doc, ticket: HeldTicket, { shop, art, top }: How): void {
  const start = top + 36
  doc.font('bold').fontSize(12).fillColor(BLACK).text(shop.name, MARGIN, start, { lineBreak: false })
  doc
    .font('plain')
    .fontSize(9)
    .text(
      `${ticket.extra ? mails['ticket.collect'] : mails['ticket.admit']} \u00b7 ${fill(mails['ticket.position'], { n: ticket.position, m: ticket.outOf })}`,
      MARGIN,
      start + 3,
      { width: RIGHT - MARGIN, align: 'right', lineBreak: false },
    )
  doc.save().lineWidth(2).strokeColor(art.colour)
  doc
    .moveTo(MARGIN, start + 20)
    .lineTo(RIGHT, start + 20)
    .stroke()
    .restore()

  const bottom = drawFooter(doc, ticket, top)
  drawFacts(doc, ticket, start + 36, bottom)
  if (ticket.code !== null) drawCode(doc, ticket.code, ticket.short_code, RIGHT - CODE, start + 44)
  drawArt(doc, art, start + 44 + CODE + 36, bottom - 8)
}

/** Draws the event's picture, or the organiser's logo, where there is room for it. */
function drawArt(doc: Doc, { picture, logo }: PaperArt, y: number, bottom: number): void {
  const { width } = PICTURE
  const height = Math.min(PICTURE.height, bottom - y)
  const shown = picture ?? logo?.bytes ?? null
  if (shown === null || height < 30) return
  drawPicture(doc, shown, {
    ...{ x: RIGHT - width, y, width },
    height: picture === null ? Math.min(height, logo!.height * 0.75) : height,
    align: 'right',
  })
}

/** Draws terms and reference from the bottom upwards; returns where they begin. */
function drawFooter(doc: Doc, ticket: HeldTicket, top: number): number {
  const lineY = top + HALF - 34
  doc.font('plain').fontSize(8).fillColor(BLACK)
  const { orderNumber: number, sale_reference: reference } = ticket
  doc.text(fill(mails['ticket.order'], { number: number ?? reference }), MARGIN, lineY, { lineBreak: false })
  doc.text(printable(doc, ticket.organiser), MARGIN + 260, lineY, {
    width: RIGHT - MARGIN - 260,
    height: 10,
    align: 'right',
    ellipsis: true,
  })

  const note = isCut(doc, ticket) ? `${mails['ticket.cutLetters']} ` : ''
  const terms = note + printable(doc, ticket.terms)
  doc.fontSize(7).fillColor(GREY)
  const height = Math.min(doc.heightOfString(terms, { width: RIGHT - MARGIN }), 36)
  const termsY = lineY - 8 - height
  doc.text(terms, MARGIN, termsY, { width: RIGHT - MARGIN, height: height + 1, ellipsis: true })
  return termsY
}

function drawFacts(doc: Doc, ticket: HeldTicket, from: number, bottom: number): void {
  doc.font('bold').fontSize(22).fillColor(BLACK)
  const title = printable(doc, ticket.event)
  if (doc.heightOfString(title, { width: COLUMN }) > 56) doc.fontSize(16)
  doc.text(title, MARGIN, from, { width: COLUMN, height: 60, ellipsis: true })

  const facts: [string, string, string?][] = [
    [
      mails['ticket.when'],
      ticket.nice_date,
      ticket.doors === null ? undefined : fill(mails['ticket.doors'], { time: ticket.doors }),
    ],
    ticket.venue && ticket.address
      ? [mails['ticket.where'], ticket.venue, addressAfter(ticket.venue, ticket.address) ?? undefined]
      : [mails['ticket.where'], ticket.place],
    [mails['ticket.type'], ticket.ticket],
    [mails['ticket.seat'], ticket.seat ?? ''],
    [mails['ticket.holder'], ticket.holder],
  ]
  const LABEL = 52
  let y = doc.y + 12
  for (const [label, value, more] of facts) {
    if (value === '' || y > bottom - 16) continue
    doc
      .font('plain')
      .fontSize(9)
      .fillColor(GREY)
      .text(label, MARGIN, y + 2, { lineBreak: false })
    doc.font('bold').fontSize(12).fillColor(BLACK)
    doc.text(printable(doc, value), MARGIN + LABEL, y, { width: COLUMN - LABEL, height: 32, ellipsis: true })
    if (more !== undefined) {
      doc.font('plain').fontSize(9.5)
      doc.text(printable(doc, more), MARGIN + LABEL, doc.y, { width: COLUMN - LABEL, height: 26, ellipsis: true })
    }
    y = doc.y + 6
  }
}

function drawCode(doc: Doc, content: string, shortCode: string, x: number, y: number): void {
  const { size, isDark } = qrModules(content)
  const module = CODE / size
  const quiet = QUIET_ZONE * module
  doc.rect(x - quiet, y - quiet, CODE + 2 * quiet, CODE + 2 * quiet).fill('#FFFFFF')
  // One path of whole runs: separate squares leave hairlines on some printers and screens.
  for (let row = 0; row < size; row++) {
    for (let column = 0, end = 0; column < size; column = end + 1) {
      end = column
      while (end < size && isDark(row, end)) end++
      if (end > column) doc.rect(x + column * module, y + row * module, (end - column) * module, module)
    }
  }
  doc.fill(BLACK)
  doc.font('mono').fontSize(8.5).fillColor(BLACK)
  doc.text(shortCode, x - quiet, y + CODE + quiet, { width: CODE + 2 * quiet, align: 'center', lineBreak: false })
}
