import { fromWire, toWire } from '@foyer/contract/forms/names.ts'
import { WAIVER_FORM } from '@foyer/contract/forms/waiver.ts'
import type { OrderPageData } from '@foyer/contract/pages.ts'
import { waiverProblems } from '@foyer/domain/after-sale/waiver.ts'
import { ukLongDate } from '@foyer/domain/format/dates.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { type Db, inTx } from '../db/transaction/tx.ts'
import type { Handler } from '../http/handle.ts'
import { hit } from '../http/rate-limit.ts'
import { lockSale, record, saleByReference } from '../sale/sale.ts'
import { waiverPage } from './waiver.ts'

/** The link is shared: a class may sign on one tablet, but nobody should fill the database with names. */
const SIGNATURES = { most: 120, windowSeconds: 3600, ofASale: 1000 }

const oneSpaced = (name: string) => name.replace(/\s+/g, ' ').trim()

/**
 * Stores one signature per person and waiver of a sale, with the version of the terms that was shown. Signing again changes
 * nothing, whatever the case of the name. Anyone with the link may sign, without access to the sale.
 */
export const signWaiver: Handler<'sign_waiver'> = async (body, { deps, ip, now }) => {
  if ((await hit(deps, `waiver:ip:${ip}`, SIGNATURES.windowSeconds)) > SIGNATURES.most) return fail('too_many_requests')
  const page = await waiverPage(deps.db, body.reference)
  const waiver = page?.waivers.find(({ id }) => id === body.waiver_id)
  // The terms may have changed since they were shown; the signature applies to the version shown.
  const version = body.version ?? waiver?.version
  if (!waiver || version === undefined || version > waiver.version) return fail('unknown_waiver')
  const sent = fromWire(WAIVER_FORM, body)
  const form = { ...sent, name: oneSpaced(sent.name), signedBy: oneSpaced(sent.signedBy) }
  const problems = waiverProblems(form)
  if (problems.name || problems.signedBy) return fail('bad_full_name')
  // A typed signature is a name, so the limit for names applies.
  if (problems.signature || (form.kind === 'typed' && form.signature.length > LIMITS.text.name))
    return fail('signature_missing')

  const taken = await inTx(deps.db, async (tx) => {
    const { id } = (await saleByReference(tx, body.reference))!
    await lockSale(tx, id)
    const signed = await tx
      .selectFrom('waiver_signatures')
      .select(['waiver_id', sql<string>`lower(name)`.as('who')])
      .where('sale_id', '=', id)
      .execute()
    if (signed.some(({ waiver_id, who }) => waiver_id === body.waiver_id && who === form.name.toLowerCase()))
      return true
    if (signed.length >= SIGNATURES.ofASale) return false
    await tx
      .insertInto('waiver_signatures')
      .values({
        sale_id: id,
        waiver_id: body.waiver_id,
        waiver_version: version,
        ...toWire(WAIVER_FORM, form),
        signed_at: now,
      })
      .onConflict((conflict) => conflict.columns(['sale_id', 'waiver_id', 'name']).doNothing())
      .execute()
    await record(tx, id, 'waiver_signed', now, { waiver_id: body.waiver_id })
    return true
  })
  return taken ? { success: true } : fail('too_many_requests')
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
      .filter((one) => one.waiver_id === id)
      .map(({ name, signed_by, is_minor, signed_at }) => ({ name, signed_by, is_minor, at: ukLongDate(signed_at) })),
  }))
}
