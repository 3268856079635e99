import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { ShopIdentity } from '@foyer/contract/pages.ts'
import { LONDON, niceDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { type Minor, sum } from '@foyer/domain/money/money.ts'
import type { Deps } from '../../deps.ts'
import { drawPicture, NO_ART, type PaperArt } from '../../tickets/paper/art.ts'
import { BLACK, type Doc, drawPaper, GREY, MARGIN, PAGE, RIGHT } from '../../tickets/paper/document.ts'
import { readArt } from '../../tickets/paper/read-art.ts'
import { drawText, headingFont, MISSING, printable, textHeight } from '../../tickets/paper/text.ts'
import { soldBy } from '../../trader.ts'
import type { ReceiptLine } from './issue.ts'
import type { Receipt } from './read.ts'

const BOTTOM = PAGE.height - 60
const TEXT_WIDTH = 232
/** The columns of amounts end here. */
const QTY = 300
const RATE = 348
const NET = 420
const TAX = 486

type Totals = { grossMinor: Minor; taxMinor: Minor }
const totalOf = (lines: readonly ReceiptLine[]): Totals => ({
  grossMinor: sum(lines.map((line) => line.grossMinor)),
  taxMinor: sum(lines.map((line) => line.taxMinor)),
})

/** Draws receipts with the logo and colour of their seller. */
export const paperOfReceipts = async (
  receipts: readonly Receipt[],
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
): Promise<Buffer> => drawReceipts(receipts, config.shop, clock.now(), await readArt(db, receipts[0]!.art, config.shop))

/** Draws a receipt and the credit notes after it, each from a page of its own. */
export function drawReceipts(
  receipts: readonly Receipt[],
  shop: Pick<ShopIdentity, 'name'>,
  now: Date,
  art: PaperArt = NO_ART,
): Promise<Buffer> {
  const title = fill(mails['receipt.document'], { number: receipts[0]!.order.number })
  return drawPaper(title, shop, now, (doc) => addReceipts(doc, receipts, art))
}

/** The same as pages of another document. */
export function addReceipts(doc: Doc, receipts: readonly Receipt[], art: PaperArt = NO_ART): void {
  for (const receipt of receipts) drawOne(doc, receipt, { first: receipts[0]!, art })
}

function drawOne(doc: Doc, receipt: Receipt, { first, art }: { first: Receipt; art: PaperArt }): void {
  doc.addPage()
  const isCredit = receipt.kind === 'credit_note'
  const { seller, lines, voucherMinor, order } = receipt
  const isTaxed = seller.taxNumber !== null
  const money = (minor: Minor) => formatMinor(isCredit ? -minor : minor, order.currency)

  drawBrand(doc, art)
  let y = drawHead(doc, receipt, first)
  y = drawHeadings(doc, y, isTaxed)
  for (const line of lines) {
    const text = textOf(line)
    const height = Math.min(textHeight(doc.font('plain').fontSize(9.5), text, { width: TEXT_WIDTH }), 72)
    if (y + height > BOTTOM - 24) {
      doc.addPage()
      y = drawHeadings(doc, MARGIN, isTaxed)
    }
    doc.font('plain').fontSize(9.5).fillColor(BLACK)
    drawText(doc, text, MARGIN, y, { width: TEXT_WIDTH, height: height + 1, ellipsis: true })
    if (line.qty > 0 && line.part === 'net') rightAt(doc, String(line.qty), QTY, y)
    drawAmounts(doc, { rate: rateOf(line), ...line }, { y, isTaxed, money })
    y += height + 5
  }
  drawTotals(doc, receipt, { y: y + 4, isTaxed, money, voucherMinor })
}

/** The seller's colour along the top, and the logo at the right. */
function drawBrand(doc: Doc, { logo, colour }: PaperArt): void {
  if (colour !== BLACK) doc.rect(0, 0, PAGE.width, 6).fill(colour)
  if (logo === null) return
  const [width, height] = [logo.width * 0.75, logo.height * 0.75]
  drawPicture(doc, logo.bytes, { x: RIGHT - width, y: MARGIN - 8, width, height, align: 'right' })
}

/** Draws the seller, the number and the dates. Returns where the lines begin. */
function drawHead(doc: Doc, { kind, number, issuedAt, seller, order }: Receipt, first: Receipt): number {
  const isCredit = kind === 'credit_note'
  const [receiptTitle, creditTitle] =
    seller.taxNumber === null
      ? [mails['receipt.title'], mails['receipt.creditNote']]
      : [mails['receipt.taxTitle'], mails['receipt.taxCreditNote']]
  const title = isCredit ? creditTitle : receiptTitle
  headingFont(doc, title).fontSize(20).fillColor(BLACK).text(title, MARGIN, MARGIN, { lineBreak: false })

  const column = 250
  let left = MARGIN + 40
  const block = (text: string, size: number, height: number, isHeading = false) => {
    if (text === '') return
    const set = isHeading ? headingFont(doc, text) : doc.font('plain')
    set.fontSize(size).fillColor(BLACK)
    drawText(doc, text, MARGIN, left, { width: column, height, ellipsis: true })
    left = doc.y + 2
  }
  block(seller.name, 12, 48, true)
  for (const line of seller.address.split(/\r?\n/).slice(0, 8)) block(line.trim(), 10, 26)
  if (seller.taxNumber !== null) block(`${mails['receipt.taxNumber']} ${seller.taxNumber}`, 10, 26)

  const facts: [string, string][] = [
    [mails['receipt.number'], number],
    [mails['receipt.issued'], dayInWords(issuedAt)],
    [mails['receipt.supplied'], dayInWords(order.paidAt)],
    [mails['receipt.order'], order.number],
    ...(isCredit && first.kind === 'receipt' ? [[mails['receipt.for'], first.number] as [string, string]] : []),
    [mails['receipt.buyer'], order.buyer],
  ]
  let right = MARGIN + 40
  const x = MARGIN + column + 30
  for (const [label, value] of facts) {
    if (value === '') continue
    doc
      .font('plain')
      .fontSize(9)
      .fillColor(GREY)
      .text(label, x, right + 1, { lineBreak: false })
    doc.font('plain').fontSize(10).fillColor(BLACK)
    drawText(doc, value, x + 82, right, { width: RIGHT - x - 82, height: 40, ellipsis: true })
    right = doc.y + 3
  }
  return Math.max(left, right) + 20
}

function drawHeadings(doc: Doc, y: number, isTaxed: boolean): number {
  doc.font('plain').fontSize(8.5).fillColor(GREY)
  doc.text(mails['receipt.description'], MARGIN, y, { lineBreak: false })
  rightAt(doc, mails['receipt.qty'], QTY, y)
  if (isTaxed) {
    rightAt(doc, mails['receipt.rate'], RATE, y)
    rightAt(doc, mails['receipt.net'], NET, y)
    rightAt(doc, mails['receipt.tax'], TAX, y)
  }
  rightAt(doc, mails['receipt.gross'], RIGHT, y)
  rule(doc, y + 13)
  return y + 19
}

type How = { y: number; isTaxed: boolean; money: (minor: Minor) => string }

function drawAmounts(
  doc: Doc,
  { rate, grossMinor, taxMinor }: Totals & { rate: string },
  { y, isTaxed, money }: How,
): void {
  if (isTaxed) {
    rightAt(doc, rate, RATE, y)
    rightAt(doc, money(grossMinor - taxMinor), NET, y)
    rightAt(doc, money(taxMinor), TAX, y)
  }
  rightAt(doc, money(grossMinor), RIGHT, y)
}

/** Totals by rate, the total, and how it was paid or refunded. */
function drawTotals(doc: Doc, receipt: Receipt, { voucherMinor, ...how }: How & { voucherMinor: Minor }): void {
  const { kind, lines, seller } = receipt
  const isCredit = kind === 'credit_note'
  let { y } = how
  const byRate = [...groupBy(lines, rateOf)].sort(([, a], [, b]) => (b[0]!.rateBp ?? -1) - (a[0]!.rateBp ?? -1))
  if (y + 90 + byRate.length * 15 > BOTTOM) {
    doc.addPage()
    y = MARGIN
  }
  rule(doc, y)
  y += 8
  const row = (label: string, amounts: Totals, { isSum = false, all = true } = {}) => {
    const set = isSum ? headingFont(doc, label + how.money(amounts.grossMinor)) : doc.font('plain')
    set.fontSize(isSum ? 11 : 9.5).fillColor(BLACK)
    doc.text(label, MARGIN, y, { lineBreak: false })
    drawAmounts(doc, { rate: '', ...amounts }, { ...how, y, isTaxed: how.isTaxed && all })
    y += isSum ? 19 : 15
  }
  if (how.isTaxed)
    for (const [rate, own] of byRate)
      row(own[0]!.rateBp === null ? mails['receipt.untaxed'] : fill(mails['receipt.atRate'], { rate }), totalOf(own))
  const total = totalOf(lines)
  row(mails['receipt.total'], total, { isSum: true })
  if (voucherMinor > 0) {
    const voucher = { grossMinor: isCredit ? voucherMinor : -voucherMinor, taxMinor: 0 }
    const rest = { grossMinor: total.grossMinor - voucherMinor, taxMinor: 0 }
    row(isCredit ? mails['receipt.toVoucher'] : mails['receipt.byVoucher'], voucher, { all: false })
    row(isCredit ? mails['receipt.refunded'] : mails['receipt.paid'], rest, { isSum: true, all: false })
  }
  const notes = [
    ...(seller.trader?.name ? [`${soldBy(seller.trader)}.`] : []),
    ...(how.isTaxed ? [] : [fill(mails['receipt.unregistered'], { seller: seller.name })]),
    ...(isCut(doc, receipt) ? [mails['receipt.cutLetters']] : []),
  ]
  doc.font('plain').fontSize(8.5).fillColor(GREY)
  drawText(doc, notes.join(' '), MARGIN, y + 10, { width: RIGHT - MARGIN, height: 52, ellipsis: true })
}

const isCut = (doc: Doc, { seller, lines, order }: Receipt): boolean =>
  [seller.name, seller.address, order.buyer, ...lines.map(({ text }) => text)].some(
    (text) => printable(doc, text).includes(MISSING) && !text.includes(MISSING),
  )

/** 20%, 5.5%; empty without a rate. */
const rateOf = ({ rateBp }: Pick<ReceiptLine, 'rateBp'>): string =>
  rateBp === null ? mails['receipt.noRate'] : `${rateBp / 100}%`

function textOf({ part, kind, text }: ReceiptLine): string {
  if (kind === 'donation')
    return part === 'net' ? fill(mails['receipt.donation'], { charity: text }) : mails['receipt.donationFee']
  if (part === 'fee') return mails['receipt.fee']
  if (part === 'protection') return mails['receipt.protection']
  if (part === 'delivery') return mails['receipt.delivery']
  if (part === 'rounding') return mails['receipt.rounding']
  return kind === 'gift_voucher' ? fill(mails['receipt.voucher'], { name: text }) : text
}

const dayInWords = (at: Date): string => niceDate(at, LONDON, { allDay: true })

const rightAt = (doc: Doc, text: string, end: number, y: number) =>
  doc.text(text, end - doc.widthOfString(text), y, { lineBreak: false })

function rule(doc: Doc, y: number): void {
  doc.save().lineWidth(0.75).strokeColor(GREY).moveTo(MARGIN, y).lineTo(RIGHT, y).stroke().restore()
}
