import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { Cell, DateCell } from './csv.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const SCHEMA = 'http://schemas.openxmlformats.org'

/** The parts of a workbook besides its only sheet. */
const PARTS: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${SCHEMA}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${SCHEMA}/package/2006/relationships"><Relationship Id="rId1" Type="${SCHEMA}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${SCHEMA}/spreadsheetml/2006/main" xmlns:r="${SCHEMA}/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${SCHEMA}/package/2006/relationships"><Relationship Id="rId1" Type="${SCHEMA}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${SCHEMA}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
  // Style 1 is a day, style 2 a day with a time.
  'xl/styles.xml': `<styleSheet xmlns="${SCHEMA}/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}

/** Excel refuses a file with longer text in a cell. */
const MAX_IN_CELL = 32_767

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML can't hold them
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu

const escaped = (text: string) =>
  text
    .slice(0, MAX_IN_CELL)
    .replace(NOT_IN_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/** Days since the day before 1900, as Excel counts them, with the time as a fraction. */
const serialOf = ({ day, time = '00:00' }: DateCell) =>
  (Date.parse(`${day}T${time}Z`) - Date.UTC(1899, 11, 30)) / DAY_MS

/** Text is always text: a cell of this type is never a formula. */
const cell = (value: Cell) => {
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  if (typeof value === 'object') return `<c s="${value.time === undefined ? 1 : 2}"><v>${serialOf(value)}</v></c>`
  return value === '' ? '<c/>' : `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
}
const row = (cells: readonly Cell[]) => `<row>${cells.map(cell).join('')}</row>`

/** A workbook of one sheet, written as its rows arrive. */
export async function* xlsxStream(rows: AsyncIterable<readonly (readonly Cell[])[]>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    chunks.push(bytes)
  })
  for (const [name, text] of Object.entries(PARTS)) {
    const part = new ZipPassThrough(name)
    zip.add(part)
    part.push(strToU8(XML + text), true)
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 })
  zip.add(sheet)
  sheet.push(strToU8(`${XML}<worksheet xmlns="${SCHEMA}/spreadsheetml/2006/main"><sheetData>`))
  for await (const batch of rows) {
    sheet.push(strToU8(batch.map(row).join('')))
    yield* chunks.splice(0)
  }
  sheet.push(strToU8('</sheetData></worksheet>'), true)
  zip.end()
  yield* chunks.splice(0)
}
