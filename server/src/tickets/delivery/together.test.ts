import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Deps } from '../../deps.ts'
import { startDueJobs } from '../../jobs/jobs.ts'
import { sendMail } from '../../mail/outbox.ts'
import type { OutgoingMail } from '../../mailer.ts'
import { describeOnBoth, describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createPaidSale } from '../../testing/fixtures/paid-sale.ts'
import { ticketAttachments } from '../paper/attachments.ts'
import { deliverTickets, deliverWallet } from './deliver.ts'

type Db = Pick<Deps, 'db'>

/** The results for each sale: its tickets and gift vouchers, the subjects of its emails, and its history. */
async function delivered({ db }: Db, saleIds: readonly number[]) {
  const { rows } = await sql<{ tickets: number; vouchers: number; mails: string[]; jobs: number; history: string[] }>`
    select (select count(*)::int from tickets where sale_id = one.id) as tickets,
      (select count(*)::int from issued_vouchers where sale_id = one.id) as vouchers,
      array(select subject from mails where sale_id = one.id order by mails.id) as mails,
      (select count(*)::int from jobs where key in (select key from mails where sale_id = one.id)) as jobs,
      array(select kind from sale_events where sale_id = one.id order by sale_events.id) as history
    from unnest(${sql.val(saleIds)}::bigint[]) with ordinality as one (id, nth) order by nth`.execute(db)
  return rows
}

const HISTORY = ['tickets_delivered', 'wallet_delivered']
const WALLET = {
  tickets: 2,
  vouchers: 0,
  mails: ['Your tickets for Autumn Gala Concert'],
  jobs: 1,
  history: HISTORY,
}
const NOTHING = { tickets: 0, vouchers: 0, mails: [], jobs: 0, history: [] }
const OK = { ok: true, later: false }

