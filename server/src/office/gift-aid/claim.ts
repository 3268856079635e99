import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { giftAidTax } from '@foyer/domain/donation/gift-aid.ts'
import { type ClaimFile, claimFiles } from '@foyer/domain/donation/gift-aid-claim.ts'
import { sum } from '@foyer/domain/money/money.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import { grantOf, type OfficeContext, type OfficeHandlers, staffOf } from '../handle.ts'
import { ofWholeOrganiser, openDeclarations, readyLines, returnedSince } from './declarations.ts'

export const giftAidPath = (ctx: OfficeContext): string =>
  `${OFFICE_PAGES.gift_aid.path}?organiser_id=${grantOf(ctx).organiserId}`

export const claimGiftAid: OfficeHandlers['claim_gift_aid'] = {
  async change(tx, { charity_id }, ctx) {
    const access = ofWholeOrganiser(ctx)
    if (!access.ok) return access
    const charity = await tx
      .selectFrom('charities')
      .select(['id', 'hmrc_reference'])
      .where('id', '=', charity_id)
      // A second claim at the same moment waits here, and then finds nothing left to claim.
      // guard: gift-aid-one-claim-at-a-time
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (charity === undefined) return fail('not_found')
    const lines = readyLines(await openDeclarations(tx, access.organiserId, { charityId: charity_id }))
    const files = claimFiles(lines, await returnedSince(tx, access.organiserId, charity_id))
    if (files.length === 0)
      return fail((await isCharityOf(tx, access.organiserId, charity_id)) ? 'gift_aid_nothing' : 'not_found')
    const claims: object[] = []
    for (const file of files) claims.push(await writeClaim(tx, ctx, charity, file))
    return {
      reply: { success: true, next: giftAidPath(ctx) },
      log: { subject: ['charity', charity_id], after: { claims } },
    }
  },
}

/** Stores a claim as it was made. Throws if a donation is already in another claim. */
async function writeClaim(
  tx: Tx,
  ctx: OfficeContext,
  charity: { id: number; hmrc_reference: string },
  { lines, earliestOn, totalMinor, returned }: ClaimFile,
) {
  const overclaimed = giftAidTax(sum(returned.map(({ minor }) => minor)))
  const { id } = await tx
    .insertInto('gift_aid_claims')
    .values({
      organiser_id: grantOf(ctx).organiserId,
      charity_id: charity.id,
      hmrc_reference: charity.hmrc_reference,
      earliest_on: earliestOn,
      total_minor: totalMinor,
      overclaimed_minor: overclaimed,
      staff_id: staffOf(ctx).id,
      made_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('gift_aid_claim_lines')
    .values(
      lines.map(({ saleId, firstName, lastName, house, postcode, donatedOn, minor }, i) => ({
        claim_id: id,
        item: i + 1,
        sale_id: saleId,
        first_name: firstName,
        last_name: lastName,
        house,
        postcode,
        donated_on: donatedOn,
        amount_minor: minor,
      })),
    )
    .execute()
  for (const { saleId, minor } of returned) {
    await tx
      .insertInto('gift_aid_deductions')
      .values({ claim_id: id, sale_id: saleId, refunded_minor: minor })
      .execute()
    // guard: gift-aid-deducted-once
    await sql`update gift_aid_claim_lines set deducted_minor = deducted_minor + ${minor} where sale_id = ${saleId}`.execute(
      tx,
    )
  }
  return { claim_id: id, donations: lines.length, total_minor: totalMinor, overclaimed_minor: overclaimed }
}

const isCharityOf = async (tx: Tx, organiserId: number, charityId: number): Promise<boolean> =>
  (await tx
    .selectFrom('organisers')
    .select('id')
    .where('id', '=', organiserId)
    .where('charity_id', '=', charityId)
    .executeTakeFirst()) !== undefined
