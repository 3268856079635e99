import { type Minor, sum } from '@foyer/domain/money/money.ts'
import { type TaxedPart, taxWithin } from '@foyer/domain/money/tax.ts'
import { sql } from 'kysely'
import { command, type Query } from '../../db/transaction/batch.ts'
import { sendWithCommit, type Tx } from '../../db/transaction/tx.ts'
import { TRADER } from '../../trader.ts'

/** One part of a line on a receipt. */
export type ReceiptLine = {
  line: number
  part: TaxedPart
  kind: 'ticket' | 'gift_voucher' | 'donation'
  /** What was bought; empty for the other parts of the line, which have fixed names. */
  text: string
  qty: number
  /** Null where the part carries no tax. */
  rateBp: number | null
  grossMinor: Minor
  taxMinor: Minor
}

/** A receipt or credit note that is to be issued. */
type Paper = { organiserId: number; lines: ReceiptLine[]; voucherMinor: Minor }

/** The columns of an order's line that receipts need. */
type Row = {
  line: number
  kind: ReceiptLine['kind']
  organiser_id: number
  qty: number
  text: string
  voucher_minor: Minor
} & Record<`${TaxedPart}_minor`, Minor>

const PARTS = ['net', 'fee', 'protection', 'delivery', 'rounding'] as const satisfies readonly TaxedPart[]

/** The receipts of a sale, by organiser: what its lines cost when they were sold. None for an organiser who was paid nothing. */
export async function receiptsOf(tx: Pick<Tx, 'getExecutor'>, saleId: number): Promise<Paper[]> {
  const { rows } = await sql<Row>`${LINES} where line.sale_id = ${saleId} order by line.line`.execute(tx as Tx)
  const taxes = await taxesOf(tx, saleId)
  const papers = papersOf(
    rows.map((row) => ({ row, parts: PARTS.map((part) => ({ part, grossMinor: row[`${part}_minor`] })) })),
    (line, part) => taxes.find((tax) => tax.line === line && tax.part === part),
  )
  return papers.filter((paper) => sum(paper.lines.map(({ grossMinor }) => grossMinor)) > 0)
}

const LINES = sql`
  select line.line, line.kind, line.organiser_id, line.qty, line.net_minor, line.fee_minor, line.protection_minor,
    line.delivery_minor, line.rounding_minor, line.voucher_minor,
    coalesce(event.title || ', ' || type.name, design.name, charity.name, '') as text
  from order_lines line
  left join ticket_types type on type.id = line.ticket_type_id
  left join events event on event.id = line.event_id
  left join gift_voucher_designs design on design.id = line.design_id
  left join charities charity on charity.id = line.charity_id`

type Tax = { line: number; part: TaxedPart; rateBp: number; taxMinor: Minor }

const taxesOf = async (tx: Pick<Tx, 'getExecutor'>, saleId: number): Promise<Tax[]> =>
  (
    await sql<Tax>`select line, part, rate_bp as "rateBp", tax_minor as "taxMinor" from order_line_taxes
      where sale_id = ${saleId}`.execute(tx as Tx)
  ).rows

function papersOf(
  lines: readonly { row: Row; parts: readonly { part: TaxedPart; grossMinor: Minor }[]; qty?: number }[],
  taxOf: (line: number, part: TaxedPart) => Pick<Tax, 'rateBp' | 'taxMinor'> | undefined,
): Paper[] {
  const papers = new Map<number, Paper>()
  for (const { row, parts, qty = row.qty } of lines) {
    const { organiser_id: organiserId } = row
    const paper = papers.get(organiserId) ?? { organiserId, lines: [], voucherMinor: 0 }
    papers.set(organiserId, paper)
    paper.voucherMinor += row.voucher_minor
    for (const { part, grossMinor } of parts) {
      if (grossMinor === 0) continue
      const tax = taxOf(row.line, part)
      const { rateBp = null, taxMinor = 0 } = tax ?? {}
      paper.lines.push({ line: row.line, part, kind: row.kind, text: row.text, qty, rateBp, grossMinor, taxMinor })
    }
  }
  return [...papers.values()].filter((paper) => paper.lines.length > 0).sort((a, b) => a.organiserId - b.organiserId)
}

/**
 * Issues the receipts of a sale, which must be locked, unless they are there: all, or of one organiser. With the commit, so that
 * counters are locked last.
 */
