import { opensTypes } from '@foyer/domain/basket/access-code.ts'
import type { Counter } from '@foyer/domain/basket/allocate.ts'
import { sql } from 'kysely'
import { command, type Query } from '../../db/transaction/batch.ts'
import { unnestRows } from '../../db/transaction/column-lists.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { HoldLine, LineCode } from './lines.ts'

/**
 * Reads the access codes of lines whose types are sold by code only, and replaces these lines with copies, because baskets
 * share the objects of their lines. Other lines need no statement.
 */
export async function unlockLines(tx: Tx, lines: ReadonlyMap<number, HoldLine[]>, now: Date): Promise<void> {
  const saleIds = [...lines].flatMap(([id, own]) => (own.some(needsCode) ? [id] : []))
  if (saleIds.length === 0) return
  const codes = await accessCodesOf(tx, saleIds)
  for (const saleId of saleIds) {
    const saleLines = lines.get(saleId)!
    for (const [i, line] of saleLines.entries()) {
      if (!needsCode(line)) continue
      const accessCode = codes.get(lineKey(saleId, line.ticketTypeId)) ?? null
      const unlocked = accessCode !== null && opensTypes(accessCode, now)
      saleLines[i] = { ...line, unlocked, accessCode, quotaId: accessCode?.quotaId ?? null }
    }
  }
}

const needsCode = ({ visibility }: HoldLine): boolean => visibility === 'code'
const lineKey = (saleId: number, ticketTypeId: number) => `${saleId} ${ticketTypeId}`

/** Returns the access codes of these sales' lines, by sale and type. A code that no longer opens the type is left out. */
export async function accessCodesOf(tx: Tx, saleIds: readonly number[]): Promise<Map<string, LineCode>> {
  const rows = await tx
    .selectFrom('sale_lines as line')
    .innerJoin('access_codes as code', 'code.id', 'line.access_code_id')
    .innerJoin('access_code_types as opens', (join) =>
      join
        .onRef('opens.access_code_id', '=', 'code.id')
        // guard: access-code-opens-its-types
        .onRef('opens.ticket_type_id', '=', 'line.ticket_type_id'),
    )
    .select([
      'line.sale_id as saleId',
      'line.ticket_type_id as ticketTypeId',
      'code.id',
      'code.valid_from as validFrom',
      'code.valid_until as validUntil',
      'code.ended',
      'code.max_per_order as maxPerOrder',
      'code.quota_id as quotaId',
    ])
    .where('line.sale_id', 'in', [...new Set(saleIds)])
    .execute()
  return new Map(rows.map(({ saleId, ticketTypeId, ...code }) => [lineKey(saleId, ticketTypeId), code]))
}

/**
 * Locks quotas of access codes and of price tiers in id order. Quotas that are used up are neither locked nor returned, like
 * types that are sold out.
 */
export async function lockQuotas(
  tx: Tx,
  ofCodes: readonly number[],
  ofTiers: readonly number[] = [],
): Promise<Map<number, Counter>> {
  const ids = [...ofCodes, ...ofTiers]
  if (ids.length === 0) return new Map()
  const tiers = new Set(ofTiers)
  // guard: quotas-locked
  const { rows } = await sql<{ id: number; free: number }>`
    select id, max_tickets - used as free from quotas
    where id = any(${sql.val([...new Set(ids)])}::bigint[]) and used < max_tickets order by id for update`.execute(tx)
  return new Map(rows.map(({ id, free }) => [id, tiers.has(id) ? { free, ofTier: true } : { free, ofCode: true }]))
}

/** The ids of the quotas that limit the access codes of these lines. */
export const quotaIdsOf = (lines: readonly { quotaId?: number | null }[]): number[] =>
  lines.flatMap(({ quotaId }) => (quotaId == null ? [] : [quotaId]))

type QuotaUse = { saleId: number; ticketTypeId: number; quotaId: number; qty: number }

/** The number of tickets that the lines of these sales use of each quota. */
export const quotaUsesOf = (
  sales: readonly {
    id: number
    lines: readonly Pick<HoldLine, 'ticketTypeId' | 'quotaId' | 'tierQuotaId' | 'qty'>[]
  }[],
): QuotaUse[] =>
  sales.flatMap(({ id, lines }) =>
    lines.flatMap(({ ticketTypeId, quotaId, tierQuotaId, qty }) => {
      // guard: quota-used
      const ofCode = quotaId == null ? [] : [{ saleId: id, ticketTypeId, quotaId, qty }]
      // guard: tier-quota-used
      const ofTier = tierQuotaId == null ? [] : [{ saleId: id, ticketTypeId, quotaId: tierQuotaId, qty }]
      return [...ofCode, ...ofTier]
    }),
  )

/** Writes the uses of quotas; a trigger updates the counts. No statement is sent if there are none. */
export function writeQuotaUsesQuery(uses: readonly QuotaUse[]): Query<void> {
  if (uses.length === 0) return command(null)
  return command(sql`
    insert into quota_uses (sale_id, ticket_type_id, quota_id, qty)
    select sale_id, ticket_type_id, quota_id, qty from ${unnestRows('used', uses, {
      sale_id: ['bigint', ({ saleId }) => saleId],
      ticket_type_id: ['bigint', ({ ticketTypeId }) => ticketTypeId],
      quota_id: ['bigint', ({ quotaId }) => quotaId],
      qty: ['int', ({ qty }) => qty],
    })}`)
}

/** Returns refunded tickets to the quotas they came from. */
export async function returnQuotas(tx: Tx, saleId: number, ticketTypeId: number, qty: number): Promise<void> {
  if (qty <= 0) return
  const sameLine = sql`sale_id = ${saleId} and ticket_type_id = ${ticketTypeId}`
  // guard: refunded-quota-returned
  await sql`with ended as (delete from quota_uses where ${sameLine} and qty <= ${qty})
    update quota_uses set qty = qty - ${qty} where ${sameLine} and qty > ${qty}`.execute(tx)
}
