import { strFromU8, unzipSync } from 'fflate'
import type { Cell } from '../download/csv.ts'

/** The cells of the sheet as a spreadsheet shows them. */
export function cellsIn(file: Uint8Array): Cell[][] {
  const sheet = strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml']!)
  const text = (xml: string) => xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row]) =>
    [
      ...row!.matchAll(
        /<c\/>|<c><v>(.*?)<\/v><\/c>|<c t="inlineStr"><is><t xml:space="preserve">(.*?)<\/t><\/is><\/c>/gs,
      ),
    ].map(([, number, words]) => (number !== undefined ? Number(number) : text(words ?? ''))),
  )
}
