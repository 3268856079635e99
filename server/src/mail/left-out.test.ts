import type { Insertable } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { MailsTable } from '../db/schema/types.generated.ts'
import { inTx } from '../db/transaction/tx.ts'
import { runDueJobs } from '../jobs/jobs.ts'
import type { SendOutcome } from '../mailer.ts'
import { describeOnBoth, useTestDatabase } from '../testing/database/databases.ts'
import { testDeps } from '../testing/deps.ts'
import { saleAt } from '../testing/fixtures/sale.ts'
import { ticketAttachments } from '../tickets/paper/attachments.ts'
import { recordBounce } from './bounce/record.ts'
import { mailboxPage } from './mailbox.ts'
import { queueMail, sendMail, undeliveredMail } from './outbox.ts'
import { refundMail } from './templates/refund.ts'

describeOnBoth('[42] the emails of a list', (kind) => {
  const database = useTestDatabase(kind)
  let made = 0
  const add = async (row: Partial<Insertable<MailsTable>>) => {
    made += 1
    const { db } = database()
    const mail = {
      key: `left-out-${made}`,
      kind: 'wallet',
      recipient: 'ada@example.org',
      subject: `Mail ${made}`,
      body_text: '',
      body_html: '',
      queued_at: new Date('2026-06-01T12:00:00Z'),
      ...row,
    }
    return (await db.insertInto('mails').values(mail).returningAll().executeTakeFirstOrThrow()) as { id: number }
  }
  const rowOf = ({ id }: { id: number }) =>
    database().db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it('that did not arrive: the newest one of the order that is no longer on its way decides', async () => {
    const deps = testDeps(database())
    const [order, other] = [await saleAt(deps, 'payment'), await saleAt(deps, 'payment')]
    const of = (row: Partial<Insertable<MailsTable>>) => add({ sale_id: order.saleId, ...row })
    const undelivered = () => undeliveredMail(deps.db, order.saleId)
    await add({ sale_id: other.saleId, status: 'refused', last_error: 'another order' })
    await add({ status: 'refused', last_error: 'no order' })
    expect(await undelivered()).toBeNull()
    await of({ status: 'refused', last_error: 'No such user', recipient: 'old@example.org' })
    expect(await undelivered()).toEqual({ recipient: 'old@example.org', reason: 'No such user' })
    await of({ status: 'queued' })
    expect(await undelivered()).toEqual({ recipient: 'old@example.org', reason: 'No such user' })
    await of({ status: 'sent' })
    expect(await undelivered()).toBeNull()
    await of({ status: 'refused' })
    expect(await undelivered()).toEqual({ recipient: 'ada@example.org', reason: '' })
  })

  it('that came back: each once, by its own number, and no other', async () => {
    const deps = testDeps(database())
    const bounce = (messageId: string, isPermanent = true, reason = 'Mailbox full') =>
      recordBounce(deps, { messageId, reason, isPermanent })
    const [gone, full, kept] = [
      await add({ message_id: '<gone@shop>', status: 'sent', recipient: 'gone@example.org' }),
      await add({ message_id: '<full@shop>', status: 'sent', recipient: 'full@example.org' }),
      await add({ message_id: '<kept@shop>', status: 'sent' }),
    ]
    const suppressed = async () =>
      Number(
        (
          await deps.db
            .selectFrom('suppressions')
            .select((eb) => eb.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )
    const before = await suppressed()
    expect(await bounce('<nobody@shop>')).toBe(false)
    expect(await bounce('<kept@shop>\0')).toBe(false)
    expect(await bounce('<full@shop>', false)).toBe(true)
    expect(await suppressed(), 'a full mailbox may get news later').toBe(before)
    expect(await bounce('<gone@shop>', true, `${'x'.repeat(499)}\0yz`)).toBe(true)
    expect(await suppressed()).toBe(before + 1)
    const first = await rowOf(gone)
    deps.clock.advance(60)
    expect(await bounce('<gone@shop>', true, 'again')).toBe(false)
    expect(await rowOf(gone)).toEqual(first)
    expect(first).toMatchObject({ status: 'refused', last_error: `${'x'.repeat(499)}y` })
    expect(await rowOf(full)).toMatchObject({ status: 'refused', last_error: 'Mailbox full' })
    expect(await rowOf(kept)).toMatchObject({ status: 'sent', bounced_at: null })
  })

  it('of the mailbox: the newest first, of one address if it is asked for', async () => {
    const deps = testDeps(database())
    await add({ subject: 'One', recipient: 'one@example.org' })
    await add({ subject: 'Two', recipient: 'two@example.org' })
    await add({ subject: 'Three', recipient: 'one@example.org' })
    const subjects = async (to?: string) =>
      (await mailboxPage(deps, ticketAttachments, to)).map(({ subject }) => subject)
    expect((await subjects()).slice(0, 3)).toEqual(['Three', 'Two', 'One'])
    expect((await subjects('  ')).slice(0, 3)).toEqual(['Three', 'Two', 'One'])
    expect(await subjects(' One@Example.org ')).toEqual(['Three', 'One'])
    expect(await subjects('none@example.org')).toEqual([])
  })

  describe('that is being sent', () => {
    const send = async (answer: () => Promise<SendOutcome>) => {
      const deps = testDeps(database(), { mailer: { send: answer } })
      made += 1
      const key = `sending-${made}`
      const orderUrl = 'https://shop.example/orders/r/'
      const text = refundMail({ reason: 'twice', amount: '£9.00', number: null, orderUrl })
      await inTx(deps.db, (tx) =>
        queueMail(tx, deps.config, {
          ...text,
          key,
          kind: 'refund',
          about: { organisers: [], events: [] },
          recipient: 'ada@example.org',
          now: deps.clock.now(),
        }),
      )
      await runDueJobs(deps, { send_mail: sendMail(ticketAttachments) })
      return deps.db.selectFrom('mails').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
    }

    it('keeps the first 500 characters of what a mail server says, whether it refuses or fails', async () => {
      const long = `550 ${'n'.repeat(600)}`
      const refused = await send(async () => ({ ok: false, reason: long }))
      expect([refused.status, refused.last_error]).toEqual(['refused', long.slice(0, 500)])
      const failed = await send(() => Promise.reject(new Error(long)))
      expect([failed.status, failed.last_error, failed.tries]).toEqual(['queued', long.slice(0, 500), 1])
    })

    it('stays as it is if it came back before the mail server’s answer was written down', async () => {
      const { db } = database()
      const row = await send(async () => {
        await db
          .updateTable('mails')
          .set({ status: 'refused', last_error: 'came back' })
          .where('key', '=', `sending-${made}`)
          .execute()
        return { ok: true }
      })
      expect([row.status, row.last_error, row.sent_at]).toEqual(['refused', 'came back', null])
    })
  })
})
