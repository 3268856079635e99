import { groupBy } from '@foyer/domain/group.ts'
import { currencyCode, type Minor } from '@foyer/domain/money/money.ts'
import type { SMALL_TOTAL_RULES, SmallTotalTerms } from '@foyer/domain/money/small-total.ts'
import { cardProvider } from '@foyer/domain/payment/methods.ts'
import { changesTotals, LARGEST_CARD_MINIMUM, smallTotalTerms } from '@foyer/domain/payment/minimum.ts'
import { type Kysely, sql } from 'kysely'
import type { Database, OrganisersTable } from '../../db/schema/types.generated.ts'
import { ownAccountsOf, paidInto } from '../order/paid-into.ts'

/** Whether any provider might not take this total by card. For others, the organisers' rules need not be read. */
export const mayBeSmall = (totalMinor: Minor): boolean => totalMinor > 0 && totalMinor < LARGEST_CARD_MINIMUM

type Row = {
  saleId: number
  currency: string | null
  organiserId: number
  paymentProvider: OrganisersTable['payment_provider']
  rule: (typeof SMALL_TOTAL_RULES)[number]
}

/**
 * What the organisers of these sales do about totals that are too small for a card, by sale. Organisers who share a basket must
 * have the same rule; otherwise none applies.
 */
export async function smallTotalTermsOf(
  db: Pick<Kysely<Database>, 'selectFrom' | 'getExecutor'>,
  saleIds: readonly number[],
): Promise<Map<number, SmallTotalTerms>> {
  const { rows } = await sql<Row>`
    select sale.id as "saleId", sale.currency, organiser.id as "organiserId", organiser.small_total as rule,
      organiser.payment_provider as "paymentProvider"
    from sales sale
    join lateral (
      select event.organiser_id from sale_lines line
        join ticket_types type on type.id = line.ticket_type_id join events event on event.id = type.event_id
        where line.sale_id = sale.id
      union
      select design.organiser_id from sale_vouchers line join gift_voucher_designs design on design.id = line.design_id
        where line.sale_id = sale.id) own on true
    join organisers organiser on organiser.id = own.organiser_id
    where sale.id = any(${sql.val(saleIds)}::bigint[])`.execute(db)
  const agreed = [...groupBy(rows, ({ saleId }) => saleId).values()].filter((own) =>
    own.every(({ rule }) => rule === own[0]!.rule && changesTotals(rule)),
  )
  if (agreed.length === 0) return new Map()
  const accounts = await ownAccountsOf(db, [...new Set(rows.map(({ organiserId }) => organiserId))])
  return new Map(
    agreed.flatMap((organisers) => {
      const [{ saleId, rule, currency }] = organisers as [Row, ...Row[]]
      const provider = cardProvider({ ownProvider: paidInto(organisers, accounts).provider })
      const terms = smallTotalTerms({ rule, provider }, currencyCode(currency))
      return terms ? [[saleId, terms] as const] : []
    }),
  )
}
