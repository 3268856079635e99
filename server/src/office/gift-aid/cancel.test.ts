import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { cancelDeclaration } from '../../donation/declaration.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { createCharity, createDonation } from '../testing/gift-aid.ts'
import { createStaff, inSession, logOf } from '../testing/office.ts'

describe('staff cancel a Gift Aid declaration for its donor', () => {
  const shop = useShop('postgres')

  async function createOrganiser() {
    const { db, clock } = shop()
    const { organiserId, eventId } = await createEvent(db)
    const charityId = await createCharity(db)
    await db.updateTable('organisers').set({ charity_id: charityId }).where('id', '=', organiserId).execute()
    const about = { organiser_id: organiserId }
    const as = async (role: 'manager' | 'box_office' = 'manager', eventIds: number[] | null = null) => {
      const { id, email } = await createStaff(shop(), organiserId, role, eventIds)
      const browser = await inSession(shop(), { staffId: id, email })
      const see = async () =>
        (await browser.call('office_gift_aid', about)).body as unknown as OfficeReply<'office_gift_aid'>
      const order = async (order_id: number) =>
        (await browser.call('office_order', { ...about, order_id })).body as unknown as OfficeReply<'office_order'>
      const cancel = (order_id: number, how: string) => browser.call('cancel_gift_aid', { ...about, order_id, as: how })
      const claim = () => browser.call('claim_gift_aid', { ...about, charity_id: charityId })
      return { id, see, order, cancel, claim }
    }
    const gives = (minor = 2000) => createDonation(db, { organiserId, charity_id: charityId, now: clock.now(), minor })
    return { organiserId, eventId, as, gives }
  }
  const declarationOf = (saleId: number) =>
    shop().db.selectFrom('gift_aid_declarations').selectAll().where('sale_id', '=', saleId).executeTakeFirstOrThrow()
  const factOf = ({ facts }: OfficeReply<'office_order'>) => facts.find(({ label }) => label === 'Gift Aid')?.text

  it('before a claim, either way: nothing is claimed, and the gift stays', async () => {
    const organiser = await createOrganiser()
    const manager = await organiser.as()
    for (const how of ['from_now', 'never_true'] as const) {
      const { orderId } = await organiser.gives()
      expect((await manager.order(orderId)).gift_aid).toEqual(['from_now', 'never_true'])
      for (const _ of [1, 2]) expect((await manager.cancel(orderId, how)).status).toBe(200)
      expect(await declarationOf(orderId)).toMatchObject({ cancelled_as: how, claimable: false, donation_minor: 2000 })
      const order = await manager.order(orderId)
      expect([order.gift_aid, order.refunded]).toEqual([how === 'from_now' ? ['never_true'] : [], ''])
      const date = niceDate(shop().clock.now())
      expect(factOf(order)).toBe(
        how === 'from_now'
          ? `Ada Lovelace, £20.00, cancelled by the donor on ${date}. Claims made before stand.`
          : `Ada Lovelace, £20.00, never true, cancelled on ${date}. What was claimed is deducted from the next claim.`,
      )
    }
    expect((await manager.see()).charities).toMatchObject([{ ready: { n: 0 }, deduct: '' }])
    expect((await manager.claim()).body.code).toBe('gift_aid_nothing')
    // Repeating it is no act.
    const log = (await logOf(shop(), manager.id)).filter(({ action, after }) => action === 'cancel_gift_aid' && after)
    expect(log.map(({ after }) => after)).toEqual([{ cancelled_as: 'from_now' }, { cancelled_as: 'never_true' }])
    const history = await shop()
      .db.selectFrom('sale_events')
      .select('kind')
      .where('kind', 'like', 'gift_aid%')
      .execute()
    expect(history.map(({ kind }) => kind).toSorted()).toEqual(['gift_aid_ended', 'gift_aid_never_true'])
  })

  it('after a claim: from now on it stands, and what was never true goes to Box 2 of the next claim', async () => {
    const organiser = await createOrganiser()
    const manager = await organiser.as()
    const { orderId } = await organiser.gives(4000)
    expect((await manager.claim()).status).toBe(200)
    await manager.cancel(orderId, 'from_now')
    expect((await manager.see()).charities).toMatchObject([{ deduct: '' }])
    // A refund of a part is still deducted.
    await shop()
      .db.updateTable('order_lines')
      .set({ refunded_net_minor: 400 })
      .where('sale_id', '=', orderId)
      .where('kind', '=', 'donation')
      .execute()
    expect((await manager.see()).charities).toMatchObject([{ deduct: '£1.00' }])
    await manager.cancel(orderId, 'never_true')
    expect((await manager.see()).charities).toMatchObject([{ deduct: '£10.00' }])
    await manager.cancel(orderId, 'from_now')
    expect((await manager.see()).charities).toMatchObject([{ deduct: '£10.00' }])
    await organiser.gives(10_000)
    expect((await manager.claim()).status).toBe(200)
    const { charities, claims } = await manager.see()
    expect([charities[0]!.deduct, claims[0]!.box2]).toEqual(['', '£10.00'])
  })

  it('acts once when pressed twice, and waits for a claim that is being made', async () => {
    const organiser = await createOrganiser()
    const manager = await organiser.as()
    const { orderId, charityId } = await organiser.gives()
    const gate = { open: () => {} }
    const closed = new Promise<void>((resolve) => {
      gate.open = resolve
    })
    const locked = { by: () => {} }
    const isLocked = new Promise<void>((resolve) => {
      locked.by = resolve
    })
    const claiming = inTx(shop().db, async (tx) => {
      await sql`select from charities where id = ${charityId} for no key update`.execute(tx)
      locked.by()
      await closed
    })
    await isLocked
    const presses = [1, 2].map(() => manager.cancel(orderId, 'from_now'))
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await declarationOf(orderId)).toMatchObject({ cancelled_as: null })
    gate.open()
    await claiming
    expect((await Promise.all(presses)).map(({ status }) => status)).toEqual([200, 200])
    const history = await shop().db.selectFrom('sale_events').select('kind').where('sale_id', '=', orderId).execute()
    expect(history.filter(({ kind }) => kind === 'gift_aid_ended')).toHaveLength(1)
  })

  it('is for managers of the whole organiser, and no declaration that a refund has ended', async () => {
    const organiser = await createOrganiser()
    const { orderId } = await organiser.gives()
    for (const [role, events, code] of [
      ['box_office', null, 'may_not'],
      ['manager', [organiser.eventId], 'not_found'],
    ] as const) {
      const limited = await organiser.as(role, events && [...events])
      expect((await limited.cancel(orderId, 'never_true')).body.code).toBe(code)
      if (role === 'box_office') expect((await limited.order(orderId)).gift_aid).toEqual([])
    }
    const stranger = await (await createOrganiser()).as()
    expect((await stranger.cancel(orderId, 'never_true')).body.code).toBe('not_found')
    await inTx(shop().db, (tx) => cancelDeclaration(tx, orderId, shop().clock.now()))
    const manager = await organiser.as()
    expect((await manager.cancel(orderId, 'never_true')).body.code).toBe('not_found')
    expect(await declarationOf(orderId)).toMatchObject({ cancelled_as: null })
  })
})
