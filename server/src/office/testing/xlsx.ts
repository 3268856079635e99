import { strFromU8, unzipSync } from 'fflate'
import type { Cell } from '../download/csv.ts'

/** The cells of the sheet as a spreadsheet shows them. */
export function cellsIn(file: Uint8Array): Cell[][] {
  const sheet = strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml']!)
  const text = (xml: string) => xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row]) =>
    [
      ...row!.matchAll(
        /<c\/>|<c(?: s="([12])")?><v>(.*?)<\/v><\/c>|<c t="inlineStr"><is><t xml:space="preserve">(.*?)<\/t><\/is><\/c>/gs,
      ),
    ].map(([, style, number, words]) => {
      if (number === undefined) return text(words ?? '')
      if (style === undefined) return Number(number)
      const [day, time] = new Date(Math.round(Number(number) * 86_400_000) + Date.UTC(1899, 11, 30))
        .toISOString()
        .split('T')
      return style === '1' ? { day: day! } : { day: day!, time: time!.slice(0, 5) }
    }),
  )
}
