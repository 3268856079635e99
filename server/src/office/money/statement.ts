import { fill } from '@foyer/contract/fill.ts'
import { measureNames, paidHeads, paidNames, moneyPage as t } from '@foyer/contract/office/money/messages.en.ts'
import { addDays } from '@foyer/domain/format/calendar-days.ts'
import { instantAt, niceMonth, ukLongDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode, type Minor } from '@foyer/domain/money/money.ts'
import { BLACK, type Doc, drawPaper, GREY, MARGIN, PAGE, RIGHT } from '../../tickets/paper/document.ts'
import { drawText } from '../../tickets/paper/text.ts'
import { tableFile } from '../download/table-file.ts'
import { grantOf, type OfficeHandlers } from '../handle.ts'
import { type Books, booksOf, inOneBatch, rateOf, shownMeasures, tableOf, taxAmounts } from './money.ts'
import { wayTable } from './paid.ts'

const titleOf = (month: string) => fill(t['statement.head'], { month: `${niceMonth(month)} ${month.slice(0, 4)}` })

export const moneyStatement: OfficeHandlers['money_statement'] = {
  async change(tx, { month, format }, ctx) {
    const { organiserId, eventIds } = grantOf(ctx)
    const from = instantAt(`${month}-01`, '00:00')
    const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0, 12)).toISOString().slice(0, 10)
    const scope = { organiserId, eventIds, from, to: instantAt(addDays(last, 1), '00:00') }
    const books = await booksOf(tx, ctx, scope, 'event')
    const { name } = await tx
      .selectFrom('organisers')
      .select('name')
      .where('id', '=', organiserId)
      .executeTakeFirstOrThrow()
    const log = { subject: ['money', organiserId] as const, after: { month, format } }
    if (format !== 'pdf')
      return { ...tableFile(`statement-${month}`, format, inOneBatch(tableOf(books, 'event')), null), log }
    const pdf = await drawStatement(books, { month, organiser: name, now: ctx.now })
    return {
      reply: {
        filename: `statement-${month}.pdf`,
        content_type: 'application/pdf',
        base64: pdf.toString('base64'),
      },
      log,
    }
  },
}

const BOTTOM = PAGE.height - 60
const LABEL_WIDTH = 230

/** A statement has one page or more for each currency. */
const drawStatement = (books: readonly Books[], { now, ...of }: { month: string; organiser: string; now: Date }) =>
  drawPaper(titleOf(of.month), { name: of.organiser }, now, (doc) => drawPages(doc, books, { now, ...of }))

function drawPages(
  doc: Doc,
  books: readonly Books[],
  { month, organiser, now }: { month: string; organiser: string; now: Date },
): void {
  const pages = books.length > 0 ? books : [null]
  for (const book of pages) {
    doc.addPage()
    let y = MARGIN
    const write = (text: string, size: number, { bold = false, grey = false } = {}) => {
      doc
        .font(bold ? 'bold' : 'plain')
        .fontSize(size)
        .fillColor(grey ? GREY : BLACK)
      drawText(doc, text, MARGIN, y, { width: RIGHT - MARGIN, height: 60, ellipsis: true })
      y = doc.y + 4
    }
    write(titleOf(month), 20, { bold: true })
    write(book === null ? organiser : fill(t['statement.of'], { organiser, currency: book.currency }), 11)
    write(fill(t['statement.drawn'], { date: ukLongDate(now) }), 8.5, { grey: true })
    y += 10
    if (book === null) {
      write(t.none, 10)
      continue
    }
    const money = (minor: Minor) => formatMinor(minor, currencyCode(book.currency))
    /** A line for each amount of a way of payment that isn't zero, and its last, what is left. */
    const amountLines = (heads: readonly string[], amounts: readonly Minor[]) =>
      amounts.flatMap((minor, i) => (minor === 0 && i < amounts.length - 1 ? [] : [[heads[i + 1]!, money(minor)]]))
    const table = (heads: readonly string[], lines: readonly (readonly string[])[], hasTotal = false) => {
      y = drawTable(doc, { heads, lines, hasTotal }, y) + 16
    }
    // A page is too narrow for all columns, so each event lists its amounts below each other.
    const shown = shownMeasures(book.total, book.rows)
    for (const [i, { label, measures }] of [...book.rows, { label: t.total, measures: book.total }].entries())
      table(
        [label, ''],
        shown.map((name) => [measureNames[name], money(measures[name])]),
        i === book.rows.length || book.rows.length > 0,
      )
    if (book.taxes.length > 0)
      table(
        [t['tax.title'], t['tax.due']],
        book.taxes.map((row) => [rateOf(row), money(taxAmounts(row).at(-1)!)]),
      )
    const paid = wayTable(book.ways)
    for (const { label, amounts } of paid.rows) table([label, ''], amountLines(paid.heads, amounts))
    if (paid.rows.length > 1) table([paidHeads.total, ''], amountLines(paid.heads, paid.total), true)
    if (book.beside.length > 0)
      table(
        [t['beside.title'], ''],
        book.beside.map(({ account, minor }) => [paidNames[account], money(minor)]),
      )
    if (book.vouchersMinor > 0) write(fill(t.vouchers, { amount: money(book.vouchersMinor) }), 9.5)
  }
}

type Table = { heads: readonly string[]; lines: readonly (readonly string[])[]; hasTotal: boolean }

/** Draws a table of two columns, with the last line in bold if it is a total. Returns the y of its end. */
function drawTable(doc: Doc, { heads, lines, hasTotal }: Table, top: number): number {
  let y = top
  if (y + 40 > BOTTOM) {
    doc.addPage()
    y = MARGIN
  }
  const line = (cells: readonly string[], font: 'plain' | 'bold') => {
    if (y + 16 > BOTTOM) {
      doc.addPage()
      y = MARGIN
    }
    doc.font(font).fontSize(9.5).fillColor(BLACK)
    drawText(doc, cells[0]!, MARGIN, y, { width: LABEL_WIDTH * 1.6, height: 13, ellipsis: true })
    doc.text(cells[1]!, RIGHT - 120, y, { width: 120, align: 'right', lineBreak: false })
    y += 15
  }
  line(heads, 'bold')
  doc
    .moveTo(MARGIN, y - 2)
    .lineTo(RIGHT, y - 2)
    .lineWidth(0.5)
    .strokeColor(GREY)
    .stroke()
  y += 2
  for (const [i, cells] of lines.entries()) line(cells, hasTotal && i === lines.length - 1 ? 'bold' : 'plain')
  return y
}
