import { expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { useShop } from '../../testing/shop.ts'
import { renewCode } from '../../tickets/retire.ts'
import { createDoorEvent, makeDevice } from './door.testing.ts'

describeOnBoth('entries that wait on a device whose pairing ended', (kind) => {
  const shop = useShop(kind)
  type Night = Awaited<ReturnType<typeof createDoorEvent>>
  const admittedAt = async (id: number) =>
    (await shop().db.selectFrom('tickets').select('admitted_at').where('id', '=', id).executeTakeFirstOrThrow())
      .admitted_at
  const unpair = ({ office, about }: Night, { device_id }: { device_id: number }) =>
    office.call('unpair_door', { ...about, device_id })
  const offline = (entry: object) => ({ at: shop().clock.now().toISOString(), offline: '1', ...entry })

  it.each<[string, (night: Night, device: { device: string; device_id: number }) => Promise<unknown>]>([
    ['by the office', unpair],
    ['by the device itself', (_, { device }) => shop().browser().call('close_door', { device })],
    [
      'with the role of the person who paired it',
      ({ staff }) =>
        shop()
          .db.updateTable('staff_roles')
          .set({ ended_at: shop().clock.now() })
          .where('staff_id', '=', staff.id)
          .execute(),
    ],
    ['with its date', async () => shop().clock.advance(14 * 3600)],
  ])('reach the office for review: ended %s', async (_, end) => {
    const night = await createDoorEvent(shop())
    const device = await night.pair('North door')
    const { tickets } = await night.party(2)
    const [byCode, byName] = tickets as [(typeof tickets)[0], (typeof tickets)[0]]
    const entries = [
      offline({ key: 'w1', code: byCode.code }),
      offline({ key: 'w2', door_ticket_id: byName.id }),
      offline({ key: 'w3', kind: 'undo', door_ticket_id: byName.id, reason: 'wrong person' }),
    ]
    shop().clock.advance(60)
    await end(night, device)
    const { status, results } = await device.send(entries)
    expect([status, results]).toEqual([200, ['w1', 'w2', 'w3'].map((key) => ({ key, outcome: 'for_review' }))])
    await device.send(entries)
    await shop().db.updateTable('staff_roles').set({ ended_at: null }).where('staff_id', '=', night.staff.id).execute()
    const page = await night.page()
    expect(page.for_review.map(({ kind, who, door, used }) => [kind, who, door, used]).toReversed()).toEqual([
      ['in', 'Ada Lovelace', 'North door', ''],
      ['in', 'Ada Lovelace', 'North door', ''],
      ['undo', 'Ada Lovelace', 'North door', ''],
    ])
    expect([page.admitted, page.conflicts, page.undone]).toEqual([0, [], []])
    expect([await admittedAt(byCode.id), await admittedAt(byName.id)]).toEqual([null, null])
  })

  it('change nothing, and the device learns nothing and can do nothing else', async () => {
    const night = await createDoorEvent(shop())
    const device = await night.pair()
    const { tickets } = await night.party(2)
    const [inside, outside] = tickets as [(typeof tickets)[0], (typeof tickets)[0]]
    expect(await device.outcomes({ key: 'first', door_ticket_id: inside.id })).toEqual(['admitted'])
    const before = await admittedAt(inside.id)
    shop().clock.advance(60)
    await unpair(night, device)

    for (const entries of [
      [{ door_ticket_id: outside.id }],
      [offline({ door_ticket_id: outside.id }), { door_ticket_id: outside.id }],
    ])
      expect(await device.send(entries)).toMatchObject({ status: 403, body: { code: 'door_ended' } })
    expect(await device.list()).toMatchObject({ status: 403 })
    const answer = await device.send([
      offline({ key: 'first', door_ticket_id: inside.id }),
      offline({ key: 'undo', kind: 'undo', door_ticket_id: inside.id }),
      offline({ key: 'in', code: outside.code }),
      offline({ key: 'no', code: 'nothing' }),
    ])
    expect(answer.results.map(({ key: _, ...rest }) => rest)).toEqual(Array(4).fill({ outcome: 'for_review' }))
    expect([await admittedAt(inside.id), await admittedAt(outside.id)]).toEqual([before, null])
    const { for_review } = await night.page()
    expect(for_review.map(({ kind, used }) => [kind, used === '']).toReversed()).toEqual([
      ['undo', false],
      ['in', true],
    ])
    for (const token of ['', 'guessed'])
      expect(await makeDevice(shop(), token).send([offline({ code: outside.code })])).toMatchObject({ status: 403 })
  })

  it('belong to the ticket whose code was shown then, and never to another organiser’s', async () => {
    const night = await createDoorEvent(shop())
    const device = await night.pair()
    const { tickets } = await night.party(1)
    const other = await (await createDoorEvent(shop())).party(1, undefined, 'Secret Name')
    const entries = [tickets[0]!, other.tickets[0]!].flatMap(({ id, code }) => [
      offline({ code }),
      offline({ door_ticket_id: id }),
    ])
    shop().clock.advance(60)
    const { clock, deps, db } = shop()
    await inTx(db, (tx) => renewCode(tx, tickets[0]!.id, { why: 'transferred', now: clock.now(), random: deps.random }))
    await unpair(night, device)
    await device.send(entries)
    const kept = await db
      .selectFrom('admissions')
      .select('ticket_id')
      .where('device_id', '=', device.device_id)
      .execute()
    expect(kept.map(({ ticket_id }) => ticket_id)).toEqual([tickets[0]!.id, tickets[0]!.id])
  })

  it('are few for each ticket, and end thirty days after the door', async () => {
    const night = await createDoorEvent(shop())
    const device = await night.pair()
    const { tickets } = await night.party(1)
    await unpair(night, device)
    const many = (n: number) => Array.from({ length: n }, () => offline({ door_ticket_id: tickets[0]!.id }))
    await device.send(many(40))
    expect((await night.page()).for_review).toHaveLength(6)
    shop().clock.advance(31 * 86_400)
    expect(await device.send(many(1))).toMatchObject({ status: 403, body: { code: 'door_ended' } })
  })
})
