import { type Insertable, sql, type Updateable } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ConsentsTable, PaymentsTable, SalesTable } from '../../db/schema/types.generated.ts'
import { runQuery } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { useShop } from '../../testing/shop.ts'
import { undone } from '../../testing/undone.ts'
import { confirmConsents, consentColumns, consentsOf, newestConsentsQuery } from './consents.ts'
import { exceedsMaximum, exceedsMaximumAtPayment } from './limit.ts'

const shop = useShop('embedded')
const now = () => shop().clock.now()

describe('[42] what counts towards the maximum of a customer', () => {
  const ADA = { email: 'ada@example.org', name: 'Ada' }

  /** Whether a second sale of one ticket exceeds the maximum of 2, when the first has 2 of them and this is changed. */
  async function exceeds({
    other = {},
    payment,
    ticketId,
    email = ADA.email,
    typedIn = null,
    starting = false,
  }: {
    other?: Updateable<SalesTable>
    payment?: Partial<Insertable<PaymentsTable>>
    ticketId?: number
    email?: string
    typedIn?: number | null
    starting?: boolean
  }): Promise<boolean> {
    const { db } = shop()
    const { ids, first, second } = await fixture()
    return undone(db, async (tx: Tx) => {
      if (Object.keys(other).length > 0)
        await tx.updateTable('sales').set(other).where('id', '=', first.saleId).execute()
      if (ticketId !== undefined)
        await tx
          .updateTable('sale_lines')
          .set({ ticket_type_id: ids[ticketId]! })
          .where('sale_id', '=', first.saleId)
          .execute()
      if (payment)
        await tx
          .insertInto('payments')
          .values({
            sale_id: first.saleId,
            provider: 'stripe',
            amount_minor: 2200,
            currency: 'GBP',
            idempotency_key: 'running',
            created_at: now(),
            updated_at: now(),
            ...payment,
          })
          .execute()
      const sale = { id: second.saleId }
      if (!starting) return exceedsMaximum(tx, sale, email)
      return exceedsMaximumAtPayment(tx, sale, { email, typedIn }, { starting: now() })
    })
  }

  let made: ReturnType<typeof make> | undefined
  const fixture = () => {
    made ??= make()
    return made
  }
  async function make() {
    const { db, deps } = shop()
    const { ticketIds: ids } = await createEvent(db, { tickets: [{ max_can_reserve: 2 }, { max_can_reserve: 2 }] })
    const first = await saleAt(deps, 'payment', { ticketId: ids[0]!, qty: 2, guest: ADA })
    const second = await saleAt(deps, 'basket', { ticketId: ids[0]!, guest: ADA })
    return { ids, first, second }
  }
  const paid = () => ({ paid_at: now() })

  it('is what is paid and not cancelled, of this customer and this ticket', async () => {
    expect(await exceeds({ other: paid() })).toBe(true)
    expect(await exceeds({})).toBe(false)
    expect(await exceeds({ other: { ...paid(), cancelled_at: now() } })).toBe(false)
    expect(await exceeds({ other: paid(), ticketId: 1 })).toBe(false)
    expect(await exceeds({ other: paid(), email: 'eve@example.org' })).toBe(false)
  })

  it('is, when a payment starts, also what another payment of theirs is busy with, but not a stranger’s', async () => {
    const processing = { status: 'processing' as const, expires_at: new Date(now().getTime() + 1) }
    expect(await exceeds({ starting: true, payment: processing })).toBe(true)
    expect(await exceeds({ payment: processing }), 'at the reserve').toBe(false)
    for (const change of [{ status: 'failed' as const }, { status: 'cancelled' as const }, { expires_at: now() }])
      expect(await exceeds({ starting: true, payment: { ...processing, ...change } }), JSON.stringify(change)).toBe(
        false,
      )
    const { session } = (await fixture()).first
    const typed = { customer_session: session.number }
    expect(await exceeds({ starting: true, payment: processing, other: typed })).toBe(false)
    expect(await exceeds({ starting: true, payment: processing, other: typed, typedIn: session.number })).toBe(true)
  })
})

describe('[42] consents', () => {
  const EMAIL = 'reader@example.org'
  type Given = Partial<Insertable<ConsentsTable>>

  const given = async (tx: Tx, rows: Given[]): Promise<void> => {
    for (const row of rows)
      await tx
        .insertInto('consents')
        .values({
          email: EMAIL,
          kind: 'newsletter',
          granted: true,
          wording: 'News',
          source: 'checkout',
          given_at: now(),
          ...row,
        })
        .execute()
  }

  it('count once their address is proved, the newest of each kind, and in the sale where they were given at once', async () => {
    const { db, deps } = shop()
    const [here, elsewhere] = [await saleAt(deps, 'basket'), await saleAt(deps, 'basket')]
    const saleId = here.saleId
    const seen = (rows: Given[]) =>
      undone(db, async (tx) => {
        await given(tx, rows)
        const all = await consentsOf(tx, EMAIL, { saleId })
        const only = await consentsOf(tx, EMAIL, { saleId, onlySale: true })
        const [newest] = (await runQuery(tx, newestConsentsQuery([{ email: EMAIL, saleId }])))({ email: EMAIL, saleId })
        const { subscribed } = await tx
          .selectNoFrom([])
          .select(consentColumns(sql.val(EMAIL)).subscribed.as('subscribed'))
          .executeTakeFirstOrThrow()
        return [all.newsletter, all.inSale.newsletter, only.newsletter, newest?.granted ?? null, subscribed]
      })
    //                                             all, in this sale, only this sale, newest as its sale sees it, of a new account
    expect(await seen([{ sale_id: saleId }])).toEqual([true, true, true, true, true])
    expect(await seen([{ sale_id: elsewhere.saleId }])).toEqual([true, false, false, true, true])
    expect(await seen([{ email: 'eve@example.org', sale_id: saleId }])).toEqual([false, false, false, null, false])
    expect(await seen([{ sale_id: saleId, pending: true }])).toEqual([false, false, true, true, false])
    expect(await seen([{ sale_id: elsewhere.saleId, pending: true }])).toEqual([false, false, false, null, false])
    expect(await seen([{ kind: 'event_news' }])).toEqual([false, false, false, true, false])
    expect(await seen([{ sale_id: saleId }, { granted: false }])).toEqual([false, false, true, false, false])
    expect(await seen([{ granted: false }, { sale_id: saleId }])).toEqual([true, true, true, true, true])
    expect(await seen([{ granted: false }, { sale_id: elsewhere.saleId, pending: true }])).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
  })

  it('that were ticked in another browser, for another address, or are confirmed already stay as they are', async () => {
    const { db, deps } = shop()
    const [mine, other] = [await saleAt(deps, 'basket'), await saleAt(deps, 'basket')]
    for (const sale of [mine, other])
      await db
        .updateTable('sales')
        .set({ customer_session: sale.session.number })
        .where('id', '=', sale.saleId)
        .execute()
    const left = await undone(db, async (tx) => {
      await given(tx, [
        { sale_id: mine.saleId, pending: true, wording: 'mine' },
        { sale_id: other.saleId, pending: true, wording: 'of another browser' },
        { sale_id: mine.saleId, pending: true, wording: 'of another address', email: 'eve@example.org' },
        { pending: true, wording: 'of no sale' },
      ])
      await confirmConsents(tx, EMAIL, mine.session.number!)
      return tx.selectFrom('consents').select('wording').where('pending', '=', true).orderBy('id').execute()
    })
    expect(left.map(({ wording }) => wording)).toEqual(['of another browser', 'of another address', 'of no sale'])
  })
})
