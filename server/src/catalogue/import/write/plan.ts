import type { Tx } from '../../../db/transaction/tx.ts'
import type { Plan } from '../plan.ts'
import { refuseCurrencyConflicts } from './charity-currency.ts'
import type { Context, WriteResult } from './context.ts'
import { writeEvent } from './event.ts'
import { writeCharities, writeOrganisers, writeVenues } from './organisers.ts'
import { matchPerformances } from './performances.ts'
import { checkPlanOptions } from './plan-options.ts'
import {
  replaceDeletedTypes,
  requireAddedTypes,
  writeDiscountCode,
  writeGiftVoucher,
  writeOffers,
  writeRequirements,
} from './selling.ts'

/**
 * Writes a plan to the shop. Existing entries are found by slug (ticket types by event, date and name) and updated; those
 * that the file no longer names are removed only if unused. An event that cannot be written is refused before any part of it
 * is, so that the caller may keep the rest or roll everything back.
 */
export async function writePlan(tx: Tx, plan: Plan, now: Date): Promise<WriteResult> {
  const result: WriteResult = { taken: [], refused: [], notes: [] }
  const charities = await writeCharities(tx, plan, result)
  const organisers = await writeOrganisers(tx, plan, charities, result, now)
  const venues = await writeVenues(tx, plan, result)
  const context: Context = { tx, plan, result, organisers, venues, events: new Map(), deletedTypes: [] }
  await matchPerformances(context, now)
  for (const item of plan.events) {
    await checkPlanOptions(context, item, now)
    await writeEvent(context, item, now)
  }
  for (const item of plan.events) await writeRequirements(context, item)
  for (const item of plan.events) await replaceDeletedTypes(context, item)
  for (const item of plan.events) await requireAddedTypes(context, item)
  for (const item of plan.giftVouchers) await writeGiftVoucher(context, item, now)
  for (const item of plan.discountCodes) await writeDiscountCode(context, item)
  await writeOffers(context)
  await refuseCurrencyConflicts(context)
  return result
}
