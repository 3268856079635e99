import { TEMPLATE } from '@foyer/contract/office/gift-aid/hmrc-template.en.ts'
import { evidenceCancelled, evidenceHeads } from '@foyer/contract/office/gift-aid/messages.en.ts'
import { ukDate } from '@foyer/domain/format/dates.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { toMajor } from '@foyer/domain/money/money.ts'
import { fail } from '@foyer/domain/result.ts'
import { strToU8, zipSync } from 'fflate'
import type { Tx } from '../../db/transaction/tx.ts'
import { type Cell, csvOf, timeCell } from '../download/csv.ts'
import type { OfficeContext, OfficeHandlers } from '../handle.ts'
import { ofWholeOrganiser } from './declarations.ts'
import { scheduleFile } from './schedule-file.ts'

const base64Of = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

export const giftAidSchedule: OfficeHandlers['gift_aid_schedule'] = {
  async change(tx, { claim_id }, ctx) {
    const claim = await ownClaim(tx, ctx, claim_id)
    if ('ok' in claim) return claim
    return {
      reply: {
        filename: `${claim.name}.ods`,
        content_type: TEMPLATE.mimetype,
        base64: base64Of(claim.schedule),
      },
      log: { subject: ['gift_aid_claim', claim_id], after: { donations: claim.lines.length } },
    }
  },
}

export const giftAidEvidence: OfficeHandlers['gift_aid_evidence'] = {
  async change(tx, { claim_id }, ctx) {
    const claim = await ownClaim(tx, ctx, claim_id)
    if ('ok' in claim) return claim
    const yes = (is: boolean | null) => (is ? 'yes' : 'no')
    const rows = claim.lines.map((line): Cell[] => [
      String(line.item),
      shownOrderNumber(line.number),
      line.donor_name ?? '',
      line.address_1 ?? '',
      line.declared_postcode ?? '',
      yes(line.uk_based),
      line.email,
      { day: line.donated_on },
      toMajor(line.amount_minor, 'GBP'),
      toMajor(Math.max(0, line.amount_minor - line.kept), 'GBP'),
      'GBP',
      line.declared_at === null ? '' : timeCell(line.declared_at),
      line.cancelled_at === null ? '' : timeCell(line.cancelled_at),
      line.cancelled_as === null ? '' : evidenceCancelled[line.cancelled_as],
      yes(line.uk_taxpayer),
      yes(line.own_money),
      yes(line.not_gambling),
      line.wording_version ?? '',
      line.wording ?? '',
    ])
    const zip = zipSync({
      [`${claim.name}.ods`]: claim.schedule,
      [`${claim.name}.csv`]: strToU8(csvOf([Object.values(evidenceHeads), ...rows])),
    })
    return {
      reply: { filename: `${claim.name}.zip`, content_type: 'application/zip', base64: base64Of(zip) },
      log: { subject: ['gift_aid_claim', claim_id], after: { declarations: rows.length } },
    }
  },
}

/** A claim of the organiser with its lines and their declarations. */
async function ownClaim(tx: Tx, ctx: OfficeContext, claimId: number) {
  const access = ofWholeOrganiser(ctx)
  if (!access.ok) return access
  const claim = await tx
    .selectFrom('gift_aid_claims')
    .selectAll()
    .where('id', '=', claimId)
    // guard: own-gift-aid-claim
    .where('organiser_id', '=', access.organiserId)
    .executeTakeFirst()
  if (claim === undefined) return fail('not_found')
  const lines = await tx
    .selectFrom('gift_aid_claim_lines as line')
    .innerJoin('orders as order', 'order.sale_id', 'line.sale_id')
    .leftJoin('gift_aid_declarations as declared', 'declared.sale_id', 'line.sale_id')
    .selectAll('line')
    .select(['order.number', 'order.email', 'declared.donor_name', 'declared.address_1', 'declared.uk_based'])
    .select(['declared.postcode as declared_postcode', 'declared.declared_at', 'declared.wording'])
    .select(['declared.cancelled_at', 'declared.cancelled_as', 'declared.wording_version'])
    .select(['declared.uk_taxpayer', 'declared.own_money', 'declared.not_gambling'])
    .select((eb) =>
      eb
        .selectFrom('order_lines as sold')
        .select((of) =>
          of.fn.coalesce(of.fn.sum<number>(of('net_minor', '-', of.ref('refunded_net_minor'))), of.lit(0)).as('kept'),
        )
        .whereRef('sold.sale_id', '=', 'line.sale_id')
        .where('sold.kind', '=', 'donation')
        .$asScalar()
        .as('kept'),
    )
    .where('line.claim_id', '=', claimId)
    .orderBy('line.item')
    .execute()
  const schedule = scheduleFile({
    lines: lines.map(({ first_name, last_name, house, postcode, donated_on, amount_minor }) => ({
      firstName: first_name,
      lastName: last_name,
      house,
      postcode,
      donatedOn: donated_on,
      minor: amount_minor,
    })),
    earliestOn: claim.earliest_on,
    overclaimedMinor: claim.overclaimed_minor,
  })
  const day = ukDate(claim.made_at).split('/').reverse().join('-')
  return {
    lines: lines.map((line) => ({ ...line, kept: Number(line.kept) })),
    schedule,
    name: `gift-aid-${day}-${claimId}`,
  }
}
