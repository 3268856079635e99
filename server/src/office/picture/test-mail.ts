import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { hit } from '../../http/limits/rate-limit.ts'
import { composeToQueue, queueMail } from '../../mail/outbox.ts'
import { testMail } from '../../mail/templates/test.ts'
import { askedBefore, type OfficeContext, staffOf } from '../handle.ts'

const MAX_PER_HOUR = 10

/** A test to the address of who asks for it. */
const mailTo = ({ deps, now }: OfficeContext, recipient: string) => ({
  ...testMail({ shop: deps.config.shop.name, date: niceDate(now) }),
  key: `test:${recipient}:${now.getTime()}`,
  kind: 'test' as const,
  recipient,
  now,
})

/**
 * Sends a test email to the operator's own address past the outbox, because its answer is what the mail server says. A trial has no
 * mail server, so its mailbox gets it.
 */
export const sendTestMail = askedBefore<'send_test_mail', { answer: string | null }>(
  async (_, ctx) => {
    const { db, config, mailer, random } = ctx.deps
    const { id, email } = staffOf(ctx)
    if ((await hit(ctx.deps, `test-mail:operator:${id}`, 3600)) > MAX_PER_HOUR) return fail('too_many_requests')
    if (mailer.isMailbox) return { ok: true, found: { answer: null } }
    const mail = await composeToQueue(db as Tx, config, mailTo(ctx, email))
    try {
      const sent = await mailer.send({
        to: mail.recipient,
        subject: mail.subject,
        text: mail.body_text,
        html: mail.body_html,
        attachments: [],
        messageId: `<${Buffer.from(random.bytes(16)).toString('hex')}@${new URL(config.publicUrl).hostname}>`,
      })
      return sent.ok
        ? { ok: true, found: { answer: sent.answer ?? '' } }
        : fail('test_mail_refused', { why: sent.reason })
    } catch (error) {
      return fail('test_mail_failed', { why: (error as Error).message })
    }
  },
  async (tx, { answer }, ctx) => {
    const { email } = staffOf(ctx)
    if (answer === null) await queueMail(tx, ctx.deps.config, mailTo(ctx, email))
    return {
      reply: { success: true, next: OFFICE_PAGES.shop.path },
      log: { subject: ['shop', 'shop'], after: { email, ...(answer && { answer: answer.slice(0, 200) }) } },
    }
  },
)
