import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTx } from './db/transaction/tx.ts'
import { enqueue, runDueJobs } from './jobs/jobs.ts'
import { makeLog } from './log.ts'
import { describeOnBoth } from './testing/database/databases.ts'
import { createAccount, newEmail } from './testing/fixtures/buyers.ts'
import { openShop } from './testing/shop.ts'

function captureLog() {
  const lines: string[] = []
  const log = makeLog({ logLevel: 'trace' }, { write: (line: string) => void lines.push(line) })
  return { lines, log, last: () => JSON.parse(lines.at(-1)!) }
}

describeOnBoth('the log', (kind) => {
  const { lines, log, last } = captureLog()
  let shop: Awaited<ReturnType<typeof openShop>>
  beforeAll(async () => {
    shop = await openShop(kind, {
      log,
      mailer: {
        isMailbox: true,
        send: async ({ to }) => {
          throw new Error(`Can't send mail - all recipients were rejected: 450 4.2.1 <${to}> the mailbox is full`)
        },
      },
    })
    shop.app.get('/broken/:email/', async (request) => {
      const { email } = request.params as { email: string }
      await createAccount(shop, email)
      return createAccount(shop, email)
    })
  })
  afterAll(() => shop.close())

  it('reports a failed statement by SQLSTATE and constraint, never by its values', async () => {
    const email = newEmail()
    expect((await shop.app.inject(`/broken/${email}/`)).statusCode).toBe(500)
    const line = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request failed')
    expect(line).toMatchObject({
      url: '/broken/:email/',
      err: {
        type: expect.any(String),
        message: expect.stringContaining('duplicate key'),
        sqlstate: '23505',
        constraint: expect.stringContaining('users'),
        table: 'users',
        stack: expect.stringContaining('at '),
      },
    })
    expect(lines.join('\n')).not.toContain(email)
  })

  it('removes values from messages and causes of errors', async () => {
    const email = newEmail()
    const thrown = await sql`select ${email}::text::integer`.execute(shop.db).catch((error: unknown) => error)
    for (const err of [thrown, new Error('it failed', { cause: thrown })]) {
      log.error({ err }, 'scheduled task failed')
      expect(JSON.stringify(last())).toContain('"sqlstate":"22P02"')
      expect(JSON.stringify(last())).toContain('invalid input syntax')
    }
    log.error({ err: `no mailbox for ${email}` }, 'running jobs failed')
    expect(last().err).toBe('no mailbox for [email]')
    expect(lines.join('\n')).not.toContain(email)
  })

  it('names a job by its id, and no job key contains an address', async () => {
    const email = newEmail()
    await shop.browser().call('join_mailing_list', { email })
    await inTx(shop.db, (tx) =>
      enqueue(tx, {
        kind: 'send_sms',
        key: `a key with ${email}`,
        // The database refuses this id, so the job fails.
        payload: { text_id: 'none' as never },
        now: shop.clock.now(),
      }),
    )
    await shop.runJobs()
    await runDueJobs(
      shop.deps,
      {
        send_sms: async () => {
          throw new Error(`+44 7700 900000 is not ${email}`)
        },
      },
      10,
    )
    const failed = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'job failed')
    expect(failed).toContainEqual(
      expect.objectContaining({ job: 'send_mail', id: expect.any(Number), err: expect.stringContaining('450 4.2.1') }),
    )
    expect(failed.some(({ job }) => job === 'send_sms')).toBe(true)
    expect(lines.join('\n')).not.toContain(email)
    const keys = await shop.db.selectFrom('jobs').select('key').where('kind', '=', 'send_mail').execute()
    const mails = await shop.db.selectFrom('mails').select('key').execute()
    for (const { key } of [...keys, ...mails]) expect(key).not.toContain('@')
  })
})

describe('a log line', () => {
  it('contains no secret that was passed to it by mistake', () => {
    const { log, last } = captureLog()
    log.info({ buyer: { email: 'ada@example.org', code: '123456', token: 't', client_secret: 's' } }, 'oops')
    expect(last().buyer).toEqual({
      email: '[Redacted]',
      code: '[Redacted]',
      token: '[Redacted]',
      client_secret: '[Redacted]',
    })
  })
})
