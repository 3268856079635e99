import { createHash } from 'node:crypto'
import type { ReplyOf } from '@foyer/contract/calls.ts'
import { expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { renewCode, renewOwnTicket, voidTickets } from '../../tickets/retire.ts'
import { createStaff, inSession } from '../testing/office.ts'
import { createDoorEvent, makeDevice } from './door.testing.ts'

describeOnBoth('a device paired with the door', (kind) => {
  const shop = useShop(kind)

  it('is paired by a code that works once, within ten minutes', async () => {
    const { requestPairingCode, office, about, page } = await createDoorEvent(shop())
    const { code, device_id } = await requestPairingCode()
    expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    const open = (pairing_code: string) => shop().browser().call('open_door', { pairing_code })
    for (const wrong of ['', 'AAAA-AAAA', code.slice(1), `${code}2`])
      expect(await open(wrong)).toMatchObject({ status: 403, body: { code: 'wrong_pairing_code' } })
    expect(await open(code.toLowerCase().replace('-', ' '))).toMatchObject({
      status: 200,
      body: { door: 'North door' },
    })
    expect((await open(code)).status, 'once').toBe(403)
    expect((await page()).devices).toMatchObject([{ device_id, code: '' }])
    const late = await requestPairingCode()
    shop().clock.advance(601)
    expect((await open(late.code)).status, 'late').toBe(403)
    const ended = await requestPairingCode()
    await office.call('unpair_door', { ...about, device_id: ended.device_id })
    expect((await open(ended.code)).status, 'ended').toBe(403)
  })

  it('is paired once when fifty send its code at the same time', async () => {
    const { requestPairingCode } = await createDoorEvent(shop())
    const { code } = await requestPairingCode()
    shop().clock.advance(0)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop().browser().call('open_door', { pairing_code: code })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('loses access when unpaired, when its creator leaves or loses the right, and after the day', async () => {
    const night = await createDoorEvent(shop())
    const { pair, office, about, staff } = night
    const { db, clock } = shop()
    const { tickets } = await night.party(1)
    const isOut = async ({ list, send }: ReturnType<typeof makeDevice>) => {
      expect(await list()).toMatchObject({ status: 403, body: { code: 'door_ended' } })
      expect(await send([{ door_ticket_id: tickets[0]!.id }])).toMatchObject({ status: 403 })
    }
    await isOut(makeDevice(shop(), ''))
    await isOut(makeDevice(shop(), 'guessed'))
    const unpaired = await pair()
    expect((await unpaired.list()).status).toBe(200)
    await office.call('unpair_door', { ...about, device_id: unpaired.device_id })
    await isOut(unpaired)
    const itself = await pair()
    await shop().browser().call('close_door', { device: itself.device })
    await isOut(itself)

    const device = await pair()
    const role = db.updateTable('staff_roles').where('staff_id', '=', staff.id)
    await role.set({ role: 'reader' }).execute()
    await isOut(device)
    await role.set({ role: 'door', event_ids: [night.eventId + 1_000_000] }).execute()
    await isOut(device)
    await role.set({ role: 'door', event_ids: [night.eventId] }).execute()
    expect((await device.list()).status).toBe(200)
    await role.set({ ended_at: clock.now() }).execute()
    await isOut(device)
    await role.set({ ended_at: null }).execute()
    clock.advance(13 * 3600)
    await isOut(device)
    expect(await db.selectFrom('tickets').select('admitted_at').where('id', '=', tickets[0]!.id).execute()).toEqual([
      { admitted_at: null },
    ])
    expect((await office.call('pair_door', { ...about, date_id: night.dateId, name: '' })).body.code).toBe('date_over')
  })

  it('lists its date with names, flags and states, and nothing to forge a code with', async () => {
    const night = await createDoorEvent(shop())
    const { orderId, number, tickets } = await night.party(2, night.tonight, 'Grace Hopper')
    const later = await night.party(1, night.later, 'Tomorrow Only')
    const note = { sale_id: orderId, words: 'Step-free', at_door: true, written_at: shop().clock.now() }
    await shop()
      .db.insertInto('order_notes')
      .values([
        { ...note, organiser_id: night.organiserId },
        { ...note, organiser_id: night.organiserId, words: 'For the office', at_door: false },
        { ...note, organiser_id: night.organiserId, words: 'No longer', ended_at: shop().clock.now() },
        { ...note, organiser_id: night.organiserId, words: 'Of another order', sale_id: later.orderId },
        { ...note, organiser_id: (await createEvent(shop().db)).organiserId, words: 'Of another house' },
      ])
      .execute()
    const device = await night.pair()
    const { body } = await device.list()
    expect(body).toMatchObject({
      unchanged: false,
      tickets: [
        { holder: 'Grace Hopper', note: 'Step-free', outcome: 'valid', party: orderId },
        { holder: 'Grace Hopper' },
      ],
      others: [{ outcome: 'wrong_date' }],
    })
    expect(number).not.toBe('')
    expect(JSON.stringify(body)).not.toContain(tickets[0]!.code)
    expect((await device.list(String(body.version))).body).toMatchObject({ unchanged: true, tickets: [] })
    await device.send([{ door_ticket_id: tickets[0]!.id }])
    expect((await device.list(String(body.version))).body).toMatchObject({ unchanged: false })
  })

  it('admits a group at once, and gives reasons for refusals: wrong event, wrong day, refunded, transferred, replaced, cancelled, already in', async () => {
    const night = await createDoorEvent(shop())
    const { db, clock, deps } = shop()
    const { tickets, orderId } = await night.party(6)
    const device = await night.pair('North door')
    const ids = tickets.map(({ id }) => ({ door_ticket_id: id }))
    expect(await device.outcomes(...ids)).toEqual(tickets.map(() => 'admitted'))
    const again = await (await night.pair('South door')).send([{ code: deps.signer.sign(tickets[0]!.code) }])
    expect(again.results[0]).toMatchObject({ outcome: 'already_admitted', where: 'North door' })
    expect(await night.page()).toMatchObject({
      admitted: 6,
      minutes: [{ n: 6 }],
      doors: [{ name: 'North door', n: 6 }],
    })

    const tomorrow = await night.party(1, night.later)
    const elsewhere = await createDoorEvent(shop())
    const foreign = await elsewhere.party(1)
    const refunded = await night.party(1)
    await inTx(db, (tx) => voidTickets(tx, refunded.orderId, { now: clock.now() }))
    const transferred = await night.party(1)
    await inTx(db, (tx) =>
      renewCode(tx, transferred.tickets[0]!.id, { why: 'transferred', now: clock.now(), random: deps.random }),
    )
    const renamed = await night.party(1)
    expect(
      await inTx(db, (tx) => renewOwnTicket(tx, renamed.tickets[0]!.id, { now: clock.now(), random: deps.random })),
    ).toBe(true)
    const codeOf = ({ tickets: [ticket] }: typeof tomorrow) => ({ code: ticket!.code })
    const refusals = await device.send([tomorrow, foreign, refunded, transferred, renamed].map(codeOf))
    expect(refusals.results.map(({ outcome }) => outcome)).toEqual([
      'wrong_date',
      'wrong_event',
      'refunded',
      'transferred',
      'replaced',
    ])
    const { others } = (await device.list('')).body as unknown as ReplyOf<'door_list'>
    const offline = (code: string) =>
      others.find(({ hash }) => hash === createHash('sha256').update(code).digest('hex').slice(0, 24))?.outcome
    expect([transferred, renamed].map((party) => offline(party.tickets[0]!.code))).toEqual(['transferred', 'replaced'])
    expect(refusals.results[1], 'nothing of another house').not.toHaveProperty('ticket')
    expect(
      await device.outcomes({ door_ticket_id: foreign.tickets[0]!.id }, { door_ticket_id: tomorrow.tickets[0]!.id }),
    ).toEqual(['wrong_event', 'wrong_date'])
    const last = await night.party(1)
    await db.updateTable('event_dates').set({ status: 'cancelled' }).where('id', '=', night.dateId).execute()
    expect(await device.outcomes(codeOf(last))).toEqual(['cancelled'])
    expect(
      await db
        .selectFrom('tickets')
        .select('admitted_at')
        .where('sale_id', 'in', [foreign.orderId, tomorrow.orderId, refunded.orderId, last.orderId])
        .where('admitted_at', 'is not', null)
        .execute(),
    ).toEqual([])
    expect(orderId).toBeGreaterThan(0)
  })

  it('counts someone whose ticket was refunded after they came in, everywhere on its page', async () => {
    const night = await createDoorEvent(shop())
    const { tickets } = await night.party(3)
    const device = await night.pair('North door')
    await device.outcomes(...tickets.slice(0, 2).map(({ id }) => ({ door_ticket_id: id })))
    await shop().db.updateTable('tickets').set({ status: 'void' }).where('id', '=', tickets[0]!.id).execute()
    expect(await night.page()).toMatchObject({ admitted: 2, expected: 3, minutes: [{ n: 2 }], doors: [{ n: 2 }] })
  })

  it('tells times by the clocks of the event, in answers as in its list', async () => {
    const night = await createDoorEvent(shop())
    await shop().db.updateTable('events').set({ timezone: 'Asia/Tokyo' }).where('id', '=', night.eventId).execute()
    const { tickets } = await night.party(1)
    const device = await night.pair()
    const send = () => device.send([{ door_ticket_id: tickets[0]!.id }])
    await send()
    const list = (await device.list()).body as unknown as ReplyOf<'door_list'>
    expect(list.timezone).toBe('Asia/Tokyo')
    const [again] = (await send()).results
    expect(again!.nice_when!.endsWith(`, ${list.tickets[0]!.nice_when}`), again!.nice_when).toBe(true)
  })

  it('undoes an admission of its own date with a reason, and the ticket works again', async () => {
    const night = await createDoorEvent(shop())
    const { tickets } = await night.party(1)
    const device = await night.pair()
    const [id] = tickets.map(({ id }) => id)
    expect(
      await device.outcomes({ door_ticket_id: id }, { door_ticket_id: id, kind: 'undo', reason: 'Wrong person' }),
    ).toEqual(['admitted', 'undone'])
    expect(await night.page()).toMatchObject({ admitted: 0, undone: [{ who: 'Ada Lovelace', reason: 'Wrong person' }] })
    expect(await device.outcomes({ door_ticket_id: id })).toEqual(['admitted'])
    const other = await createDoorEvent(shop())
    const elsewhere = await other.pair()
    expect(await elsewhere.outcomes({ door_ticket_id: id, kind: 'undo', reason: 'x' })).toEqual(['unknown'])
    expect(await night.page()).toMatchObject({ admitted: 1 })
  })

  it('uses the code that was shown without a network: it admits nobody if its ticket had been sent on before', async () => {
    const night = await createDoorEvent(shop())
    const { clock, db, deps } = shop()
    const north = await night.pair('North door')
    const [before, after] = [await night.party(1), await night.party(1)].map(({ tickets }) => tickets[0]!)
    const renew = ({ id }: { id: number }) =>
      inTx(db, (tx) => renewCode(tx, id, { why: 'transferred', now: clock.now(), random: deps.random }))
    const fresh = await renew(before!)
    clock.advance(60)
    const offline = [before!, after!].map(({ id, code }, n) => ({
      key: `sent-on-${n}-${kind}`,
      door_ticket_id: id,
      code,
      at: clock.now().toISOString(),
      offline: '1',
    }))
    clock.advance(60)
    await renew(after!)
    clock.advance(60)
    expect(await north.outcomes(...offline)).toEqual(['transferred', 'admitted'])
    expect((await night.page()).conflicts).toMatchObject([{ outcome: 'transferred', door: 'North door' }])
    expect(await north.outcomes({ code: fresh! }), 'who got it may still enter').toEqual(['admitted'])
  })

  it('keeps the entry of another door that came after an undoing without a network', async () => {
    const night = await createDoorEvent(shop())
    const { clock } = shop()
    const [north, south] = [await night.pair('North door'), await night.pair('South door')]
    const { id } = (await night.party(1)).tickets[0]!
    const offline = (entry: object) => ({ door_ticket_id: id, at: clock.now().toISOString(), offline: '1', ...entry })
    const entry = offline({ key: `early-in-${kind}` })
    clock.advance(60)
    const undo = offline({ key: `early-undo-${kind}`, kind: 'undo', reason: 'Wrong person' })
    clock.advance(60)
    expect(await south.outcomes({ door_ticket_id: id })).toEqual(['admitted'])
    clock.advance(60)
    expect((await north.send([entry, undo])).results).toMatchObject([
      { outcome: 'already_admitted', where: 'South door' },
      { outcome: 'already_admitted', where: 'South door' },
    ])
    expect(await night.page()).toMatchObject({ admitted: 1, undone: [] })
    expect(await south.outcomes({ door_ticket_id: id })).toEqual(['already_admitted'])
  })

  it('uploads offline admissions: nobody is admitted twice, repeats count once, and conflicts are listed', async () => {
    const night = await createDoorEvent(shop())
    const { clock, db } = shop()
    const [north, south] = [await night.pair('North door'), await night.pair('South door')]
    const [plain, both, refunded] = [await night.party(1), await night.party(1), await night.party(1)]
    const tomorrow = await night.party(1, night.later, 'Early Bird')
    const elsewhere = await (await createDoorEvent(shop())).party(1, undefined, 'Secret Name')
    const at = clock.now().toISOString()
    const offline = [plain, both, refunded, tomorrow, elsewhere].map(({ tickets: [ticket] }, n) => ({
      key: `off${n}-${kind}`,
      code: ticket!.code,
      at,
      offline: '1',
    }))
    clock.advance(60)
    expect(await south.outcomes({ door_ticket_id: both.tickets[0]!.id })).toEqual(['admitted'])
    await inTx(db, (tx) => voidTickets(tx, refunded.orderId, { now: clock.now() }))
    clock.advance(240)
    const expected = ['admitted', 'already_admitted', 'refunded', 'wrong_date', 'wrong_event']
    const times = await Promise.all([1, 2, 3].map(() => north.outcomes(...offline)))
    expect(times).toEqual([expected, expected, expected])
    const entry = await db.selectFrom('tickets').select('admitted_at').where('id', '=', plain.tickets[0]!.id).execute()
    expect(entry[0]!.admitted_at?.toISOString(), 'when it happened').toBe(at)
    const { conflicts, admitted } = await night.page()
    expect(admitted).toBe(2)
    expect(conflicts.map(({ outcome, who, door }) => [outcome, who, door]).sort()).toEqual(
      [
        ['already_admitted', 'Ada Lovelace', 'North door'],
        ['refunded', 'Ada Lovelace', 'North door'],
        ['wrong_date', 'Early Bird', 'North door'],
        ['wrong_event', 'A ticket for another event', 'North door'],
      ].sort(),
    )
    expect(conflicts.find(({ outcome }) => outcome === 'already_admitted')!.before).toContain('South door')
  })

  it('writes nothing on other organisers’ orders: not by numbers of tickets, nor by a code that was shown to it', async () => {
    const night = await createDoorEvent(shop())
    const elsewhere = await createDoorEvent(shop())
    const { tickets, orderId } = await elsewhere.party(2)
    const device = await night.pair('Call 0123 for a refund')
    const [first, second] = tickets
    expect(
      await device.outcomes(
        { door_ticket_id: first!.id, offline: '1' },
        { code: shop().deps.signer.sign(second!.code), offline: '1' },
      ),
    ).toEqual(['wrong_event', 'wrong_event'])
    const recorded = await shop()
      .db.selectFrom('admissions')
      .select('ticket_id')
      .where(
        'ticket_id',
        'in',
        tickets.map(({ id }) => id),
      )
      .execute()
    expect(recorded).toEqual([{ ticket_id: second!.id }])
    const owner = await createStaff(shop(), elsewhere.organiserId, 'owner')
    const { call } = await inSession(shop(), { staffId: owner.id, email: owner.email })
    await shop()
      .db.updateTable('order_lines')
      .set({ ticket_type_id: elsewhere.tonight, event_id: elsewhere.eventId, date_id: elsewhere.dateId })
      .where('sale_id', '=', orderId)
      .execute()
    const { body } = await call('office_order', { organiser_id: elsewhere.organiserId, order_id: orderId })
    expect(body.order_id).toBe(orderId)
    expect(JSON.stringify(body.timeline)).not.toContain('Call 0123')
  })

  it('is not found by another organiser: its page, list, codes and devices', async () => {
    const [own, other] = [await createDoorEvent(shop()), await createDoorEvent(shop())]
    const { device_id } = await other.pair()
    const about = { ...own.about, event_id: other.eventId, date_id: other.dateId }
    for (const call of ['office_door', 'office_door_list'] as const)
      expect((await own.office.call(call, about)).status).toBe(404)
    expect((await own.office.call('pair_door', { ...about, name: 'x' })).status).toBe(404)
    expect((await own.office.call('unpair_door', { ...about, device_id })).status).toBe(404)
    expect((await own.office.call('unpair_door', { ...own.about, device_id })).status).toBe(404)
    expect((await own.office.call('pair_door', { ...own.about, date_id: other.dateId, name: 'x' })).status).toBe(404)
    await own.party(2, undefined, 'On Paper')
    const list = await own.office.call('office_door_list', { ...own.about, date_id: own.dateId })
    expect(list.body).toMatchObject({ guests: [{ holder: 'On Paper', is_in: false }, { holder: 'On Paper' }] })
  })
})
