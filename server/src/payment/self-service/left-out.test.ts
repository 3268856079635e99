import { describe, expect, it } from 'vitest'
import type { Tx } from '../../db/transaction/tx.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { useShop } from '../../testing/shop.ts'
import { undone } from '../../testing/undone.ts'
import { bought, pay, vendor } from '../refund/bought.testing.ts'
import { ownPlaces, ownTickets } from './own-tickets.ts'

type Change = (tx: Tx, ids: { saleId: number; ticketId: number; type: number; eventId: number }) => Promise<unknown>
const now = () => shop().clock.now()
const plan = (status: 'active' | 'overdue' | 'completed' | 'cancelled'): Change => {
  return (tx, { saleId }) =>
    tx
      .insertInto('payment_plans')
      .values({ sale_id: saleId, option_key: '2', status, terms_version: '1', agreed_at: now() })
      .onConflict((conflict) => conflict.column('sale_id').doUpdateSet({ status }))
      .execute()
}
const transfer =
  (status: 'scheduled' | 'sent' | 'claimed' | 'taken_back'): Change =>
  async (tx, { saleId, ticketId, type }) => {
    const person = { name: 'Bob', email: 'bob@example.org', deliver_at: now(), created_at: now() }
    const sent = await tx
      .insertInto('transfers')
      .values({ sale_id: saleId, ticket_type_id: type, qty: 1, status, ...person })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('transfer_tickets').values({ transfer_id: sent.id, ticket_id: ticketId }).execute()
  }
const ticket =
  (set: { status?: 'void'; admitted_at?: Date }): Change =>
  (tx, { ticketId }) =>
    tx.updateTable('tickets').set(set).where('id', '=', ticketId).execute()
const event =
  (status: 'draft' | 'cancelled'): Change =>
  (tx, { eventId }) =>
    tx.updateTable('events').set({ status }).where('id', '=', eventId).execute()
const date =
  (set: () => { status?: 'cancelled' | 'postponed'; starts_at?: Date }): Change =>
  (tx, { eventId }) =>
    tx.updateTable('event_dates').set(set()).where('event_id', '=', eventId).execute()
const sale =
  (set: () => { cancelled_at?: Date; paid_at?: null; tickets_delivered_at?: Date }): Change =>
  (tx, { saleId }) =>
    tx.updateTable('sales').set(set()).where('id', '=', saleId).execute()
const shop = useShop('embedded', { providers: { stripe: vendor.provider } })

const idsOf = async (order: Awaited<ReturnType<typeof saleAt>>) => {
  const first = await shop()
    .db.selectFrom('tickets')
    .select('id')
    .where('sale_id', '=', order.saleId)
    .orderBy('id')
    .executeTakeFirst()
  const { eventId } = order.event!
  return { saleId: order.saleId, ticketId: first?.id ?? 0, type: order.ticketId, eventId }
}

describe('[42] the tickets that buyers may change or return', () => {
  it('are those with nothing against them, of their order alone, each condition by itself', async () => {
    const { deps, db } = shop()
    const order = await bought(deps, { qty: 2, startsAt: new Date('2026-09-01T18:00:00Z') })
    // Another order for the same tickets.
    await bought(deps, { ticketId: order.ticketId })
    const ids = await idsOf(order)
    const left = (change?: Change) =>
      undone(db, async (tx) => {
        await change?.(tx, ids)
        return (await ownTickets(tx, order.saleId, now())).length
      })
    const cases: [string, Change | undefined, number][] = [
      ['as bought', undefined, 2],
      ['void', ticket({ status: 'void' }), 1],
      ['used', ticket({ admitted_at: now() }), 1],
      ['sent', transfer('sent'), 1],
      ['to be sent', transfer('scheduled'), 1],
      ['claimed', transfer('claimed'), 1],
      ['taken back', transfer('taken_back'), 2],
      ['a plan that runs', plan('active'), 0],
      ['a plan with a late payment', plan('overdue'), 0],
      ['a plan that was cancelled', plan('cancelled'), 0],
      ['a plan that is paid', plan('completed'), 2],
      ['a draft', event('draft'), 0],
      ['a cancelled event', event('cancelled'), 0],
      ['a cancelled date', date(() => ({ status: 'cancelled' })), 0],
      ['a postponed date', date(() => ({ status: 'postponed' })), 0],
      ['a date that begins now', date(() => ({ starts_at: now() })), 0],
      ['a date about to begin', date(() => ({ starts_at: new Date(now().getTime() + 1) })), 2],
      ['a cancelled order', sale(() => ({ cancelled_at: now() })), 0],
    ]
    const found: [string, number][] = []
    for (const [what, change] of cases) found.push([what, await left(change)])
    expect(found).toEqual(cases.map(([what, , n]) => [what, n]))
  })

  it('are, while a plan runs, the places that it pays for and that are not returned yet', async () => {
    const { deps, db } = shop()
    const order = await saleAt(deps, 'payment', { qty: 3, startsAt: new Date('2026-09-01T18:00:00Z') })
    await pay(deps, order)
    const ids = await idsOf(order)
    const left = (change?: Change) =>
      undone(db, async (tx) => {
        await plan('active')(tx, ids)
        await change?.(tx, ids)
        return (await ownPlaces(tx, order.saleId, now())).map((place) => place.left)
      })
    const returned =
      (refunded_qty: number): Change =>
      (tx, { saleId }) =>
        tx.updateTable('order_lines').set({ refunded_qty }).where('sale_id', '=', saleId).execute()
    const cases: [string, Change | undefined, number[]][] = [
      ['as bought', undefined, [3]],
      ['one returned', returned(1), [2]],
      ['all returned', returned(3), []],
      ['overdue', plan('overdue'), [3]],
      ['paid', plan('completed'), []],
      ['cancelled', plan('cancelled'), []],
      ['delivered', sale(() => ({ tickets_delivered_at: now() })), []],
      ['a cancelled order', sale(() => ({ cancelled_at: now() })), []],
      ['a draft', event('draft'), []],
      ['a postponed date', date(() => ({ status: 'postponed' })), []],
      ['a date that begins now', date(() => ({ starts_at: now() })), []],
      ['a date about to begin', date(() => ({ starts_at: new Date(now().getTime() + 1) })), [3]],
    ]
    const found: [string, number[]][] = []
    for (const [what, change] of cases) found.push([what, await left(change)])
    expect(found).toEqual(cases.map(([what, , n]) => [what, n]))
  })
})
