import { expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { describeOnBoth, describeOnPostgres, type TestDb, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createPaidSale, type SaleOptions } from '../../testing/fixtures/paid-sale.ts'
import { deliverTickets } from '../delivery/deliver.ts'
import { renewCode, voidTickets } from '../retire.ts'
import { newTicketCode, spacedCode } from '../signing/codes.ts'
import { makeSigningKey, ticketSigner } from '../signing/sign.ts'
import { checkAtDoor, inspectCode } from './door.ts'

async function atTheDoor(database: TestDb, options: SaleOptions = {}) {
  const deps = testDeps(database)
  const sale = await createPaidSale(deps, options)
  await deliverTickets(deps, sale.saleId)
  const tickets = await deps.db
    .selectFrom('tickets')
    .select(['id', 'code'])
    .where('sale_id', '=', sale.saleId)
    .orderBy('id')
    .execute()
  return { deps, ...sale, tickets, code: tickets[0]!.code, signed: deps.signer.sign(tickets[0]!.code) }
}

describeOnBoth('the door', (kind) => {
  const database = useTestDatabase(kind)
  const setUp = (options?: SaleOptions) => atTheDoor(database(), options)

  it('admits a ticket once, and tells the second when and where', async () => {
    const { deps, signed } = await setUp({ standing: 0, seated: 1 })
    expect(await inspectCode(deps, signed)).toMatchObject({ outcome: 'valid' })
    const at = deps.clock.now()
    expect(await checkAtDoor(deps, signed, 'North door')).toEqual({
      outcome: 'admitted',
      at,
      ticket: {
        event: 'Autumn Gala Concert',
        event_id: expect.any(Number),
        nice_date: 'Fri 2 Oct 2026, 7:00pm',
        place: 'City Varieties, Leeds',
        ticket: 'Stalls',
        extra: false,
        seat: 'A1',
        holder: 'Ada Lovelace',
        position: 1,
        outOf: 1,
      },
    })
    deps.clock.advance(600)
    const second = { outcome: 'already_admitted', when: at, where: 'North door' }
    expect(await checkAtDoor(deps, signed, 'South door')).toMatchObject(second)
    expect(await inspectCode(deps, signed)).toMatchObject(second)
  })

  it('accepts the short code typed by hand, in any case and spacing', async () => {
    const { deps, code } = await setUp()
    const typed = ` ${spacedCode(code).toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `
    expect(await checkAtDoor(deps, typed, '')).toMatchObject({ outcome: 'admitted' })
    expect(await checkAtDoor(deps, code, '')).toMatchObject({ outcome: 'already_admitted' })
  })

  it('refuses the code of a transferred ticket, and admits the new one', async () => {
    const { deps, signed, tickets } = await setUp()
    const now = deps.clock.now()
    const fresh = await inTx(deps.db, (tx) =>
      renewCode(tx, tickets[0]!.id, { why: 'transferred', now, random: deps.random }),
    )
    expect(await checkAtDoor(deps, signed, '')).toEqual({
      outcome: 'transferred',
      when: now,
      timezone: 'Europe/London',
    })
    expect(await checkAtDoor(deps, deps.signer.sign(fresh!), '')).toMatchObject({ outcome: 'admitted' })
    // an admitted ticket can no longer be transferred
    expect(
      await inTx(deps.db, (tx) => renewCode(tx, tickets[0]!.id, { why: 'transferred', now, random: deps.random })),
    ).toBeNull()
  })

  it('refuses refunded tickets, without effect on the others of the order', async () => {
    const { deps, saleId, tickets } = await setUp({ standing: 3 })
    const now = deps.clock.now()
    const one = { ticketIds: [tickets[0]!.id], now }
    expect(await inTx(deps.db, (tx) => voidTickets(tx, saleId, one))).toBe(1)
    expect(await inTx(deps.db, (tx) => voidTickets(tx, saleId, one))).toBe(0)
    expect(await checkAtDoor(deps, tickets[0]!.code, '')).toEqual({
      outcome: 'refunded',
      when: now,
      timezone: 'Europe/London',
    })
    expect(await checkAtDoor(deps, tickets[1]!.code, '')).toMatchObject({ outcome: 'admitted' })
    expect(await inTx(deps.db, (tx) => voidTickets(tx, saleId, { now }))).toBe(2)
    expect(await checkAtDoor(deps, tickets[2]!.code, '')).toEqual({
      outcome: 'refunded',
      when: now,
      timezone: 'Europe/London',
    })
  })

  it('reports a ticket ended for another reason as void', async () => {
    const { deps, tickets, signed } = await setUp()
    await deps.db.updateTable('tickets').set({ status: 'void' }).where('id', '=', tickets[0]!.id).execute()
    expect(await checkAtDoor(deps, signed, '')).toEqual({ outcome: 'void' })
    const ended = deps.db.selectFrom('tickets').select('admitted_at').where('id', '=', tickets[0]!.id)
    expect(await ended.executeTakeFirst()).toEqual({ admitted_at: null })
  })

  it('distinguishes forged from unknown codes, and changes nothing for either', async () => {
    const { deps, code, signed, tickets } = await setUp()
    const forger = ticketSigner(makeSigningKey())
    expect(await checkAtDoor(deps, forger.sign(code), '')).toEqual({ outcome: 'not_ours' })
    const other = newTicketCode(deps.random)
    expect(await checkAtDoor(deps, signed.replace(code, other), '')).toEqual({ outcome: 'not_ours' })
    expect(await checkAtDoor(deps, deps.signer.sign(other), '')).toEqual({ outcome: 'unknown' })
    for (const nonsense of ['', ' ', '.', 'abc', "' or 1=1 --", 'x'.repeat(10_000), `${code}U`])
      expect((await checkAtDoor(deps, nonsense, '')).outcome).toMatch(/^(unknown|not_ours)$/)
    const inside = await deps.db
      .selectFrom('tickets')
      .select('id')
      .where('admitted_at', 'is not', null)
      .where(
        'id',
        'in',
        tickets.map(({ id }) => id),
      )
      .execute()
    expect(inside).toEqual([])
  })
})

describeOnPostgres('two doors', () => {
  const database = useTestDatabase('postgres')

  it('scan the same ticket at the same moment: one admits it, the other shows where it was used', async () => {
    const { deps, signed } = await atTheDoor(database())
    const doors = ['North', 'South', 'East', 'West', 'Stage', 'Balcony']
    const answers = await Promise.all(doors.map((door) => checkAtDoor(deps, signed, door)))
    const inside = answers.flatMap((answer, door) => (answer.outcome === 'admitted' ? [doors[door]!] : []))
    expect(inside).toHaveLength(1)
    for (const answer of answers)
      if (answer.outcome !== 'admitted') expect(answer).toMatchObject({ outcome: 'already_admitted', where: inside[0] })
  })

  it('scan a ticket during a transfer: it is admitted or gets a new code, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const { deps, signed, tickets } = await atTheDoor(database())
      const [answer, fresh] = await Promise.all([
        checkAtDoor(deps, signed, ''),
        inTx(deps.db, (tx) =>
          renewCode(tx, tickets[0]!.id, { why: 'transferred', now: deps.clock.now(), random: deps.random }),
        ),
      ])
      expect([answer.outcome, fresh === null]).toEqual(fresh === null ? ['admitted', true] : ['transferred', false])
    }
  })
})
