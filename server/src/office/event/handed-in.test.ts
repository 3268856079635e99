import { describe, expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { useShop } from '../../testing/shop.ts'
import { renewCode } from '../../tickets/retire.ts'
import { createStaff, inSession } from '../testing/office.ts'
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
    expect(page.for_review.map(({ kind, who, door, used }) => [kind, who, door, used])).toEqual([
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
    expect(for_review.map(({ kind, used }) => [kind, used === ''])).toEqual([
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

  describe('are decided in the office', () => {
    type Waiting = Awaited<ReturnType<Night['page']>>['for_review'][number]
    const decide = async (night: Night, act: 'accept_entries' | 'reject_entries', [from, until]: number[]) => {
      const body = { ...night.about, date_id: night.dateId, from_id: from, until_id: until ?? from }
      const answer = await night.office.call(act, body)
      expect(answer.status).toBe(200)
      return answer.body
    }
    const all = (entries: readonly Waiting[]) => [entries[0]!.id, entries.at(-1)!.id]
    const sentences = async ({ staff, about }: Night) => {
      const { id, email } = await createStaff(shop(), about.organiser_id, 'owner')
      const { body } = await (await inSession(shop(), { staffId: id, email })).call('office_log', {
        organiser_id: about.organiser_id,
        who: staff.id,
      })
      return (body.entries as { action: string; what: { text: string }[] }[])
        .filter(({ what }) => /^(Accepted|Rejected)/.test(what[0]!.text))
        .map(({ what }) => what.map(({ text }) => text).join(''))
    }

    it('accepted, they count as if they had arrived in time: by the code of then, once, and with their conflicts', async () => {
      const night = await createDoorEvent(shop())
      const { clock, db, deps } = shop()
      const [north, south] = [await night.pair('North door'), await night.pair('South door')]
      const one = async (type?: number) => (await night.party(1, type)).tickets[0]!
      const [plain, both, sold, renewed, undone] = [await one(), await one(), await one(), await one(), await one()]
      const tomorrow = await one(night.later)
      await inTx(db, (tx) => renewCode(tx, sold.id, { why: 'transferred', now: clock.now(), random: deps.random }))
      clock.advance(60)
      const at = clock.now()
      const entries = [
        { code: plain.code },
        { code: both.code },
        { code: sold.code },
        { code: renewed.code },
        { door_ticket_id: undone.id },
        { code: tomorrow.code },
      ].map((entry, n) => offline({ key: `late${n}`, ...entry }))
      clock.advance(60)
      const undo = offline({ kind: 'undo', door_ticket_id: undone.id, reason: 'wrong person' })
      expect(await south.outcomes({ door_ticket_id: both.id })).toEqual(['admitted'])
      await inTx(db, (tx) => renewCode(tx, renewed.id, { why: 'transferred', now: clock.now(), random: deps.random }))
      await unpair(night, north)
      await north.send([...entries, undo])
      // Handed in days later: a device that arrives in time may send entries up to a day old.
      clock.advance(3 * 86_400)
      const idle_until = new Date(clock.now().getTime() + 3_600_000)
      await db.updateTable('staff_sessions').set({ idle_until, expires_at: idle_until }).execute()
      const waiting = (await night.page()).for_review
      expect(waiting).toHaveLength(7)

      expect((await decide(night, 'accept_entries', all(waiting))).done).toBeDefined()
      const page = await night.page()
      expect([page.for_review, page.admitted]).toEqual([[], 3])
      expect(await admittedAt(plain.id)).toEqual(at)
      expect(await admittedAt(renewed.id)).toEqual(at)
      expect([await admittedAt(sold.id), await admittedAt(undone.id)]).toEqual([null, null])
      expect(page.conflicts.map(({ outcome, door }) => [outcome, door]).sort()).toEqual([
        ['already_admitted', 'North door'],
        ['transferred', 'North door'],
        ['wrong_date', 'North door'],
      ])
      expect(page.conflicts.find(({ outcome }) => outcome === 'already_admitted')!.before).toContain('South door')
      expect(page.undone.map(({ reason }) => reason)).toEqual(['wrong person'])

      expect((await decide(night, 'accept_entries', all(waiting))).done).not.toMatch(/^\d+$/)
      await north.send(entries)
      expect(await night.page()).toMatchObject({ for_review: [], admitted: 3, conflicts: page.conflicts })
      expect(await sentences(night)).toEqual([
        expect.stringMatching(/^Accepted 7 late entries at the door of Event [\d-]+, .*: 3 were wrong\.$/),
      ])
    })

    it('one by one: a rejected entry stays listed and changes nothing, even if it is sent again', async () => {
      const night = await createDoorEvent(shop())
      const device = await night.pair('North door')
      const { tickets } = await night.party(2)
      const entries = tickets.map(({ code }, n) => offline({ key: `late${n}`, code }))
      await unpair(night, device)
      await device.send(entries)
      const [first, second] = (await night.page()).for_review as [Waiting, Waiting]
      await decide(night, 'reject_entries', [first.id])
      await decide(night, 'accept_entries', [first.id])
      await decide(night, 'accept_entries', [second.id])
      await decide(night, 'reject_entries', [second.id])
      await device.send(entries)
      const page = await night.page()
      expect(page).toMatchObject({ admitted: 1, for_review: [], conflicts: [], undone: [] })
      expect(page.reviewed.map(({ kind, outcome, who, door }) => [kind, outcome, who, door])).toEqual([
        ['in', 'rejected', 'Ada Lovelace', 'North door'],
      ])
      expect([await admittedAt(tickets[0]!.id), (await admittedAt(tickets[1]!.id)) === null]).toEqual([null, false])
      expect((await sentences(night)).map((text) => text.replace(/ of Event.*/, ''))).toEqual([
        'Accepted 1 late entry at the door',
        'Rejected 1 late entry at the door',
      ])
    })

    it('an accepted undoing leaves what another door has admitted since, and stays listed', async () => {
      const night = await createDoorEvent(shop())
      const [north, south] = [await night.pair('North door'), await night.pair('South door')]
      const { tickets } = await night.party(1)
      const undo = offline({ kind: 'undo', door_ticket_id: tickets[0]!.id })
      shop().clock.advance(60)
      await south.outcomes({ door_ticket_id: tickets[0]!.id })
      await unpair(night, north)
      await north.send([undo])
      const { for_review } = await night.page()
      await decide(night, 'accept_entries', all(for_review))
      const page = await night.page()
      expect([page.admitted, page.for_review, page.undone, page.conflicts]).toEqual([1, [], [], []])
      expect(page.reviewed.map(({ kind, outcome }) => [kind, outcome])).toEqual([['undo', 'nothing_undone']])
    })

    it('by those who may admit at that date, and never those of another date or event', async () => {
      const [night, other] = [await createDoorEvent(shop()), await createDoorEvent(shop())]
      const waitingAt = async (door: Night) => {
        const device = await door.pair()
        const { tickets } = await door.party(1)
        await unpair(door, device)
        await device.send([offline({ code: tickets[0]!.code })])
        return (await door.page()).for_review[0]!.id
      }
      const [own, theirs] = [await waitingAt(night), await waitingAt(other)]
      const range = { from_id: Math.min(own, theirs), until_id: Math.max(own, theirs) }
      for (const about of [
        { ...night.about, date_id: other.dateId },
        { ...other.about, date_id: other.dateId },
      ])
        expect((await night.office.call('accept_entries', { ...about, ...range })).status).toBe(404)
      await decide(night, 'accept_entries', [theirs])
      await night.office.call('accept_entries', { ...night.about, date_id: night.tomorrowId, ...range })
      expect([(await night.page()).for_review.length, (await other.page()).for_review.length]).toEqual([1, 1])
      await decide(night, 'accept_entries', [range.from_id, range.until_id])
      expect(await night.page()).toMatchObject({ for_review: [], admitted: 1 })
      expect((await other.page()).for_review).toHaveLength(1)
    })
  })
})
