import { type ClaimLine, donorOf, type MissingPart } from '@foyer/domain/donation/gift-aid-claim.ts'
import { dayOf } from '@foyer/domain/format/dates.ts'
import type { Minor } from '@foyer/domain/money/money.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { grantOf, type OfficeContext } from '../handle.ts'

type Row = {
  sale_id: number
  charity_id: number
  number: string
  email: string
  donor_name: string
  address_1: string
  postcode: string
  uk_based: boolean
  paid_at: Date
  kept: number
  is_waiting: boolean
}
export type Declaration = Row & {
  donatedOn: string
  state: { status: 'ready'; line: ClaimLine } | { status: 'incomplete'; lacks: MissingPart } | { status: 'waiting' }
}

/** HMRC accepts claims in pounds only. */
const CURRENCY = 'GBP'

/** How disputes end in which the donation is kept: won, or an inquiry of the bank (Stripe's, Square's) that came to nothing. */
const KEPT_DISPUTES = ['won', 'warning_closed', 'inquiry_closed']

/** A donation belongs to no event, so people limited to some events may not see it. */
export function ofWholeOrganiser(ctx: OfficeContext) {
  const { organiserId, eventIds } = grantOf(ctx)
  // guard: gift-aid-whole-organiser
  if (eventIds !== null) return fail('may_not')
  return { ok: true as const, organiserId }
}

/**
 * The organiser's declarations that are not in a claim yet, with the part of each donation that wasn't refunded. A donation that is
 * disputed or still being paid in instalments has to wait.
 */
export async function openDeclarations(
  db: Db | Tx,
  organiserId: number,
  only: { charityId?: number; saleId?: number } = {},
): Promise<Declaration[]> {
  const { rows } = await sql<Row>`
    select declaration.sale_id, declaration.charity_id, "order".number, "order".email, declaration.donor_name,
      declaration.address_1, declaration.postcode, declaration.uk_based, "order".paid_at,
      line.net_minor - line.refunded_net_minor as kept,
      exists (select from payment_plans plan where plan.sale_id = declaration.sale_id and plan.status <> 'completed')
        or exists (select from disputes dispute join payments payment on payment.id = dispute.payment_id
          where payment.sale_id = declaration.sale_id and lower(dispute.status) <> all(${sql.val(KEPT_DISPUTES)}::text[])) as is_waiting
    from gift_aid_declarations declaration
    join order_lines line on line.sale_id = declaration.sale_id and line.kind = 'donation'
      and line.charity_id = declaration.charity_id
    join orders "order" on "order".sale_id = declaration.sale_id
    where line.organiser_id = ${organiserId} and "order".currency = ${CURRENCY}
      and declaration.cancelled_at is null and line.net_minor > line.refunded_net_minor
      and declaration.uk_taxpayer and declaration.own_money and declaration.not_gambling
      and not exists (select from gift_aid_claim_lines claimed where claimed.sale_id = declaration.sale_id)
      and (${only.charityId ?? null}::bigint is null or declaration.charity_id = ${only.charityId ?? null})
      and (${only.saleId ?? null}::bigint is null or declaration.sale_id = ${only.saleId ?? null})
    order by "order".paid_at, declaration.sale_id`.execute(db)
  return rows.map((row) => {
    const donatedOn = dayOf(row.paid_at)
    if (row.is_waiting) return { ...row, donatedOn, state: { status: 'waiting' } }
    const donor = donorOf({
      donorName: row.donor_name,
      address1: row.address_1,
      postcode: row.postcode,
      ukBased: row.uk_based,
    })
    return donor.ok
      ? {
          ...row,
          donatedOn,
          state: { status: 'ready', line: { ...donor.donor, saleId: row.sale_id, donatedOn, minor: row.kept } },
        }
      : { ...row, donatedOn, state: { status: 'incomplete', lacks: donor.lacks } }
  })
}

export const readyLines = (declarations: readonly Declaration[]): ClaimLine[] =>
  declarations.flatMap(({ state }) => (state.status === 'ready' ? [state.line] : []))

/** What was refunded of claimed donations and no later claim has deducted yet. */
export async function returnedSince(
  db: Db | Tx,
  organiserId: number,
  charityId?: number,
): Promise<{ saleId: number; claimId: number; charityId: number; minor: Minor }[]> {
  const { rows } = await sql<{ saleId: number; claimId: number; charityId: number; minor: number }>`
    select claimed.sale_id as "saleId", claim.id as "claimId", claim.charity_id as "charityId",
      claimed.amount_minor - claimed.deducted_minor - kept.minor as minor
    from gift_aid_claim_lines claimed
    join gift_aid_claims claim on claim.id = claimed.claim_id
    left join gift_aid_declarations declaration on declaration.sale_id = claimed.sale_id
    cross join lateral (select case when declaration.cancelled_at is not null then 0
      else coalesce(sum(line.net_minor - line.refunded_net_minor), 0) end::bigint as minor
      from order_lines line where line.sale_id = claimed.sale_id and line.kind = 'donation') kept
    where claim.organiser_id = ${organiserId}
      and (${charityId ?? null}::bigint is null or claim.charity_id = ${charityId ?? null})
      and claimed.amount_minor - claimed.deducted_minor > kept.minor
    order by claimed.sale_id`.execute(db)
  return rows
}
