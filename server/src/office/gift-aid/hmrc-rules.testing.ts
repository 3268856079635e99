import { strFromU8, unzipSync } from 'fflate'

/**
 * HMRC's validator of Gift Aid schedules, rewritten from its source (hmrc/charities-claims-validation, Apache-2.0, commit
 * 98bf332): how it reads a spreadsheet, and its 28 messages by their numbers.
 */
export type Fault = { message: number; line: number | null }
export type Read = { faults: Fault[]; rows: string[][]; earliest: string; overclaimed: string }

type Node = { name: string; attributes: string; children: (Node | string)[] }

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }

function parse(xml: string): Node {
  const root: Node = { name: '', attributes: '', children: [] }
  const open = [root]
  for (const [, closes, name, attributes, empty, text] of xml.matchAll(
    /<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>|<[?!][^>]*>|([^<]+)/g,
  )) {
    if (text !== undefined) open.at(-1)!.children.push(text.replace(/&\w+;/g, (entity) => ENTITIES[entity]!))
    else if (name === undefined) continue
    else if (closes) open.pop()
    else {
      const node = { name, attributes: attributes ?? '', children: [] }
      open.at(-1)!.children.push(node)
      if (!empty) open.push(node)
    }
  }
  return root
}

const nodes = ({ children }: Node) => children.filter((child) => typeof child !== 'string')
const all = (node: Node, name: string): Node[] =>
  nodes(node).flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)])
const attribute = ({ attributes }: Node, name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1]
const repeats = (node: Node, name: string) => Math.max(1, Number(attribute(node, name) ?? 1))

function textIn(node: Node): string {
  if (node.name === 'text:s') return ' '.repeat(repeats(node, 'text:c'))
  return node.children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('')
}
const cellText = (cell: Node) => all(cell, 'text:p').map(textIn).join('\n').trim()

function rowsOf(table: Node, max: number): Node[] {
  const rows: Node[] = []
  for (const row of nodes(table))
    if (row.name === 'table:table-row')
      for (let n = repeats(row, 'table:number-rows-repeated'); n > 0 && rows.length < max; n--) rows.push(row)
  return rows
}

function cellsOf(row: Node, max: number): string[] {
  const cells: string[] = []
  for (const cell of all(row, 'table:table-cell'))
    for (let n = repeats(cell, 'table:number-columns-repeated'); n > 0 && cells.length < max; n--)
      cells.push(cellText(cell))
  return [...cells, ...Array<string>(max - cells.length).fill('')]
}

const western = (text: string) => text.replace(/[^\x20-\x7E\xA1-\xFF]/g, '').trim()
const onOneLine = (text: string) => western(text).replace(/\s+/g, ' ')

/** Null if it isn't a date of the form DD/MM/YY. */
function dayOf(text: string): string | null {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d\d)$/.exec(text) ?? []
  const iso = `20${year}-${month}-${day}`
  const at = new Date(`${iso}T00:00:00Z`)
  return day === undefined || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== iso ? null : iso
}

const hasTwoDecimals = (text: string) =>
  /^[+-]?\d*\.\d\d$/.test(text) && text.replace(/\D/g, '').replace(/^0+/, '').length <= 15

const POSTCODE =
  /^((GIR 0AA)|((([A-Z][0-9][0-9]?)|(([A-Z][A-HJ-Y][0-9][0-9]?)|(([A-Z][0-9][A-Z])|([A-Z][A-HJ-Y][0-9][A-Z])))) [0-9][A-Z]{2}))$/

function faultsOf(cells: readonly string[], today: string): number[] {
  const [item, title, first, last, house, postcode, aggregated, sponsored, date, amount] = cells as string[]
  const isAggregated = western(aggregated!) !== ''
  const found: [boolean, number][] = [[!/^([1-9]\d{0,2}|1000)$/.test(western(item!)), 6]]
  if (isAggregated) {
    found.push([sponsored!.trim() !== '', 23])
    for (const [i, field] of [title, first, last, house, postcode].entries()) found.push([field!.trim() !== '', 24 + i])
  } else {
    found.push([western(title!) !== '' && !/^[A-Za-z][A-Za-z'-]{1,3}$/.test(western(title!)), 13])
    found.push([onOneLine(first!) === '', 14], [onOneLine(first!).length > 35, 16])
    found.push([onOneLine(last!) === '', 15], [onOneLine(last!).length > 35, 17])
    found.push([onOneLine(house!) === '', 18], [onOneLine(house!).length > 40, 19])
    const code = western(postcode!)
    found.push([code === '', 20], [code !== '' && code !== 'X' && !POSTCODE.test(code.toUpperCase()), 21])
    found.push([!['', 'yes'].includes(western(sponsored!.toLowerCase())), 22])
  }
  found.push([onOneLine(aggregated!).length > 35, 5])
  const day = dayOf(western(date!))
  found.push([western(date!) === '', 7], [western(date!) !== '' && day === null, 8], [day !== null && day > today, 9])
  const money = western(amount!).replaceAll(',', '')
  const isOdd = money !== '' && (!hasTwoDecimals(money) || Number(money) < 0.01)
  found.push([isOdd, 10], [money === '', 11], [!isOdd && isAggregated && Number(money) > 1000, 12])
  return found.flatMap(([is, message]) => (is ? [message] : []))
}

/** Reads a schedule as HMRC does on the given day, with its faults. Throws if the file isn't a schedule. */
export function readSchedule(file: Uint8Array, today: string): Read {
  const files = unzipSync(file)
  const table = all(parse(strFromU8(files['content.xml']!)), 'table:table')[0]!
  if (!attribute(table, 'table:name')?.trim().startsWith('R68GAD_V1_00_0')) throw new Error('not the template')
  const rows = rowsOf(table, 1025)
    .slice(24)
    .map((row) => cellsOf(row, 12).slice(1, 11))
    .filter((cells) => cells.slice(1).some((text) => text !== ''))
  // Cells are counted as elements, so a merged or repeated cell shifts the boxes.
  const box = (at: number) => {
    const cell = all(rowsOf(table, at)[at - 1]!, 'table:table-cell')[3]
    return cell === undefined ? '' : western(cellText(cell))
  }
  const [earliest, overclaimed] = [box(13), box(17)]
  if (rows.length === 0) return { faults: [{ message: 1, line: null }], rows, earliest, overclaimed }
  const faults: Fault[] = []
  if (earliest === '') faults.push({ message: 2, line: null })
  else if (dayOf(earliest) === null) faults.push({ message: 3, line: null })
  const tax = overclaimed.replaceAll(',', '')
  if (tax !== '' && !(hasTwoDecimals(tax) && Number(tax) > 0)) faults.push({ message: 4, line: null })
  for (const [line, cells] of rows.entries())
    for (const message of faultsOf(cells, today)) faults.push({ message, line })
  return { faults, rows, earliest, overclaimed }
}
