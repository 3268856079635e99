import { WalletData } from '@foyer/contract/shapes/wallet.ts'
import { expect, it } from 'vitest'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createPaidSale, type SaleOptions } from '../../testing/fixtures/paid-sale.ts'
import { deliverTickets } from '../delivery/deliver.ts'
import { qrDrawing } from '../paper/qr.ts'
import { calendarFile, ticketFile, type WalletOwner, walletOf } from './wallet.ts'

describeOnBoth('the wallet', (kind) => {
  const database = useTestDatabase(kind)

  async function given(options: SaleOptions = {}) {
    const deps = testDeps(database())
    const sale = await createPaidSale(deps, options)
    await deliverTickets(deps, sale.saleId)
    const tickets = await deps.db
      .selectFrom('tickets')
      .select(['id', 'user_id'])
      .where('sale_id', '=', sale.saleId)
      .orderBy('instance')
      .execute()
    const see = (owner: WalletOwner) => walletOf(deps.db, owner, { now: deps.clock.now(), signer: deps.signer })
    return { deps, ...sale, tickets, userId: tickets[0]?.user_id ?? 0, see }
  }

  it('[DLV-01] shows its owner the tickets with codes that open the door', async () => {
    const { deps, email, reference, userId, see } = await given({ standing: 1, seated: 1 })
    const wallet = await see({ userId })
    expect(WalletData.parse(wallet)).toEqual(wallet)
    expect(wallet).toEqual(await see({ email: ` ${email.toUpperCase()} ` }))
    expect(wallet.email).toBe(email)
    expect(wallet.tickets).toMatchObject([
      {
        event: 'Autumn Gala Concert',
        nice_date: 'Fri 2 Oct, 7:00pm',
        place: 'City Varieties, Leeds',
        ticket: 'Standing',
        seat: null,
        holder: 'Ada Lovelace',
        sale_reference: reference,
        past: false,
      },
      { ticket: 'Stalls', seat: 'A1' },
    ])
    for (const ticket of wallet.tickets)
      expect(deps.signer.verify(ticket.code!)).toBe(ticket.short_code.replaceAll('-', ''))
    expect(wallet.tickets.map(({ qr }) => qr)).toEqual(wallet.tickets.map(({ code }) => qrDrawing(code!)))
  })

  it('shows nothing to anyone else', async () => {
    const mine = await given()
    const other = await given()
    expect((await other.see({ userId: other.userId })).tickets.map(({ id }) => id)).toEqual(
      other.tickets.map(({ id }) => id),
    )
    expect(await mine.see({ email: `not-${mine.email}` })).toMatchObject({ tickets: [], vouchers: [] })
    expect(await mine.see({ userId: 0 })).toEqual({ tickets: [], vouchers: [], email: '' })
    const ticket = mine.tickets[0]!.id
    for (const owner of [{ userId: other.userId }, { email: other.email }, { userId: 0 }, { email: '' }]) {
      expect(await ticketFile(mine.deps, owner, ticket)).toBeNull()
      expect(await calendarFile(mine.deps, owner, ticket)).toBeNull()
    }
    expect(await ticketFile(mine.deps, { userId: mine.userId }, 0)).toBeNull()
  })

  it('draws a ticket for its holder, and the date with all their tickets for it', async () => {
    const { deps, userId, tickets } = await given({ standing: 3 })
    const pdf = await ticketFile(deps, { userId }, tickets[0]!.id)
    expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf?.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)
    expect(await calendarFile(deps, { userId }, tickets[0]!.id)).toContain('3 × Standing')
  })

  it('hides a transferred ticket until it is claimed, and then shows it in the other wallet', async () => {
    const { deps, saleId, userId, tickets, standingType, see } = await given()
    const grace = await given()
    const now = deps.clock.now()
    const transfer = await deps.db
      .insertInto('transfers')
      .values({
        sale_id: saleId,
        ticket_type_id: standingType,
        qty: 1,
        name: 'Grace',
        email: grace.email,
        deliver_at: now,
        status: 'scheduled',
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const handed = tickets[0]!.id
    await deps.db.insertInto('transfer_tickets').values({ transfer_id: transfer.id, ticket_id: handed }).execute()
    const has = async (id: number) => (await see({ userId: id })).tickets.some((ticket) => ticket.id === handed)

    expect([await has(userId), await has(grace.userId)]).toEqual([true, false])
    await deps.db.updateTable('transfers').set({ status: 'sent' }).where('id', '=', transfer.id).execute()
    await deps.db
      .updateTable('tickets')
      .set({ holder_email: grace.email, user_id: null })
      .where('id', '=', handed)
      .execute()
    expect([await has(userId), await has(grace.userId)]).toEqual([false, false])
    expect(await ticketFile(deps, { userId: grace.userId }, handed)).toBeNull()
    await deps.db.updateTable('transfers').set({ status: 'claimed' }).where('id', '=', transfer.id).execute()
    await deps.db.updateTable('tickets').set({ user_id: grace.userId }).where('id', '=', handed).execute()
    expect([await has(userId), await has(grace.userId)]).toEqual([false, true])
    // the numbers still count the whole order, not the wallet
    const inWallet = await see({ userId })
    expect(inWallet.tickets.map(({ id }) => id)).toEqual([tickets[1]!.id])
  })

  it('shows void and used tickets without a code, and past events as over', async () => {
    const { deps, userId, tickets, see } = await given()
    await deps.db.updateTable('tickets').set({ status: 'void' }).where('id', '=', tickets[0]!.id).execute()
    await deps.db
      .updateTable('tickets')
      .set({ admitted_at: deps.clock.now() })
      .where('id', '=', tickets[1]!.id)
      .execute()
    expect((await see({ userId })).tickets.map(({ status, code }) => [status, code === null])).toEqual([
      ['void', true],
      ['admitted', false],
    ])
    const isDrawn = async () => (await see({ userId })).tickets.map(({ qr }) => qr !== undefined)
    expect(await isDrawn()).toEqual([false, true])
    expect(await ticketFile(deps, { userId }, tickets[0]!.id)).toBeNull()
    deps.clock.set('2026-10-02T20:59:00Z')
    expect((await see({ userId })).tickets[0]!.past).toBe(false)
    deps.clock.set('2026-10-02T21:01:00Z')
    expect((await see({ userId })).tickets[0]!.past).toBe(true)
    expect(await isDrawn(), 'left to the browser, for the few who look').toEqual([false, false])
  })

  it('shows an organiser’s terms as plain text', async () => {
    const { see, userId } = await given({
      terms: {
        title: 'Flexible <b>policy</b>',
        text: '<script>alert(1)</script>Money back &amp; no questions',
        description: '',
      },
    })
    const [ticket] = (await see({ userId })).tickets
    expect(ticket!.terms).toContain('Refund policy: Flexible policy. Money back & no questions')
    expect(ticket!.terms).not.toMatch(/[<>]|alert/)
  })

  it('shows bought gift vouchers with their balance until they are refunded', async () => {
    const { deps, saleId, email, see } = await given({ standing: 1, vouchers: 1 })
    await deps.db.updateTable('issued_vouchers').set({ balance_minor: 750 }).where('sale_id', '=', saleId).execute()
    expect((await see({ email })).vouchers).toMatchObject([
      {
        name: 'A night out',
        organiser: 'City Varieties Trust',
        value: 20,
        balance: 7.5,
        currency: { symbol: '£', code: 'GBP' },
        nice_expires: 'Thu 1 Jun 2028',
      },
    ])
    expect((await see({ email: `not-${email}` })).vouchers).toEqual([])
    await deps.db
      .updateTable('issued_vouchers')
      .set({ voided_at: deps.clock.now() })
      .where('sale_id', '=', saleId)
      .execute()
    expect((await see({ email })).vouchers).toEqual([])
  })
})
