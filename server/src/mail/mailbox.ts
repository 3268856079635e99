import type { MailboxMail } from '@foyer/contract/pages.ts'
import { normalEmail } from '@foyer/domain/people/email.ts'
import type { Deps } from '../deps.ts'
import type { Mailer } from '../mailer.ts'
import type { AttachedFile, Attachment, AttachmentSource } from './attachments.ts'

/** Without SMTP the mails table is the mailbox: a mail has arrived once it is written. */
export const mailboxMailer = (): Mailer => ({ isMailbox: true, atOnce: 32, send: async () => ({ ok: true }) })

/** Route of an attachment in the mailbox. */
export const MAILBOX_ATTACHMENT_PATH = '/dev/mailbox/:mail/:index/:filename'

const MAX_SHOWN = 200

/** The mails on /dev/mailbox/, newest first; with `to`, only those to that address. */
export async function mailboxPage(deps: Deps, source: AttachmentSource, to?: string): Promise<MailboxMail[]> {
  const mails = await deps.db
    .selectFrom('mails')
    .select(['id', 'recipient', 'subject', 'body_text', 'body_html', 'queued_at', 'attachments'])
    .$if(Boolean(to?.trim()), (query) => query.where('recipient', '=', normalEmail(to!)))
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN)
    .execute()
  return Promise.all(
    mails.map(async (mail) => ({
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body_text,
      html: mail.body_html,
      html_url: `/dev/mailbox/${mail.id}/html`,
      date: mail.queued_at.toISOString(),
      attachments: await Promise.all(
        (mail.attachments as Attachment[]).map(async (attachment, index) => {
          const { filename, contentType } = source.describe(attachment.kind)
          // Its size is known once it has been drawn for sending, shortly after it was queued.
          const size =
            attachment.size ?? (await source.draw(deps, [attachment], mail.recipient))[0]?.content.length ?? 0
          return { filename, content_type: contentType, size, url: `/dev/mailbox/${mail.id}/${index}/${filename}` }
        }),
      ),
    })),
  )
}

/** The bytes of one attachment; null when there is no such mail or attachment. */
export async function mailboxAttachment(
  deps: Deps,
  source: AttachmentSource,
  mailId: number,
  index: number,
): Promise<AttachedFile | null> {
  const mail = await deps.db
    .selectFrom('mails')
    .select(['recipient', 'attachments'])
    .where('id', '=', mailId)
    .executeTakeFirst()
  const attachment = (mail?.attachments as Attachment[] | undefined)?.[index]
  if (!mail || !attachment) return null
  const [file] = await source.draw(deps, [attachment], mail.recipient)
  return file ?? null
}
