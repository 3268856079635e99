import type { Db } from '../../db/transaction/tx.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { readFoyer } from './foyer.ts'
import { type PictureSources, readPictures } from './pictures.ts'
import type { Plan } from './plan.ts'
import { addressOfPage, type Json, jsonLdOfHtml, type ReadFile, readJson } from './read-file.ts'
import type { Note, Report } from './report.ts'
import { readSchemaOrg } from './schema-org/listing.ts'
import { textOfFile } from './text-of-file.ts'
import type { WriteResult } from './write/context.ts'
import { writePlan } from './write/plan.ts'
import { SoldMeanwhile } from './write/stock.ts'

type ReadOk = Extract<ReadFile, { ok: true }>

/**
 * Imports one file, as text or as its bytes, in one transaction. A catalogue in our own format is imported whole, or not at all if it has any mistake.
 * In a third-party listing each event is independent: those that cannot be imported are refused with a reason.
 */
export async function importText(
  db: Db,
  file: string,
  content: string | Uint8Array,
  now: Date,
  pictures: PictureSources | null = null,
): Promise<Report> {
  const { text, notes } = typeof content === 'string' ? { text: content, notes: [] } : textOfFile(content)
  const isHtml = /^\s*</.test(text.replace(/^\uFEFF/, ''))
  const blocks = isHtml ? jsonLdOfHtml(text) : [readJson(text)]
  const report: Report = { file, format: null, kept: false, taken: [], refused: [], notes: [] }
  report.notes.push(...notes.map((why) => ({ line: 1, what: 'the file', why })))
  report.refused.push(
    ...blocks.flatMap((block): Note[] =>
      block.ok ? [] : [{ line: block.line, what: `column ${block.column}`, why: `this is not JSON. ${block.text}` }],
    ),
  )
  const readableBlocks = blocks.filter((block): block is ReadOk => block.ok)
  if (blocks.length === 0)
    report.refused.push({
      line: 1,
      what: 'the file',
      why: 'this page holds no JSON-LD (script type="application/ld+json")',
    })

  const plans: Plan[] = []
  const listings = readableBlocks.filter(({ value }) => !isFoyerFormat(value))
  for (const { value, lineOf } of readableBlocks.filter((block) => !listings.includes(block))) {
    report.format = 'foyer'
    const result = readFoyer(value, lineOf)
    if (result.ok) plans.push(result.plan)
    else report.refused.push(...result.refused)
  }
  if (listings.length > 0) {
    report.format ??= 'schema.org'
    // The blocks of a page refer to each other, and may have the same event.
    const lineOfNode = (node: object) =>
      listings.map((block) => block.lineOfNode(node)).find((line) => line !== undefined)
    const root = listings.length === 1 ? listings[0]!.value : listings.map(({ value }) => value)
    const result = readSchemaOrg(root, lineOfNode, now, isHtml ? addressOfPage(text) : null)
    plans.push(result.plan)
    report.refused.push(...result.refused)
    report.notes.push(...result.notes)
  }
  for (const plan of plans) {
    const { refused, notes } = await readPictures(plan, pictures)
    report.refused.push(...refused)
    report.notes.push(...notes)
  }
  const hasEvents = plans.some(({ events }) => events.length > 0)
  if (report.format === 'schema.org' && !hasEvents && report.refused.length === 0)
    report.refused.push({
      line: 1,
      what: 'the file',
      why: 'it is neither a Foyer catalogue ("format": "foyer-catalogue-1") nor does it hold a schema.org Event',
    })
  const isRefused = report.format === 'foyer' ? report.refused.length > 0 : !hasEvents
  if (plans.length === 0 || isRefused) return report
  return write(db, plans, report, now)
}

/**
 * Recognises our own format. A file without the `format` field also counts, so that the report names the missing field
 * instead of claiming there are no events.
 */
const isFoyerFormat = (value: Json): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !('@context' in value || '@graph' in value || '@type' in value) &&
  ('format' in value || 'events' in value || 'organisers' in value)

class AllRefused extends Error {
  readonly written: WriteResult
  constructor(written: WriteResult) {
    super('refused')
    this.written = written
  }
}

async function write(db: Db, plans: readonly Plan[], report: Report, now: Date): Promise<Report> {
  try {
    const written = await inTx(db, async (tx) => {
      const total: WriteResult = { taken: [], refused: [], notes: [] }
      for (const plan of plans) {
        const { taken, refused, notes } = await writePlan(tx, plan, now)
        total.taken.push(...taken)
        total.refused.push(...refused)
        total.notes.push(...notes)
      }
      if (report.format === 'foyer' && total.refused.length > 0) throw new AllRefused(total)
      return total
    })
    return mergeReport(report, written, true)
  } catch (error) {
    if (error instanceof AllRefused) return mergeReport(report, error.written, false)
    if (error instanceof SoldMeanwhile)
      return {
        ...report,
        refused: [...report.refused, { line: 1, what: 'the file', why: `${error.message}. Import it again` }],
      }
    throw error
  }
}

function mergeReport(report: Report, { taken, refused, notes }: WriteResult, kept: boolean): Report {
  const refusedKeys = new Set(refused.map(({ line, what }) => `${line} ${what}`))
  return {
    ...report,
    kept,
    taken: kept ? taken : [],
    refused: [...report.refused, ...refused],
    // An event that was refused needs no other notes.
    notes: kept ? [...report.notes, ...notes].filter(({ line, what }) => !refusedKeys.has(`${line} ${what}`)) : [],
  }
}
