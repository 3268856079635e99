import type { Tx } from '../../../db/transaction/tx.ts'
import { type Context, refuse } from './context.ts'

const conflictText = (charity: { name: string; currency: string }, currency: string): string =>
  `the charity "${charity.name}" takes donations in ${charity.currency}, so its organisers cannot sell in ${currency}`

/**
 * Returns why an organiser cannot sell in this currency: its charity takes donations in another one, and a sale has a single
 * currency. Null if it can.
 */
export async function currencyProblem(tx: Tx, organiserId: number, currency: string): Promise<string | null> {
  const charity = await tx
    .selectFrom('organisers as organiser')
    .innerJoin('charities as charity', 'charity.id', 'organiser.charity_id')
    .select(['charity.name', 'charity.currency'])
    .where('organiser.id', '=', organiserId)
    .executeTakeFirst()
  return charity === undefined || charity.currency === currency ? null : conflictText(charity, currency)
}

/** Refuses charities, and organisers with a charity, whose events or gift vouchers in the shop have another currency. */
export async function refuseCurrencyConflicts({
  tx,
  plan,
  result,
}: Pick<Context, 'tx' | 'plan' | 'result'>): Promise<void> {
  const items = [
    ...plan.charities.map((item) => ({ item, what: `charity "${item.value.name}"`, slug: item.value.slug })),
    ...plan.organisers.map((item) => ({ item, what: `organiser "${item.value.name}"`, slug: item.value.charity })),
  ]
  const checkedSlugs = new Set<string | null>([null])
  for (const { item, what, slug } of items) {
    if (checkedSlugs.has(slug)) continue
    checkedSlugs.add(slug)
    for (const conflict of await currencyConflicts(tx, slug!))
      refuse(result, item, what, conflictText(conflict, conflict.other), ['currency'])
  }
}

/** The currencies other than its own in which the organisers of a charity sell. */
const currencyConflicts = (tx: Tx, slug: string) =>
  tx
    .selectFrom('charities as charity')
    .innerJoin('organisers as organiser', 'organiser.charity_id', 'charity.id')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('events')
          .select(['organiser_id', 'currency'])
          .union(eb.selectFrom('gift_voucher_designs').select(['organiser_id', 'currency']))
          .as('sold'),
      (join) => join.onRef('sold.organiser_id', '=', 'organiser.id').onRef('sold.currency', '<>', 'charity.currency'),
    )
    .select(['charity.name', 'charity.currency', 'sold.currency as other'])
    .distinct()
    .where('charity.slug', '=', slug)
    .execute()
