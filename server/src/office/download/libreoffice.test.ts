import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { scheduleFile } from '../gift-aid/schedule-file.ts'
import { type Cell, csvOf } from './csv.ts'
import { xlsxStream } from './xlsx.ts'

/** As someone opens a CSV: commas, double quotes, UTF-8. */
const OPENED = 'Text - txt - csv (StarCalc):44,34,76,1'
/** Every cell as it is shown, texts in quotes. */
const SHOWN = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false'

function isHere(): boolean {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const ROWS: Cell[][] = [
  ['Buyer', 'Phone', 'From abroad', 'Total', 'Paid on', 'Typed', 'Many digits'],
  [
    'José Núñez, “Zoë”',
    '07700900123',
    '+44 7700 900123',
    12.5,
    '3 Oct 2026',
    '=HYPERLINK("http://x")',
    '4000123412341234',
  ],
  ['Łukasz\nO’Brien', '07700 900123', '0033 1 23 45 67 89', -2, '3 Oct 2026', '£5 or €5 & <b>', ''],
]
/** What a spreadsheet would otherwise take for a formula or a number begins with an apostrophe in CSV. */
const IN_CSV: Record<string, string> = Object.fromEntries(
  ['07700900123', '+44 7700 900123', '=HYPERLINK("http://x")', '4000123412341234'].map((text) => [text, `'${text}`]),
)

describe.skipIf(!isHere())('downloads opened in LibreOffice, where installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-libreoffice-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** The cells that LibreOffice shows, and the formulas it found. */
  async function opened(name: string, content: string | Uint8Array): Promise<string[][]> {
    const file = join(folder, name)
    writeFileSync(file, content)
    await promisify(execFile)('soffice', [
      `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`,
      '--headless',
      ...(name.endsWith('.csv') ? [`--infilter=${OPENED}`] : []),
      '--convert-to',
      SHOWN,
      '--outdir',
      join(folder, 'out'),
      file,
    ])
    const text = readFileSync(join(folder, 'out', name.replace(/\.\w+$/, '.csv')), 'utf8')
    return cellsOf(text)
  }
  async function* inOne(rows: Cell[][]) {
    yield rows
  }

  it('XLSX shows every cell as written', { timeout: 120_000 }, async () => {
    const parts: Uint8Array[] = []
    for await (const part of xlsxStream(inOne(ROWS))) parts.push(part)
    expect(await opened('orders.xlsx', Buffer.concat(parts))).toEqual(ROWS.map((row) => row.map(String)))
  })

  it('CSV runs no formula and keeps phone numbers', { timeout: 120_000 }, async () => {
    const shown = ROWS.map((row) => row.map((cell) => IN_CSV[String(cell)] ?? String(cell)))
    const cells = await opened('people.csv', csvOf(ROWS))
    // A date in words is read as one and shown in the reader's own format.
    const dates = cells.slice(1).map((row) => row[4]!)
    expect(cells.map((row, i) => row.with(4, shown[i]![4]!))).toEqual(shown)
    for (const date of dates) expect(date).toMatch(/2026|26/)
  })

  it('a Gift Aid schedule has its lines where HMRC reads them', { timeout: 120_000 }, async () => {
    const line = {
      firstName: 'Zoë',
      lastName: 'Núñez-Smith',
      house: '007',
      postcode: 'SW1A 1AA',
      donatedOn: '2026-10-03',
      minor: 2050,
    }
    const file = scheduleFile({ lines: [line], earliestOn: '2026-10-03', overclaimedMinor: 0 })
    const cells = (await opened('schedule.ods', file)).map((row) => row.filter((cell) => cell !== ''))
    expect(cells).toContainEqual(expect.arrayContaining(['Zoë', 'Núñez-Smith', '007', 'SW1A 1AA', '03/10/26', '20.50']))
  })
})

/** The cells of a CSV: quoted texts, and bare numbers. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\n"]*))(,|\n|$)/g)) {
    if (quoted === undefined && bare === '' && end === '') break
    rows.at(-1)!.push(quoted === undefined ? bare! : quoted.replaceAll('""', '"'))
    if (end === '\n') rows.push([])
  }
  return rows.filter((row) => row.length > 0)
}
