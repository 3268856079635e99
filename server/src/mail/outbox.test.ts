import { expect, it } from 'vitest'
import { inTx } from '../db/transaction/tx.ts'
import { runDueJobs } from '../jobs/jobs.ts'
import type { Mailer, OutgoingMail, SendOutcome } from '../mailer.ts'
import { describeOnBoth, describeOnPostgres, type TestDb, useTestDatabase } from '../testing/database/databases.ts'
import { testDeps } from '../testing/deps.ts'
import { createPaidSale } from '../testing/fixtures/paid-sale.ts'
import { deliverWallet } from '../tickets/delivery/deliver.ts'
import { ticketAttachments } from '../tickets/paper/attachments.ts'
import { mailboxPage } from './mailbox.ts'
import { queueMail, sendMail, undeliveredMail } from './outbox.ts'
import { codeMail } from './templates/code.ts'
import { refundMail } from './templates/refund.ts'

const WORKERS = { send_mail: sendMail(ticketAttachments) }

/** Stands in for the mail server: records its mails and returns the given outcomes. */
function fakeServer(answer: () => SendOutcome | Promise<SendOutcome> = () => ({ ok: true })) {
  const mails: OutgoingMail[] = []
  const mailer: Mailer = {
    async send(mail) {
      mails.push(mail)
      return answer()
    },
  }
  return { mails, mailer }
}

let made = 0
async function queued(database: TestDb, mailer: Mailer, options: { key?: string; kind?: 'code' | 'refund' } = {}) {
  const deps = testDeps(database, { mailer })
  const { key = `test:${process.pid}:${++made}`, kind = 'code' } = options
  const mail =
    kind === 'code'
      ? codeMail({ code: '402913', isLong: false, shop: 'Foyer' })
      : refundMail({ reason: 'twice', amount: '£9.00', number: null, orderUrl: 'https://shop.example/orders/r/' })
  const queue = () =>
    inTx(deps.db, (tx) =>
      queueMail(tx, deps.config, {
        ...mail,
        key,
        ...(kind === 'code' ? { kind } : { kind, about: { organisers: [], events: [] } }),
        recipient: `To${made}@Example.org`,
        now: deps.clock.now(),
      }),
    )
  const first = await queue()
  const row = () => deps.db.selectFrom('mails').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
  return { deps, key, queue, first, row }
}

