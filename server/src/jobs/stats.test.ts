import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnBoth, useTestDatabase } from '../testing/database/databases.ts'
import { testDeps } from '../testing/deps.ts'
import { saleAt } from '../testing/fixtures/sale.ts'
import { outboxStats, outboxStatsStatement } from './stats.ts'

const ROWS = 20_000

describeOnBoth('outbox statistics', (kind) => {
  const opened = useTestDatabase(kind)

  it('are read from indexes, however many jobs, emails and payments are done', async () => {
    const { db, clock } = testDeps(opened())
    const now = clock.now()
    const { saleId } = await saleAt(testDeps(opened()), 'basket')
    await sql`insert into mails (key, kind, recipient, subject, body_text, body_html, status, queued_at)
      select 'mail ' || n, 'code', 'ada@example.org', '', '', '',
        case n when 1 then 'queued' when 2 then 'refused' when 3 then 'refused' else 'sent' end, ${now}
      from generate_series(1, ${ROWS}::int) n`.execute(db)
    await sql`insert into jobs (kind, key, run_at, done_at, gave_up_at, created_at)
      select 'send_mail', 'job ' || n, ${now}, case when n > 5 then ${now}::timestamptz end,
        case when n in (3, 4, 5) then ${now}::timestamptz end, ${now}
      from generate_series(1, ${ROWS}::int) n`.execute(db)
    await sql`insert into payments (sale_id, provider, amount_minor, currency, status, idempotency_key, created_at, updated_at)
      select ${saleId}::bigint, 'stripe', 100, 'GBP', case n when 1 then 'processing' else 'failed' end, 'key ' || n, ${now}, ${now}
      from generate_series(1, ${ROWS}::int) n`.execute(db)
    for (const table of ['mails', 'jobs', 'payments']) await sql`vacuum analyze ${sql.table(table)}`.execute(db)

    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${outboxStatsStatement(now)}`.execute(db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toMatch(/Seq Scan on (?!holds)/)
    expect(plan).toMatch(/mails_unsent[\s\S]*mails_unsent/)
    expect(plan).toContain('jobs_gave_up')
    expect(await outboxStats(db, now)).toMatchObject({
      due: 2,
      gaveUp: 3,
      mailsQueued: 1,
      mailsRefused: 2,
      paymentsOpen: 1,
    })
  })
})