export async function issueReceipts(
  tx: Tx,
  saleId: number,
  { organiserId, now }: { organiserId?: number; now: Date },
): Promise<void> {
  const papers = (await receiptsOf(tx, saleId)).filter(
    (receipt) => (organiserId ?? receipt.organiserId) === receipt.organiserId,
  )
  sendWithCommit(tx, ...papers.map((paper) => issueQuery(paper, 'receipt', saleId, now)))
}

/** The refunded amounts of a line, and how many of its tickets are refunded. */
export type Refunded = { qty: number; parts: Record<TaxedPart | 'voucher', Minor> }

/** Issues a credit note to every organiser of what a refund takes back, after their receipts. The sale must be locked. */
export async function issueCreditNotes(
  tx: Tx,
  saleId: number,
  refunded: ReadonlyMap<number, Refunded>,
  { taxes, now }: { taxes: readonly Tax[]; now: Date },
): Promise<void> {
  if (refunded.size === 0) return
  await issueReceipts(tx, saleId, { now })
  const { rows } = await sql<Row>`${LINES} where line.sale_id = ${saleId} order by line.line`.execute(tx)
  const papers = papersOf(
    rows.flatMap((row) => {
      const back = refunded.get(row.line)
      if (!back) return []
      const parts = PARTS.map((part) => ({ part, grossMinor: back.parts[part] }))
      return [{ row: { ...row, voucher_minor: back.parts.voucher }, parts, qty: back.qty }]
    }),
    (line, part) => taxes.find((tax) => tax.line === line && tax.part === part),
  )
  sendWithCommit(tx, ...papers.map((paper) => issueQuery(paper, 'credit_note', saleId, now)))
}

/**
 * Issues a receipt of what was paid for a change, where the organiser's receipt was issued before it; otherwise that one will have
 * it. The sale must be locked, and its lines changed.
 */
export async function issueChangeReceipt(
  tx: Tx,
  saleId: number,
  { changeId, line, parts, now }: { changeId: number; line: number; parts: { net: Minor; fee: Minor }; now: Date },
): Promise<void> {
  const { rows } = await sql<Row>`${LINES} where line.sale_id = ${saleId} and line.line = ${line}`.execute(tx)
  const issued = await tx
    .selectFrom('receipts')
    .select('id')
    .where('sale_id', '=', saleId)
    .where('organiser_id', '=', rows[0]!.organiser_id)
    .where('kind', '=', 'receipt')
    .executeTakeFirst()
  if (issued === undefined) return
  const taxes = await taxesOf(tx, saleId)
  const added = (['net', 'fee'] as const).map((part) => ({ part, grossMinor: parts[part] }))
  const papers = papersOf([{ row: { ...rows[0]!, voucher_minor: 0 }, parts: added, qty: 1 }], (of, part) => {
    const tax = taxes.find((tax) => tax.line === of && tax.part === part)
    const grossMinor = added.find((amount) => amount.part === part)!.grossMinor
    return tax && { rateBp: tax.rateBp, taxMinor: taxWithin(grossMinor, tax.rateBp) }
  })
  sendWithCommit(tx, ...papers.map((paper) => issueQuery(paper, 'receipt', saleId, now, changeId)))
}

/** Counts and writes in one statement. A sale has one receipt of each organiser, and one of each change paid after it. */
function issueQuery(
  { organiserId, lines, voucherMinor }: Paper,
  kind: 'receipt' | 'credit_note',
  saleId: number,
  now: Date,
  changeId: number | null = null,
): Query<void> {
  const first = sql`${organiserId}::bigint, ${kind}, 1`
  // guard: one-receipt
  const isMissing = sql`not exists (select from receipts where sale_id = ${saleId} and organiser_id = ${organiserId}
    and kind = 'receipt' and change_id is not distinct from ${changeId}::bigint)`
  return command(sql`
    with counted as (
      insert into receipt_counters as counter (organiser_id, kind, last)
      ${kind === 'receipt' ? sql`select ${first} where ${isMissing}` : sql`values (${first})`}
      on conflict (organiser_id, kind) do update set last = counter.last + 1 returning last
    )
    insert into receipts (organiser_id, sale_id, kind, number, issued_at, seller, lines, voucher_minor, change_id)
    select organiser.id, ${saleId}::bigint, ${kind}, counted.last, ${now}::timestamptz,
      jsonb_build_object('name', organiser.name, 'address', organiser.tax_address, 'taxNumber', organiser.tax_number, 'trader', ${TRADER}),
      ${JSON.stringify(lines)}::jsonb, ${voucherMinor}::bigint, ${changeId}::bigint
    from counted, organisers organiser where organiser.id = ${organiserId}`)
}