describeOnBoth('the outbox', (kind) => {
  const database = useTestDatabase(kind)

  it('sends an email once, however often it is queued and the job runs', async () => {
    const { mails, mailer } = fakeServer()
    const { deps, key, queue, first, row } = await queued(database(), mailer)
    expect([first, await queue(), await queue()]).toEqual([true, false, false])
    await runDueJobs(deps, WORKERS)
    expect(await queue()).toBe(false)
    await runDueJobs(deps, WORKERS)
    // as if the worker died after it marked the mail and before it finished the job
    await deps.db.updateTable('jobs').set({ done_at: null, locked_until: null }).where('key', '=', key).execute()
    await runDueJobs(deps, WORKERS)
    expect(mails).toHaveLength(1)
    const { recipient, message_id } = await row()
    expect(mails[0]).toMatchObject({ messageId: message_id, to: recipient })
    expect(message_id).toMatch(/^<[0-9a-f]{32}@shop\.test>$/)
    expect(await row()).toMatchObject({ status: 'sent', tries: 1, sent_at: deps.clock.now() })
  })

  it('is rolled back with its transaction', async () => {
    const { mails, mailer } = fakeServer()
    const deps = testDeps(database(), { mailer })
    const undone = new Error('undone')
    await expect(
      inTx(deps.db, async (tx) => {
        await queueMail(tx, deps.config, {
          ...codeMail({ code: '111111', isLong: false, shop: 'Foyer' }),
          key: 'undone',
          kind: 'code',
          recipient: 'a@b.cd',
          now: deps.clock.now(),
        })
        throw undone
      }),
    ).rejects.toBe(undone)
    await runDueJobs(deps, WORKERS)
    expect(mails).toEqual([])
  })

  it('retries while the mail server is down, with the same Message-ID', async () => {
    let away = true
    const { mails, mailer } = fakeServer(() => {
      if (away) throw new Error('the mail server did not take the mail: ECONNREFUSED')
      return { ok: true }
    })
    const { deps, row } = await queued(database(), mailer)
    await runDueJobs(deps, WORKERS)
    await runDueJobs(deps, WORKERS)
    expect(mails).toHaveLength(1)
    expect(await row()).toMatchObject({ status: 'queued', last_error: expect.stringContaining('ECONNREFUSED') })
    away = false
    deps.clock.advance(10)
    await runDueJobs(deps, WORKERS)
    expect(await row()).toMatchObject({ status: 'sent', tries: 2, last_error: null })
    expect(new Set(mails.map((mail) => mail.messageId)).size).toBe(1)
  })

  it('gives up in the end and reports it', async () => {
    const { mailer } = fakeServer(() => {
      throw new Error('the mail server did not take the mail: ETIMEDOUT')
    })
    const { deps, row } = await queued(database(), mailer)
    for (let tries = 0; tries < 15; tries++) {
      await runDueJobs(deps, WORKERS)
      deps.clock.advance(4000)
    }
    expect(await row()).toMatchObject({
      status: 'refused',
      tries: 11,
      last_error: expect.stringContaining('ETIMEDOUT'),
    })
  })

  it('gives up in the end and reports it on the sale, if its attachments cannot be drawn', async () => {
    const { mails, mailer } = fakeServer()
    const deps = testDeps(database(), { mailer })
    const { saleId, email } = await createPaidSale(deps)
    await deliverWallet(deps, saleId)
    const draw = async () => {
      throw new Error('the picture is broken')
    }
    for (let tries = 0; tries < 15; tries++) {
      await runDueJobs(deps, { send_mail: sendMail({ ...ticketAttachments, draw }) })
      deps.clock.advance(4000)
    }
    expect(mails).toEqual([])
    expect(await undeliveredMail(deps.db, saleId)).toEqual({ recipient: email, reason: 'the picture is broken' })
  })

  it('records a permanent refusal on the sale, and does not retry', async () => {
    const { mails, mailer } = fakeServer(() => ({ ok: false, reason: '550 No such user' }))
    const deps = testDeps(database(), { mailer })
    const { saleId, email } = await createPaidSale(deps)
    await deliverWallet(deps, saleId)
    expect(await undeliveredMail(deps.db, saleId)).toBeNull()
    await runDueJobs(deps, WORKERS)
    deps.clock.advance(86_400)
    await runDueJobs(deps, WORKERS)
    expect(mails).toHaveLength(1)
    expect(await undeliveredMail(deps.db, saleId)).toEqual({ recipient: email, reason: '550 No such user' })
  })

  it('deletes the secret content of an email once it is sent', async () => {
    const { mailer } = fakeServer()
    const code = await queued(database(), mailer)
    await runDueJobs(code.deps, WORKERS)
    expect(JSON.stringify(await code.row())).not.toContain('402913')
    const refund = await queued(database(), mailer, { kind: 'refund' })
    await runDueJobs(refund.deps, WORKERS)
    expect((await refund.row()).body_text).toContain('£9.00')
  })

  it('creates attachments when the email is sent, without tickets transferred meanwhile', async () => {
    const { mails, mailer } = fakeServer()
    const deps = testDeps(database(), { mailer })
    const { saleId } = await createPaidSale(deps, { standing: 2 })
    await deliverWallet(deps, saleId)
    await deps.db
      .updateTable('tickets')
      .set({ holder_email: 'grace@example.org' })
      .where('sale_id', '=', saleId)
      .where('instance', '=', 0)
      .execute()
    await runDueJobs(deps, WORKERS)
    const [calendar] = mails[0]!.attachments.filter((file) => file.filename.endsWith('.ics'))
    expect(calendar!.content.toString()).toContain('1 × Standing')
    expect(mails[0]!.attachments.map((file) => file.filename)).toEqual(['foyer-tickets.pdf', 'foyer-events.ics'])
  })

  it('shows the mailbox newest first, for one address or all, with the content kept', async () => {
    const deps = testDeps(database())
    const to = `mailbox-${kind}@example.org`
    for (const [index, code] of ['111111', '222222', '333333'].entries()) {
      const recipient = index === 1 ? `other-${to}` : to
      await inTx(deps.db, (tx) =>
        queueMail(tx, deps.config, {
          ...codeMail({ code, isLong: false, shop: 'Foyer' }),
          key: `box:${kind}:${code}`,
          kind: 'code',
          recipient,
          now: deps.clock.now(),
        }),
      )
    }
    await runDueJobs(deps, WORKERS)
    const subjects = async (address?: string) =>
      (await mailboxPage(deps, ticketAttachments, address)).map((mail) => mail.subject)
    expect(await subjects(` ${to.toUpperCase()} `)).toEqual(['333333 is your Foyer code', '111111 is your Foyer code'])
    expect((await subjects()).slice(0, 3)).toEqual(
      ['333333', '222222', '111111'].map((code) => `${code} is your Foyer code`),
    )
    const [mail] = await mailboxPage(deps, ticketAttachments, to)
    expect(mail).toMatchObject({ to, date: deps.clock.now().toISOString(), attachments: [] })
    expect([mail!.text, mail!.html].every((body) => body.includes('333333'))).toBe(true)
  })
})

describeOnPostgres('the outbox with several processes', () => {
  const database = useTestDatabase('postgres')

  it('sends each email once when many workers look for jobs at the same moment', async () => {
    const { mails, mailer } = fakeServer(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return { ok: true }
    })
    const deps = testDeps(database(), { mailer })
    for (let n = 0; n < 12; n++) await queued(database(), mailer)
    await Promise.all(Array.from({ length: 6 }, () => runDueJobs(deps, WORKERS)))
    expect(mails).toHaveLength(12)
    expect(new Set(mails.map((mail) => mail.messageId)).size).toBe(12)
  })
})
