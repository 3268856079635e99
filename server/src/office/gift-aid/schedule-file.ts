import { TEMPLATE } from '@foyer/contract/office/gift-aid/hmrc-template.en.ts'
import type { ClaimLine } from '@foyer/domain/donation/gift-aid-claim.ts'
import { ukDay } from '@foyer/domain/format/dates.ts'
import { decimalText } from '@foyer/domain/format/money.ts'
import type { Minor } from '@foyer/domain/money/money.ts'
import { strToU8, zipSync } from 'fflate'

export type Schedule = {
  lines: readonly Pick<ClaimLine, 'firstName' | 'lastName' | 'house' | 'postcode' | 'donatedOn' | 'minor'>[]
  earliestOn: string
  /** The tax on donations that were refunded after they were claimed for. */
  overclaimedMinor: Minor
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * HMRC reads the text of a cell instead of its value, and counts cell elements. So every cell is written as text, and none is merged
 * or repeated.
 */
const cell = (text = '') =>
  text === ''
    ? '<table:table-cell/>'
    : `<table:table-cell office:value-type="string"><text:p>${escaped(text)}</text:p></table:table-cell>`
/** The cells of a row from column A on. */
const row = (...cells: readonly string[]) => `<table:table-row>${cells.map(cell).join('')}</table:table-row>`

/** DD/MM/YY */
const shortDate = (day: string) => ukDay(day).replace(/\d\d(?=\d\d$)/, '')
const pounds = (minor: Minor) => decimalText(minor, 'GBP')

function rowsOf({ lines, earliestOn, overclaimedMinor }: Schedule): string[] {
  const header: Record<number, string> = {
    2: row('', TEMPLATE.title),
    12: row('', '', '', TEMPLATE.earliest),
    [TEMPLATE.earliestRow]: row('', '', 'Box 1', shortDate(earliestOn)),
    16: row('', '', '', TEMPLATE.overclaimed),
    [TEMPLATE.overclaimedRow]: row('', '', 'Box 2', overclaimedMinor === 0 ? '' : pounds(overclaimedMinor)),
    [TEMPLATE.headRow]: row('', ...TEMPLATE.columns),
    24: row('', '', '', '', '', '', '', '', '(Yes/blank)', '(DD/MM/YY)', ''),
  }
  return [
    ...Array.from({ length: TEMPLATE.firstRow - 1 }, (_, i) => header[i + 1] ?? row('')),
    ...lines.map(({ firstName, lastName, house, postcode, donatedOn, minor }, i) =>
      row('', String(i + 1), '', firstName, lastName, house, postcode, '', '', shortDate(donatedOn), pounds(minor)),
    ),
  ]
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const OASIS = 'urn:oasis:names:tc:opendocument:xmlns'

/** The schedule as HMRC's own spreadsheet, an OpenDocument file. */
export function scheduleFile(schedule: Schedule): Uint8Array {
  const content = `${XML}<office:document-content xmlns:office="${OASIS}:office:1.0" xmlns:table="${OASIS}:table:1.0" xmlns:text="${OASIS}:text:1.0" office:version="1.2"><office:body><office:spreadsheet><table:table table:name="${TEMPLATE.sheet}">${rowsOf(schedule).join('')}</table:table></office:spreadsheet></office:body></office:document-content>`
  const manifest = `${XML}<manifest:manifest xmlns:manifest="${OASIS}:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="${TEMPLATE.mimetype}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`
  return zipSync({
    // First and uncompressed, so that programs recognise the type by the first bytes.
    mimetype: [strToU8(TEMPLATE.mimetype), { level: 0 }],
    'content.xml': strToU8(content),
    'META-INF/manifest.xml': strToU8(manifest),
  })
}
