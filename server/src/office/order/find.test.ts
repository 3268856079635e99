import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import type { OfficeContext } from '../handle.ts'
import { createStaff, inSession, logOf } from '../testing/office.ts'
import { createOrder } from '../testing/order.ts'
import { exactMatches, findQuery, nearMatches, prefixMatches, similarMatches } from './find.ts'
import { numbersLike } from './typed-number.ts'

const MANY = 4000

describeOnBoth('finding an order', (kind) => {
  const shop = useShop(kind)
  const now = () => shop().clock.now()

  const staffOf = async (organiserId: number, events: number[] | null = null) => {
    const { id, email } = await createStaff(shop(), organiserId, 'box_office', events)
    const { call } = await inSession(shop(), { staffId: id, email })
    const find = async (q: string) => {
      const { body } = await call('office_find', { organiser_id: organiserId, q })
      const { found, is_similar } = body as { found: { name: string; order_id: number }[]; is_similar: boolean }
      return { names: found.map(({ name }) => name).sort(), ids: found.map(({ order_id }) => order_id), is_similar }
    }
    return { id, find }
  }

  it('matches name, email, phone, number, code and payment, in any spelling', async () => {
    const { organiserId } = await createEvent(shop().db)
    const order = await createOrder(shop().db, {
      organiserId,
      now: now(),
      name: 'Zoë Łukaszewska-Smith',
      email: `zoe.luk@mill-${kind}.example`,
      phone: '+44 7700 900123',
      number: `Q7M2D${kind === 'embedded' ? 'WWX' : 'WWY'}`,
    })
    await createOrder(shop().db, { organiserId, now: now(), name: 'Jonathan Harker', email: 'harker@example.org' })
    await shop()
      .db.updateTable('tickets')
      .set({ holder_name: 'Mina Murray' })
      .where('id', '=', order.ticketId)
      .execute()
    await shop()
      .db.insertInto('payments')
      .values({
        sale_id: order.orderId,
        provider: 'stripe',
        amount_minor: 1100,
        currency: 'GBP',
        status: 'paid',
        outcome: 'fulfilled',
        provider_payment_id: `pi_${kind}_1`,
        idempotency_key: `find-${kind}`,
        created_at: now(),
        updated_at: now(),
        card_brand: 'visa',
        card_last4: '8210',
      })
      .execute()
    const { find, id } = await staffOf(organiserId)
    const { number } = order
    const typed = [
      'Zoë Łukaszewska',
      'zoe lukaszewska',
      'ZOE',
      'smith luka',
      'mina murray',
      `zoe.luk@mill-${kind}.example`,
      '07700 900123',
      '+447700900123',
      '0123',
      '8210',
      `FY-${number.slice(0, 4)}-${number.slice(4)}`,
      number.toLowerCase(),
      `fy ${number.replaceAll('D', '0').replaceAll('M', 'N')}`,
      order.code,
      order.code
        .toLowerCase()
        .replace(/(.{5})/g, '$1-')
        .slice(0, -1),
      `pi_${kind}_1`,
      order.reference,
    ]
    for (const q of typed)
      expect({ q, ...(await find(q)) }).toMatchObject({ q, ids: [order.orderId], is_similar: false })
    for (const q of ['Lukaszevska', 'lukasewska smith', 'jonathon harker', 'harkre'])
      expect({ q, ...(await find(q)) }).toMatchObject({
        names: [q.startsWith('luka') || q.startsWith('Luka') ? 'Zoë Łukaszewska-Smith' : 'Jonathan Harker'],
        is_similar: true,
      })
    const short = await createOrder(shop().db, {
      organiserId,
      now: now(),
      name: 'Mark Vane',
      email: 'vane@example.org',
    })
    expect(await find('Vaen')).toMatchObject({ ids: [short.orderId], is_similar: true })
    const [n, m] = [number.slice(0, 4), number.slice(4)]
    const mistyped = [`${n}${m[1]}${m[0]}${m.slice(2)}`, `fy-${n}-${m.slice(0, -1)}`, `${n}${m}K`, `${n}9${m.slice(1)}`]
    for (const q of [...mistyped, '07700 900132', '07700 90023', '+44 7700 9001234', '07709 000123', '07700 900124'])
      expect({ q, ...(await find(q)) }).toMatchObject({ q, ids: [order.orderId], is_similar: true })
    for (const q of [`${n}99${m.slice(2)}`, '07700 900456', '7700 9']) expect((await find(q)).ids).toEqual([])
    for (const q of ['', 'x', 'nobody at all', '%', "'; drop table orders --"]) expect((await find(q)).ids).toEqual([])
    expect((await logOf(shop(), id)).at(-1)).toMatchObject({ action: 'office_find', outcome: 'looked' })
    expect(JSON.stringify(await logOf(shop(), id))).not.toContain('ukaszew')
  })

  it('searches only one’s own organiser and events', async () => {
    const one = await createEvent(shop().db)
    const two = await createEvent(shop().db)
    const mine = await createOrder(shop().db, { organiserId: one.organiserId, now: now(), name: 'Quincey Morris' })
    const theirs = await createOrder(shop().db, {
      organiserId: two.organiserId,
      now: now(),
      name: 'Quincey Morris',
      email: `vampire@castle-${kind}.test`,
    })
    const { find } = await staffOf(one.organiserId)
    for (const q of ['quincey morris', 'quincy moris']) expect((await find(q)).ids).toEqual([mine.orderId])
    for (const q of [theirs.number, theirs.code, theirs.email, theirs.reference])
      expect((await find(q)).ids).toEqual([])
    const limited = await staffOf(one.organiserId, [one.eventId])
    expect((await limited.find('quincey morris')).ids).toEqual([])
  })

  it('uses an index for many orders, whatever is typed', async () => {
    const { organiserId, eventId, dateId, ticketId } = await createEvent(shop().db)
    const { db } = shop()
    await sql`
      with made as (
        insert into sales (reference, currency, created_at, updated_at, paid_at, total_minor)
        select 'seeded-reference-' || ${kind}::text || lpad(i::text, 8, '0'), 'GBP', ${now()}, ${now()}, ${now()}, 1000
        from generate_series(1, ${MANY}) i returning id),
      orders as (
        insert into orders (sale_id, number, name, email, phone, currency, total_minor, paid_at)
        select id, 'S' || upper(substr(md5(id::text), 1, 12)), initcap(substr(md5('a' || id), 1, 6)) || ' ' || initcap(substr(md5('b' || id), 1, 8)),
          substr(md5('c' || id), 1, 9) || '@example.org', '07' || lpad(id::text, 9, '0'), 'GBP', 1000, ${now()} from made)
      insert into order_lines (sale_id, line, kind, organiser_id, event_id, date_id, ticket_type_id, qty, list_minor, net_minor, paid_at)
      select id, 1, 'ticket', ${organiserId}, ${eventId}, ${dateId}, ${ticketId}, 1, 1000, 1000, ${now()} from made`.execute(
      db,
    )
    // As autovacuum does: what was just added to the index is sorted in.
    await sql`vacuum analyze orders`.execute(db)
    await sql`analyze order_lines`.execute(db)
    const ctx = { now: now(), grant: { organiserId, role: 'owner', eventIds: null } } as unknown as OfficeContext
    const queries = [
      ...['FY-AAAA-BBBB', '07700900123', '0123', 'pi_123456'].map(exactMatches),
      ...['ada lovelace', 'ada@example.org', '07700 900123', 'sm'].map(prefixMatches),
      ...['FY-AAAA-BBBC', '07700 900123'].map(nearMatches),
      ...['lovelase', 'ada lovelase'].map(similarMatches),
    ]
    for (const query of queries) {
      if (query === null) continue
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${findQuery(ctx, query)}`.execute(db)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).not.toMatch(/Seq Scan on (orders|tickets|order_lines|sales|payments)/)
    }
  }, 120_000)
})

it('suggests similar numbers for one that was misheard', () => {
  expect(numbersLike('fy-2345-6789')).toEqual(['23456789'])
  expect(numbersLike('FY 234O 678S')).toEqual(['234D6785', '234Q6785'])
  expect(numbersLike('00000000')).toEqual([])
  expect(numbersLike('Ada Lovelace')).toEqual([])
})