describeOnBoth('deliveries that wait at the same moment', (kind) => {
  const database = useTestDatabase(kind)
  const setUp = () => testDeps(database())
  const paid = (deps: Deps, options: Parameters<typeof createPaidSale>[1] = {}) =>
    createPaidSale(deps, options).then(({ saleId }) => saleId)

  it('are made in one transaction, each with what it has', async () => {
    const deps = setUp()
    const email = `twice-${process.pid}-${kind}@example.org`
    const [plain, seated, vouchers, again, unpaid, plan] = [
      await paid(deps, { email }),
      await paid(deps, { standing: 1, seated: 2 }),
      await paid(deps, { standing: 0, vouchers: 2 }),
      await paid(deps, { email }),
      await paid(deps, { paid: false }),
      await paid(deps),
    ]
    await deps.db
      .insertInto('payment_plans')
      .values({ sale_id: plan, option_key: 'two', status: 'active', terms_version: '1', agreed_at: deps.clock.now() })
      .execute()
    const saleIds = [plain, seated, vouchers, again, unpaid, plan]
    expect(await Promise.all(saleIds.map((saleId) => deliverWallet(deps, saleId)))).toEqual([
      OK,
      OK,
      OK,
      OK,
      { ok: false, code: 'not_paid' },
      { ok: true, later: true },
    ])
    expect(await delivered(deps, saleIds)).toEqual([
      WALLET,
      { ...WALLET, tickets: 3 },
      { ...WALLET, tickets: 0, vouchers: 2, mails: ['Your gift voucher'] },
      WALLET,
      NOTHING,
      { ...NOTHING, mails: ['Your payment schedule'], jobs: 1, history: ['plan_mailed'] },
    ])
    const { rows } = await sql<{ n: number }>`
      select count(distinct xmin::text)::int as n from tickets where sale_id = any(${sql.val(saleIds)}::bigint[])`.execute(
      deps.db,
    )
    expect(rows).toEqual([{ n: 1 }])
    const owners = await deps.db
      .selectFrom('tickets')
      .select(['user_id', 'holder_email'])
      .distinct()
      .where('sale_id', 'in', [plain, again])
      .execute()
    expect(owners).toEqual([{ user_id: expect.any(Number), holder_email: email }])
  })

  it('of one sale are one delivery, whatever its buyer and its job ask for', async () => {
    const deps = setUp()
    const saleId = await paid(deps)
    const all = [deliverTickets, deliverWallet, deliverWallet, deliverTickets, deliverWallet]
    expect(await Promise.all(all.map((deliver) => deliver(deps, saleId)))).toEqual(all.map(() => OK))
    expect(await delivered(deps, [saleId])).toEqual([WALLET])
  })

  it('fail alone: the others are delivered once, and it is once it can be', async () => {
    const deps = setUp()
    const saleIds = [await paid(deps), await paid(deps), await paid(deps, { seated: 1 })]
    const bad = saleIds[1]!
    const broken = {
      tickets: 'sale_id',
      sale_events: 'sale_id',
      sales: 'id',
      mails: 'sale_id',
    }
    for (const [table, column] of Object.entries(broken)) {
      const name = sql.ref(`broken_${table}`)
      const rule = table === 'sales' ? sql`or tickets_delivered_at is null` : sql``
      await sql`alter table ${sql.table(table)} add constraint ${name}
        check (${sql.ref(column)} <> ${sql.lit(bad)} ${rule}) not valid`.execute(deps.db)
      const results = await Promise.allSettled(saleIds.map((saleId) => deliverWallet(deps, saleId)))
      await sql`alter table ${sql.table(table)} drop constraint ${name}`.execute(deps.db)
      expect([table, ...results.map(({ status }) => status)]).toEqual([table, 'fulfilled', 'rejected', 'fulfilled'])
      expect(await delivered(deps, saleIds)).toEqual([WALLET, NOTHING, { ...WALLET, tickets: 3 }])
    }
    await Promise.all(saleIds.map((saleId) => deliverWallet(deps, saleId)))
    expect(await delivered(deps, saleIds)).toEqual([WALLET, WALLET, { ...WALLET, tickets: 3 }])
  })

  it('are emailed once each; what could not be recorded is sent again under the same id', async () => {
    const mails: OutgoingMail[] = []
    const send = async (mail: OutgoingMail) => {
      mails.push(mail)
      return { ok: true as const }
    }
    const deps = testDeps(database(), { mailer: { isMailbox: true, send } })
    const saleIds = [await paid(deps), await paid(deps), await paid(deps)]
    await Promise.all(saleIds.map((saleId) => deliverWallet(deps, saleId)))
    const run = async () => {
      const jobs = await startDueJobs(deps, { send_mail: sendMail(ticketAttachments) }, { max: 100 })
      await Promise.all(jobs.map(({ done }) => done))
    }
    const rows = () =>
      deps.db
        .selectFrom('mails')
        .select(['recipient', 'status', 'tries'])
        .where('sale_id', 'in', saleIds)
        .orderBy('id')
        .execute()
    const [first, second, third] = await rows()
    await sql`alter table mails add constraint broken
      check (status = 'queued' or recipient <> ${sql.lit(second!.recipient)}) not valid`.execute(deps.db)
    await run()
    await sql`alter table mails drop constraint broken`.execute(deps.db)
    expect((await rows()).map(({ status }) => status)).toEqual(['sent', 'queued', 'sent'])
    const own = [first!, second!, third!].map(({ recipient }) => recipient)
    const sent = () => mails.filter(({ to }) => own.includes(to))
    expect(
      sent()
        .map(({ to }) => to)
        .sort(),
    ).toEqual(own.sort())

    deps.clock.advance(3600)
    await run()
    await run()
    expect((await rows()).map(({ status, tries }) => [status, tries])).toEqual([
      ['sent', 1],
      ['sent', 2],
      ['sent', 1],
    ])
    const twice = mails.filter(({ to }) => to === second!.recipient)
    expect(twice).toHaveLength(2)
    expect(new Set(twice.map(({ messageId }) => messageId)).size).toBe(1)
    expect(new Set(sent().map(({ messageId }) => messageId)).size).toBe(3)
    expect(sent()).toHaveLength(4)
    for (const { attachments } of sent()) expect(attachments).toHaveLength(2)
  })
})

describeOnPostgres('deliveries of several processes', () => {
  const database = useTestDatabase('postgres')

  it('are made once, wherever the connection of one of them is lost', async () => {
    const deps = testDeps(database())
    await sql`create or replace function lose_connection() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`.execute(deps.db)
    for (const table of ['users', 'tickets', 'sale_events', 'sales', 'mails', 'jobs']) {
      const saleIds: number[] = []
      for (let n = 0; n < 3; n++) saleIds.push((await createPaidSale(deps)).saleId)
      await sql`create trigger lost before insert or update on ${sql.table(table)}
        for each row execute function lose_connection()`.execute(deps.db)
      const lost = await Promise.allSettled(saleIds.map((saleId) => deliverWallet(deps, saleId)))
      await sql`drop trigger lost on ${sql.table(table)}`.execute(deps.db)
      expect([table, ...lost.map(({ status }) => status)]).toEqual([table, 'rejected', 'rejected', 'rejected'])
      expect(await delivered(deps, saleIds)).toEqual([NOTHING, NOTHING, NOTHING])

      // Each of these has its own connections and waiting deliveries, as another process has.
      const others = [deps, deps, deps].map((otherDeps) => ({
        ...otherDeps,
        db: otherDeps.db.withTables<Record<never, never>>() as unknown as Deps['db'],
      }))
      const all = others.flatMap((otherDeps) => saleIds.map((saleId) => deliverWallet(otherDeps, saleId)))
      expect(await Promise.all(all)).toEqual(all.map(() => OK))
      expect(await delivered(deps, saleIds)).toEqual([WALLET, WALLET, WALLET])
    }
  })
})
