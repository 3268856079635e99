import { type ClaimLine, donorOf, type MissingPart } from '@foyer/domain/donation/gift-aid-claim.ts'
import { dayOf } from '@foyer/domain/format/dates.ts'
import type { Minor } from '@foyer/domain/money/money.ts'
import { ENDED_DISPUTES, LOST_DISPUTES } from '@foyer/domain/payment/dispute.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { paidOfLine, refundedOfLine } from '../../sale/order/line-amounts.ts'
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
  is_confirmed: boolean
  wording: string
}
export type Declaration = Row & {
  donatedOn: string
  state: { status: 'ready'; line: ClaimLine } | { status: 'incomplete'; lacks: MissingPart } | { status: 'waiting' }
}

/** HMRC accepts claims in pounds only. */
const CURRENCY = 'GBP'

/**
 * What the charity keeps of a donation, the order's line `donated`: what wasn't refunded, and at most the money that lost disputes
 * have left of the order. A donation is the last that an order's money goes to.
 */
const KEPT = sql`least(donated.net_minor - donated.refunded_net_minor, greatest(0,
  (select sum(${paidOfLine()} - ${refundedOfLine()})::bigint from order_lines line where line.sale_id = donated.sale_id)
  - (select coalesce(sum(dispute.amount_minor), 0)::bigint from disputes dispute
      join payments payment on payment.id = dispute.payment_id
      where payment.sale_id = donated.sale_id and lower(dispute.status) = any(${sql.val(LOST_DISPUTES)}::text[]))))`

/** A donation belongs to no event, so people limited to some events may not see it. */
export function ofWholeOrganiser(ctx: OfficeContext) {
  const { organiserId, eventIds } = grantOf(ctx)
  // guard: gift-aid-whole-organiser
  if (eventIds !== null) return fail('may_not')
  return { ok: true as const, organiserId }
}

/**
 * The organiser's declarations that are not in a claim yet, with the part of each donation that the charity keeps. A donation that a
 * bank still decides about, or that is still being paid in instalments, has to wait.
 */
export async function openDeclarations(
  db: Db | Tx,
  organiserId: number,
  only: { charityId?: number; saleId?: number } = {},
): Promise<Declaration[]> {
  const { rows } = await sql<Row>`
    select declaration.sale_id, declaration.charity_id, "order".number, "order".email, declaration.donor_name,
      declaration.address_1, declaration.postcode, declaration.uk_based, "order".paid_at,
      ${KEPT} as kept, declaration.wording,
      declaration.uk_taxpayer and declaration.own_money and declaration.not_gambling as is_confirmed,
      exists (select from payment_plans plan where plan.sale_id = declaration.sale_id and plan.status <> 'completed')
        or exists (select from disputes dispute join payments payment on payment.id = dispute.payment_id
          where payment.sale_id = declaration.sale_id and lower(dispute.status) <> all(${sql.val(ENDED_DISPUTES)}::text[])) as is_waiting
    from gift_aid_declarations declaration
    join order_lines donated on donated.sale_id = declaration.sale_id and donated.kind = 'donation'
      and donated.charity_id = declaration.charity_id
    join orders "order" on "order".sale_id = declaration.sale_id
    where donated.organiser_id = ${organiserId} and "order".currency = ${CURRENCY}
      and declaration.cancelled_at is null and ${KEPT} > 0
      and not exists (select from gift_aid_claim_lines claimed where claimed.sale_id = declaration.sale_id)
      and (${only.charityId ?? null}::bigint is null or declaration.charity_id = ${only.charityId ?? null})
      and (${only.saleId ?? null}::bigint is null or declaration.sale_id = ${only.saleId ?? null})
    order by "order".paid_at, declaration.sale_id`.execute(db)
  return rows.map((row) => {
    const donatedOn = dayOf(row.paid_at)
    if (row.is_waiting) return { ...row, donatedOn, state: { status: 'waiting' } }
    if (!row.is_confirmed) return { ...row, donatedOn, state: { status: 'incomplete', lacks: 'statements' } }
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

/**
 * What was refunded of claimed donations, lost to disputes, or claimed on a declaration that was never true, and no later claim has
 * deducted yet. What was claimed before a donor cancelled from then on stays claimed.
 */
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
    cross join lateral (select case when declaration.cancelled_at is not null and declaration.cancelled_as is distinct from 'from_now' then 0
      else coalesce(sum(${KEPT}), 0) end::bigint as minor
      from order_lines donated where donated.sale_id = claimed.sale_id and donated.kind = 'donation') kept
    where claim.organiser_id = ${organiserId}
      and (${charityId ?? null}::bigint is null or claim.charity_id = ${charityId ?? null})
      and claimed.amount_minor - claimed.deducted_minor > kept.minor
    order by claimed.sale_id`.execute(db)
  return rows
}
