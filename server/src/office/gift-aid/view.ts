import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { giftAidTax } from '@foyer/domain/donation/gift-aid.ts'
import { MAX_CLAIM_LINES } from '@foyer/domain/donation/gift-aid-claim.ts'
import { niceDate, ukDay } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { type Minor, sum } from '@foyer/domain/money/money.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'
import type { OfficeHandlers } from '../handle.ts'
import { formKey } from '../order/form-key.ts'
import { type Declaration, ofWholeOrganiser, openDeclarations, readyLines, returnedSince } from './declarations.ts'
import { requestMailKey } from './incomplete.ts'

type GiftAidReply = OfficeReply<'office_gift_aid'>

/** How many donations the page lists of each status. */
const MAX_SHOWN = 50

const money = (minor: Minor) => formatMinor(minor, 'GBP')
const summaryOf = (declarations: readonly Declaration[]) => ({
  n: declarations.length,
  total: money(sum(declarations.map(({ kept }) => kept))),
})

export const officeGiftAid: OfficeHandlers['office_gift_aid'] = {
  async read(_, ctx) {
    const access = ofWholeOrganiser(ctx)
    if (!access.ok) return access
    const { db } = ctx.deps
    const all = await openDeclarations(db, access.organiserId)
    const returned = await returnedSince(db, access.organiserId)
    const incomplete = all.filter(({ state }) => state.status === 'incomplete')
    const requestedAt = await askedOf(db, incomplete)
    const charities = await charitiesOf(db, access.organiserId, all)
    return {
      form_key: formKey(ctx),
      charities: charities.map(({ id, name, hmrc_reference }) => {
        const ofCharity = (wanted: string) =>
          all.filter(({ charity_id, state }) => charity_id === id && state.status === wanted)
        const ready = ofCharity('ready')
        const refunded = sum(returned.flatMap(({ charityId, minor }) => (charityId === id ? [minor] : [])))
        return {
          charity_id: id,
          name,
          hmrc_reference,
          ready: {
            ...summaryOf(ready),
            worth: money(giftAidTax(sum(ready.map(({ kept }) => kept)))),
            files: Math.ceil(ready.length / MAX_CLAIM_LINES),
          },
          incomplete: summaryOf(ofCharity('incomplete')),
          waiting: summaryOf(ofCharity('waiting')),
          deduct: refunded === 0 ? '' : money(giftAidTax(refunded)),
        }
      }),
      ready: readyLines(all)
        .slice(0, MAX_SHOWN)
        .map(({ saleId, firstName, lastName, house, postcode, donatedOn, minor }) => ({
          order_id: saleId,
          number: shownOrderNumber(all.find(({ sale_id }) => sale_id === saleId)!.number),
          donor: `${firstName} ${lastName}`,
          house: `${house}, ${postcode}`,
          uk_date: ukDay(donatedOn),
          amount: money(minor),
        })),
      incomplete: incomplete.slice(0, MAX_SHOWN).map((donation) => ({
        order_id: donation.sale_id,
        number: shownOrderNumber(donation.number),
        donor: donation.donor_name,
        address1: donation.address_1,
        postcode: donation.postcode,
        uk_based: donation.uk_based,
        uk_date: ukDay(donation.donatedOn),
        amount: money(donation.kept),
        lacks: (donation.state as { lacks: GiftAidReply['incomplete'][number]['lacks'] }).lacks,
        nice_asked: requestedAt.has(requestMailKey(donation.sale_id))
          ? niceDate(requestedAt.get(requestMailKey(donation.sale_id))!)
          : '',
      })),
      to_ask: incomplete.filter(({ sale_id, email }) => email !== '' && !requestedAt.has(requestMailKey(sale_id)))
        .length,
      claims: await claimsOf(db, access.organiserId, returned),
    }
  },
}

/** When donors were asked for missing details, by the key of the email. */
async function askedOf(db: Db, incomplete: readonly Declaration[]): Promise<Map<string, Date>> {
  const keys = incomplete.map(({ sale_id }) => requestMailKey(sale_id))
  const { rows } = await sql<{ key: string; queued_at: Date }>`
    select key, queued_at from mails where key = any(${sql.val(keys)}::text[])`.execute(db)
  return new Map(rows.map(({ key, queued_at }) => [key, queued_at]))
}

/** The organiser's charity, and earlier ones that still have donations to claim for. */
const charitiesOf = (db: Db, organiserId: number, all: readonly Declaration[]) =>
  db
    .selectFrom('charities')
    .select(['id', 'name', 'hmrc_reference'])
    .where((eb) =>
      eb.or([
        eb('id', '=', eb.selectFrom('organisers').select('charity_id').where('id', '=', organiserId)),
        eb('id', 'in', [-1, ...new Set(all.map(({ charity_id }) => charity_id))]),
      ]),
    )
    .orderBy('name')
    .execute()

async function claimsOf(
  db: Db,
  organiserId: number,
  returned: readonly { claimId: number; minor: Minor }[],
): Promise<GiftAidReply['claims']> {
  const claims = await db
    .selectFrom('gift_aid_claims as claim')
    .innerJoin('charities as charity', 'charity.id', 'claim.charity_id')
    .leftJoin('staff', 'staff.id', 'claim.staff_id')
    .selectAll('claim')
    .select(['charity.name as charity', 'staff.name as who'])
    .select((eb) =>
      eb
        .selectFrom('gift_aid_claim_lines as line')
        .select((of) => of.fn.countAll<number>().as('n'))
        .whereRef('line.claim_id', '=', 'claim.id')
        .as('lines'),
    )
    .where('claim.organiser_id', '=', organiserId)
    .orderBy('claim.id', 'desc')
    .limit(100)
    .execute()
  return claims.map((claim) => {
    const refunded = sum(returned.flatMap(({ claimId, minor }) => (claimId === claim.id ? [minor] : [])))
    return {
      claim_id: claim.id,
      nice_made: niceDate(claim.made_at),
      who: claim.who ?? '',
      charity: claim.charity,
      lines: Number(claim.lines),
      total: money(claim.total_minor),
      tax: money(giftAidTax(claim.total_minor)),
      box1: ukDay(claim.earliest_on),
      box2: claim.overclaimed_minor === 0 ? '' : money(claim.overclaimed_minor),
      refunded_since: refunded === 0 ? '' : money(refunded),
    }
  })
}
