import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { giftAidTax } from '@foyer/domain/donation/gift-aid.ts'
import { MAX_CLAIM_LINES } from '@foyer/domain/donation/gift-aid-claim.ts'
import { niceDate, ukDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { type Minor, sum } from '@foyer/domain/money/money.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'
import type { OfficeHandlers } from '../handle.ts'
import { formKey } from '../order/form-key.ts'
import { type Declaration, ofWholeOrganiser, openDeclarations, readyLines, returnedSince } from './declarations.ts'
import { letterKey } from './incomplete.ts'

type Shown = OfficeReply<'office_gift_aid'>

/** The page names this many of a heap. */
const MAX_SHOWN = 50

const money = (minor: Minor) => formatMinor(minor, 'GBP')
const dateOf = (day: string) => ukDate(`${day}T12:00:00Z`)
const heap = (own: readonly Declaration[]) => ({ n: own.length, total: money(sum(own.map(({ kept }) => kept))) })

export const officeGiftAid: OfficeHandlers['office_gift_aid'] = {
  async look(_, ctx) {
    const own = ofWholeOrganiser(ctx)
    if (!own.ok) return own
    const { db } = ctx.deps
    const all = await openDeclarations(db, own.organiserId)
    const returned = await returnedSince(db, own.organiserId)
    const incomplete = all.filter(({ state }) => state.heap === 'incomplete')
    const asked = await askedOf(db, incomplete)
    const charities = await charitiesOf(db, own.organiserId, all)
    return {
      form_key: formKey(ctx),
      charities: charities.map(({ id, name, hmrc_reference }) => {
        const ofCharity = (wanted: string) =>
          all.filter(({ charity_id, state }) => charity_id === id && state.heap === wanted)
        const ready = ofCharity('ready')
        const back = sum(returned.flatMap(({ charityId, minor }) => (charityId === id ? [minor] : [])))
        return {
          ...{ charity_id: id, name, hmrc_reference },
          ready: {
            ...heap(ready),
            worth: money(giftAidTax(sum(ready.map(({ kept }) => kept)))),
            files: Math.ceil(ready.length / MAX_CLAIM_LINES),
          },
          incomplete: heap(ofCharity('incomplete')),
          waiting: heap(ofCharity('waiting')),
          deduct: back === 0 ? '' : money(giftAidTax(back)),
        }
      }),
      ready: readyLines(all)
        .slice(0, MAX_SHOWN)
        .map(({ saleId, firstName, lastName, house, postcode, donatedOn, minor }) => ({
          order_id: saleId,
          number: shownOrderNumber(all.find(({ sale_id }) => sale_id === saleId)!.number),
          ...{ donor: `${firstName} ${lastName}`, house: `${house}, ${postcode}` },
          ...{ uk_date: dateOf(donatedOn), amount: money(minor) },
        })),
      incomplete: incomplete.slice(0, MAX_SHOWN).map((one) => ({
        ...{ order_id: one.sale_id, number: shownOrderNumber(one.number), donor: one.donor_name },
        ...{ address1: one.address_1, postcode: one.postcode, uk_based: one.uk_based },
        ...{ uk_date: dateOf(one.donatedOn), amount: money(one.kept) },
        lacks: (one.state as { lacks: Shown['incomplete'][number]['lacks'] }).lacks,
        nice_asked: asked.has(letterKey(one.sale_id)) ? niceDate(asked.get(letterKey(one.sale_id))!) : '',
      })),
      to_ask: incomplete.filter(({ sale_id, email }) => email !== '' && !asked.has(letterKey(sale_id))).length,
      claims: await claimsOf(db, own.organiserId, returned),
    }
  },
}

/** When the donors were written to, by the letter's key. */
async function askedOf(db: Db, incomplete: readonly Declaration[]): Promise<Map<string, Date>> {
  const keys = incomplete.map(({ sale_id }) => letterKey(sale_id))
  const { rows } = await sql<{ key: string; queued_at: Date }>`
    select key, queued_at from mails where key = any(${sql.val(keys)}::text[])`.execute(db)
  return new Map(rows.map(({ key, queued_at }) => [key, queued_at]))
}

/** The organiser's charity, and former ones that there are donations for. */
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
): Promise<Shown['claims']> {
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
    const back = sum(returned.flatMap(({ claimId, minor }) => (claimId === claim.id ? [minor] : [])))
    return {
      ...{ claim_id: claim.id, nice_made: niceDate(claim.made_at), who: claim.who ?? '', charity: claim.charity },
      ...{ lines: Number(claim.lines), total: money(claim.total_minor), tax: money(giftAidTax(claim.total_minor)) },
      box1: dateOf(claim.earliest_on),
      box2: claim.overclaimed_minor === 0 ? '' : money(claim.overclaimed_minor),
      refunded_since: back === 0 ? '' : money(back),
    }
  })
}
