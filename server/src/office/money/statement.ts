import { fill } from '@foyer/contract/fill.ts'
import { measureNames, moneyPage as t } from '@foyer/contract/office/money/messages.en.ts'
import { addDays } from '@foyer/domain/format/calendar-days.ts'
import { instantAt, niceMonth, ukDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode, type Minor, toMajor } from '@foyer/domain/money/money.ts'
import { BLACK, type Doc, GREY, MARGIN, newPaper, PAGE, printable, RIGHT } from '../../tickets/paper/document.ts'
import type { Cell } from '../download/csv.ts'
import { tableFile } from '../download/table-file.ts'
import { grantOf, type OfficeHandlers } from '../handle.ts'
import { type Books, booksOf, inOneBatch, rateOf, shownMeasures, tableOf, taxAmounts } from './money.ts'

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
      return { ...tableFile(`statement-${month}`, format, inOneBatch(wholeTable(books)), null), log }
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

/** The table of sales, and below it taxes and payments. */
function wholeTable(books: readonly Books[]): Cell[][] {
  const rows = tableOf(books, 'event')
  for (const { currency, taxes, paid, vouchersMinor } of books) {
    const major = (minor: Minor) => toMajor(minor, currencyCode(currency))
    if (taxes.length > 0) {
      const heads = [t['tax.gross'], t['tax.tax'], t['tax.refunded'], t['tax.refundedTax'], t['tax.due']]
      rows.push([], [t['tax.rate'], measureNames.currency, ...heads])
      for (const row of taxes) rows.push([rateOf(row), currency, ...taxAmounts(row).map(major)])
    }
    if (paid.length > 0) {
      rows.push([], [t['paid.title'], measureNames.currency, measureNames.total])
      for (const { label, minor } of paid) rows.push([label, currency, major(minor)])
    }
    if (vouchersMinor > 0)
      rows.push([], [fill(t.vouchers, { amount: formatMinor(vouchersMinor, currencyCode(currency)) })])
  }
  return rows
}

const BOTTOM = PAGE.height - 60
const LABEL_WIDTH = 230

/** A statement has one page or more for each currency. */
async function drawStatement(
  books: readonly Books[],
  { month, organiser, now }: { month: string; organiser: string; now: Date },
): Promise<Buffer> {
  const { doc, done } = newPaper(titleOf(month), { name: organiser }, now)
  const pages = books.length > 0 ? books : [null]
  for (const book of pages) {
    doc.addPage()
    let y = MARGIN
    const write = (text: string, size: number, { bold = false, grey = false } = {}) => {
      doc
        .font(bold ? 'bold' : 'plain')
        .fontSize(size)
        .fillColor(grey ? GREY : BLACK)
      doc.text(printable(doc, text), MARGIN, y, { width: RIGHT - MARGIN, height: 60, ellipsis: true })
      y = doc.y + 4
    }
    write(titleOf(month), 20, { bold: true })
    write(book === null ? organiser : fill(t['statement.of'], { organiser, currency: book.currency }), 11)
    write(fill(t['statement.drawn'], { date: ukDate(now) }), 8.5, { grey: true })
    y += 10
    if (book === null) {
      write(t.none, 10)
      continue
    }
    const money = (minor: Minor) => formatMinor(minor, currencyCode(book.currency))
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
    if (book.paid.length > 0)
      table(
        [t['paid.title'], ''],
        book.paid.map(({ label, minor }) => [label, money(minor)]),
      )
    if (book.vouchersMinor > 0) write(fill(t.vouchers, { amount: money(book.vouchersMinor) }), 9.5)
  }
  doc.end()
  return done
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
    doc.text(printable(doc, cells[0]!), MARGIN, y, { width: LABEL_WIDTH * 1.6, height: 13, ellipsis: true })
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
