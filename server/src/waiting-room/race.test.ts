import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inTx } from '../db/transaction/tx.ts'
import { describeOnPostgres } from '../testing/database/databases.ts'
import { useShop } from '../testing/shop.ts'
import { drawRooms } from './draw.ts'
import { runWaitingRooms } from './serve.ts'
import { callAll, createRoom, join, readPlaces, readRoom } from './waiting-room.testing.ts'

describeOnPostgres('waiting room, many at once', () => {
  const shop = useShop('postgres')

  it('gives everybody who joins during the draw a number, each once', async () => {
    const { slug, roomId } = await createRoom(shop(), { minutes: 1 })
    await Promise.all(Array.from({ length: 20 }, () => join(shop(), slug)))
    const early = Promise.all(Array.from({ length: 40 }, () => join(shop(), slug)))
    shop().clock.advance(60)
    const [, , , late] = await Promise.all([
      runWaitingRooms(shop().deps),
      runWaitingRooms(shop().deps),
      early,
      Promise.all(Array.from({ length: 40 }, () => join(shop(), slug))),
    ])
    expect(late).toHaveLength(40)
    await runWaitingRooms(shop().deps)
    const room = await readRoom(shop(), roomId)
    expect(room.last_number).toBe(100)
    expect((await readPlaces(shop(), roomId)).map(({ number }) => number)).toEqual(
      Array.from({ length: 100 }, (_, n) => n + 1),
    )
  })

  it('waits with the draw for a join that has not committed, which then has a number', async () => {
    const { roomId, slug } = await createRoom(shop(), { minutes: 1 })
    await join(shop(), slug)
    let commit = () => {}
    const isTime = new Promise<void>((resolve) => {
      commit = resolve
    })
    let joining = Promise.resolve<unknown>(null)
    await new Promise<void>((locked) => {
      joining = inTx(shop().db, async (tx) => {
        await sql`select from waiting_rooms where id = ${roomId} for share`.execute(tx)
        locked()
        await isTime
        await tx
          .insertInto('waiting_places')
          .values({ room_id: roomId, public_id: 'slow', key_hash: 'slow', joined_at: shop().clock.now() })
          .execute()
      })
    })
    shop().clock.advance(60)
    const drawing = runWaitingRooms(shop().deps)
    commit()
    await Promise.all([joining, drawing])
    expect((await readPlaces(shop(), roomId)).map(({ number }) => number)).toEqual([1, 2])
  })

  it('keeps a join waiting while it is drawn: it is behind, and not without a number', async () => {
    const { roomId, slug } = await createRoom(shop(), { minutes: 1 })
    await join(shop(), slug)
    // The draw stops after it has read the list, until the join has been sent.
    await sql`create function slow_draw() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.5); return new; end $$`.execute(shop().db)
    await sql`create trigger slow_draw before update of number on waiting_places for each row execute function slow_draw()`.execute(
      shop().db,
    )
    const clock = shop().clock.now()
    shop().clock.advance(60)
    const drawing = drawRooms(shop().deps, [roomId])
    await new Promise((resolve) => setTimeout(resolve, 150))
    // The clock of its host is behind: the join shares the lock.
    shop().clock.set(clock)
    const late = await join(shop(), slug)
    await drawing
    await sql`drop trigger slow_draw on waiting_places`.execute(shop().db)
    expect(late.number).toBe(2)
    expect((await readPlaces(shop(), roomId)).map(({ number }) => number)).toEqual([1, 2])
  })

  it('is drawn completely or not at all: a connection that breaks leaves no number', async () => {
    const { roomId, slug } = await createRoom(shop(), { minutes: 1 })
    for (let n = 0; n < 5; n++) await join(shop(), slug)
    await sql`create function die() returns trigger language plpgsql as
      $$ begin if new.drawn_at is not null then perform pg_terminate_backend(pg_backend_pid()); end if; return new; end $$`.execute(
      shop().db,
    )
    await sql`create trigger die before update on waiting_rooms for each row execute function die()`.execute(shop().db)
    shop().clock.advance(60)
    await expect(runWaitingRooms(shop().deps)).rejects.toThrow()
    await sql`drop trigger die on waiting_rooms`.execute(shop().db)
    expect(new Set((await readPlaces(shop(), roomId)).map(({ number }) => number))).toEqual(new Set([null]))
    expect(await readRoom(shop(), roomId)).toMatchObject({ drawn_at: null, list_hash: null })
    await runWaitingRooms(shop().deps)
    expect((await readPlaces(shop(), roomId)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
  })

  it('lets one of two browsers in that enter with the same key, and one browser once', async () => {
    const { roomId, slug } = await createRoom(shop(), { minutes: 0 })
    await runWaitingRooms(shop().deps)
    const visitor = await join(shop(), slug)
    const second = await join(shop(), slug, visitor.browser)
    await callAll(shop(), roomId)
    const other = shop().browser()
    for (const each of [visitor.browser, other]) await each.call('add_to_basket', { ticket_id: 1, quantity: 1 })
    const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => visitor.enter(n % 2 ? other : undefined)))
    const winners = new Set(replies.flatMap(({ status }, n) => (status === 200 ? [n % 2] : [])))
    expect(winners.size).toBe(1)
    await Promise.all(Array.from({ length: 6 }, (_, n) => (n % 2 ? visitor : second).enter()))
    const passes = (await readPlaces(shop(), roomId)).filter(({ browser }) => browser !== null)
    expect(new Set(passes.map(({ browser }) => browser)).size).toBe(passes.length)
  })
})
