import type { DeclarationCancellation } from '@foyer/domain/donation/gift-aid.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPaidBuyer } from '../../testing/fixtures/paid-buyer.ts'
import { type PageShop, withPages } from '../../testing/pages.ts'
import { useShop } from '../../testing/shop.ts'
import { addDonation, createCharity, createDonation } from '../testing/gift-aid.ts'
import { createStaff, inSession } from '../testing/office.ts'
import { readSchedule } from './hmrc-rules.testing.ts'

/**
 * What becomes of a gift whose donor cancels its declaration, as HMRC reads the next schedules: `claimed`, whether the gift is in one,
 * and `box2`, the tax that the next claim gives back. From now on, a claim that was made stands. What was never true is given back.
 * Whether a gift that isn't claimed yet may be after "from now on" is not verified, so it isn't.
 */
const CASES: {
  when: 'before a claim' | 'after a claim'
  as: DeclarationCancellation
  claimed: boolean
  box2: string
}[] = [
  { when: 'before a claim', as: 'from_now', claimed: false, box2: '' },
  { when: 'before a claim', as: 'never_true', claimed: false, box2: '' },
  { when: 'after a claim', as: 'from_now', claimed: true, box2: '' },
  { when: 'after a claim', as: 'never_true', claimed: true, box2: '5.00' },
]

describe.each(['the donor', 'staff'] as const)('[42.7] %s cancels a Gift Aid declaration', (who) => {
  const shop = useShop('postgres')
  let pages: PageShop
  beforeAll(async () => {
    pages = await withPages(shop())
  })

  it.each(CASES)('$when, as $as', async ({ when, as, claimed, box2 }) => {
    const { db, clock } = shop()
    const donor = await createPaidBuyer(shop())
    const { saleId, organiserId, reference } = donor
    const charityId = await createCharity(db)
    await db.updateTable('organisers').set({ charity_id: charityId }).where('id', '=', organiserId).execute()
    const gift = { organiserId, charity_id: charityId, now: clock.now(), minor: 2000 }
    await db
      .insertInto('orders')
      .values({
        sale_id: saleId,
        number: reference.slice(0, 8).toUpperCase(),
        name: 'Ada Lovelace',
        email: donor.email,
        phone: '',
        currency: 'GBP',
        total_minor: 2000,
        paid_at: clock.now(),
      })
      .execute()
    await addDonation(db, saleId, gift)
    const { id: staffId, email } = await createStaff(shop(), organiserId, 'manager')
    const treasurer = await inSession(shop(), { staffId, email })
    const about = { organiser_id: organiserId }

    /** Makes a claim and downloads its schedule, as HMRC reads it: the amounts of its lines, and Box 2. */
    const claim = async () => {
      const { body, status } = await treasurer.call('claim_gift_aid', { ...about, charity_id: charityId })
      if (status !== 200) return body.code
      const [made] = (await treasurer.call('office_gift_aid', about)).body.claims as { claim_id: number }[]
      const file = await treasurer.call('gift_aid_schedule', { ...about, claim_id: made!.claim_id })
      const bytes = Buffer.from(String(file.body.base64), 'base64')
      const { faults, rows, overclaimed } = readSchedule(bytes, clock.now().toISOString().slice(0, 10))
      expect(faults).toEqual([])
      return { amounts: rows.map((row) => row.at(-1)), overclaimed }
    }
    const cancel = async () => {
      if (who === 'staff')
        expect((await treasurer.call('cancel_gift_aid', { ...about, order_id: saleId, as })).status).toBe(200)
      else
        expect((await pages.browser(donor.browser).post(`/orders/${reference}/`, { gift_aid: as })).statusCode).toBe(
          303,
        )
    }

    if (when === 'after a claim') expect(await claim()).toEqual({ amounts: ['20.00'], overclaimed: '' })
    await cancel()
    const stored = await db
      .selectFrom('gift_aid_declarations')
      .select(['cancelled_as', 'claimable'])
      .where('sale_id', '=', saleId)
      .executeTakeFirstOrThrow()
    expect(stored).toEqual({ cancelled_as: as, claimable: false })
    // The gift stays: nothing is refunded.
    const line = db.selectFrom('order_lines').select('refunded_net_minor').where('sale_id', '=', saleId)
    expect(await line.where('kind', '=', 'donation').execute()).toEqual([{ refunded_net_minor: 0 }])
    expect(await db.selectFrom('refunds').select('id').where('sale_id', '=', saleId).execute()).toEqual([])

    await createDonation(db, { ...gift, minor: 10_000 })
    expect(await claim(), 'the next claim').toEqual({ amounts: ['100.00'], overclaimed: box2 })
    await createDonation(db, { ...gift, minor: 3000 })
    expect(await claim(), 'nothing is given back twice').toEqual({ amounts: ['30.00'], overclaimed: '' })
    const lines = await db.selectFrom('gift_aid_claim_lines').select('sale_id').where('sale_id', '=', saleId).execute()
    expect(lines.length === 1).toBe(claimed)
  })
})
