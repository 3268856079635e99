import type { BodyOf } from '@foyer/contract/calls.ts'
import { fromWire } from '@foyer/contract/forms/names.ts'
import { WAIVER_FORM } from '@foyer/contract/forms/waiver.ts'
import type { OrderPageData } from '@foyer/contract/order-page.ts'
import type { WaiverPageData } from '@foyer/contract/pages.ts'
import { waiverProblems } from '@foyer/domain/after-sale/waiver.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { type Insertable, sql } from 'kysely'
import type { WaiverSignaturesTable } from '../db/schema/types.generated.ts'
import { type Db, inTx } from '../db/transaction/tx.ts'
import type { Handler } from '../http/handle.ts'
import { exceedsNetworkLimit } from '../http/limits/rate-limit.ts'
import { lockSale, record, saleByReference } from '../sale/sale.ts'
import { waiverCountsOf } from '../tickets/waivers.ts'
import { waiverPage } from './waiver.ts'

/**
 * Many people may sign by one shared link, such as a class on one tablet; the limit prevents filling the database with names.
 */
const SIGNATURES = { name: 'waiver', max: 120, windowSeconds: 3600, ofASale: 1000 }

const collapseSpaces = (name: string) => name.replace(/\s+/g, ' ').trim()

type WaiverVersion = { waiver_id: number; version: number }

/** The waivers to sign, each with the version that was shown, because a signature is not valid for later terms. */
function waiversToSign(
  page: WaiverPageData | null,
  { waiver_id, version, also = [], children = [] }: BodyOf<'sign_waiver'>,
): WaiverVersion[] | Fail<'unknown_waiver' | 'not_signed_together'> {
  const waiverOf = (id: number) => page?.waivers.find((waiver) => waiver.id === id)
  const first = waiverOf(waiver_id)
  const requested = [{ waiver_id, version: version ?? first?.version ?? 0 }, ...also]
  if (requested.some((signed) => signed.version < 1 || signed.version > (waiverOf(signed.waiver_id)?.version ?? 0)))
    return fail('unknown_waiver')
  const together = first?.together
  // guard: signed-together-where-allowed
  if (together === undefined && also.length + children.length > 0) return fail('not_signed_together')
  if (also.some((signed) => waiverOf(signed.waiver_id)!.together !== together)) return fail('not_signed_together')
  return requested
}

/**
 * Stores one signature per person and waiver of a sale, with the version of the terms that was shown. Several at once are
 * stored together or not at all. Signing the same version again changes nothing, whatever the case of the name. Anyone with the link may sign,
 * without access to the sale.
 */
export const signWaiver: Handler<'sign_waiver'> = async (body, { deps, ip, now }) => {
  if (await exceedsNetworkLimit(deps, SIGNATURES, ip)) return fail('too_many_requests')
  const requested = waiversToSign(await waiverPage(deps.db, body.reference), body)
  if (!Array.isArray(requested)) return requested
  const sent = fromWire(WAIVER_FORM, body)
  const form = { ...sent, name: collapseSpaces(sent.name), signedBy: collapseSpaces(sent.signedBy) }
  const people = [
    form,
    ...(body.children ?? []).map((child) => ({ ...form, name: collapseSpaces(child), isMinor: true })),
  ]
  const problems = people.map(waiverProblems)
  if (problems.some(({ name, signedBy }) => name || signedBy)) return fail('bad_full_name')
  // A typed signature is a name, so the limit for names applies.
  if (problems[0]!.signature || (form.kind === 'typed' && form.signature.length > LIMITS.text.name))
    return fail('signature_missing')

  const result = await inTx(deps.db, async (tx) => {
    const { id } = (await saleByReference(tx, body.reference))!
    await lockSale(tx, id)
    const signed = await tx
      .selectFrom('waiver_signatures')
      .select(['waiver_id', 'waiver_version', sql<string>`lower(name)`.as('who')])
      .where('sale_id', '=', id)
      .execute()
    // Terms that have changed since are signed again.
    const keyOf = (waiver: WaiverVersion, who: string) => `${waiver.waiver_id} ${waiver.version} ${who.toLowerCase()}`
    const existing = new Set(
      signed.map(({ waiver_id, waiver_version, who }) => keyOf({ waiver_id, version: waiver_version }, who)),
    )
    const rows = new Map<string, Insertable<WaiverSignaturesTable>>()
    for (const { waiver_id, version } of requested)
      for (const { name, signedBy, isMinor } of people) {
        const key = keyOf({ waiver_id, version }, name)
        // guard: signed-once
        if (existing.has(key) || rows.has(key)) continue
        rows.set(key, {
          sale_id: id,
          waiver_id,
          waiver_version: version,
          name,
          signed_by: signedBy,
          is_minor: isMinor,
          signature_kind: form.kind,
          signature: form.signature,
          signed_at: now,
        })
      }
    if (rows.size === 0) return true
    if (signed.length + rows.size > SIGNATURES.ofASale) return false
    await tx
      .insertInto('waiver_signatures')
      .values([...rows.values()])
      .execute()
    for (const waiver_id of new Set([...rows.values()].map((row) => row.waiver_id)))
      await record(tx, id, 'waiver_signed', now, { waiver_id })
    return true
  })
  return result ? { success: true, missing: await missingOf(deps.db, body.reference) } : fail('too_many_requests')
}

/** How many signatures the order still needs, of all its waivers; null while it has no tickets. */
async function missingOf(db: Db, reference: string): Promise<number | null> {
  const { rows } = await sql<{ missing: number | null }>`
    select case when wanted > 0 then wanted - signed end as missing from sales sale cross join lateral (${waiverCountsOf(sql`sale.id`, sql`true`)}) counts
    where sale.reference = ${reference}`.execute(db)
  return rows[0]!.missing
}

/** Returns each waiver of the order and who has signed it, for the buyer only. */
export async function waiversOf(
  db: Pick<Db, 'selectFrom'>,
  sale: { id: number; reference: string },
): Promise<OrderPageData['waivers']> {
  const page = await waiverPage(db, sale.reference)
  if (page === null) return []
  const signed = await db
    .selectFrom('waiver_signatures')
    .select(['waiver_id', 'name', 'signed_by', 'is_minor', 'signed_at'])
    .where('sale_id', '=', sale.id)
    .orderBy('id')
    .execute()
  return page.waivers.map(({ id, title, event }) => ({
    waiver: title,
    event,
    signed: signed
      .filter(({ waiver_id }) => waiver_id === id)
      .map(({ name, signed_by, is_minor, signed_at }) => ({ name, signed_by, is_minor, at: niceDate(signed_at) })),
  }))
}
