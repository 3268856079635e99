/** An email ready to send, with its body in both forms. */
export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string
  attachments: { filename: string; contentType: string; content: Buffer }[]
  /** Stays the same when the mail is sent again, so that receivers can drop duplicates. */
  messageId: string
  /** Where a mail program unsubscribes at one click. */
  unsubscribeUrl?: string
}

export type SendOutcome =
  /** `answer`: what the mail server said, if there is one. */
  | { ok: true; answer?: string }
  /** `isPermanent`: the address takes no email at all, rather than not this one. */
  | { ok: false; reason: string; isPermanent?: boolean }

export interface Mailer {
  /** Returns a refusal that is final, such as an unknown mailbox; throws when a later try may succeed. */
  send(mail: OutgoingMail): Promise<SendOutcome>
  /** How many mails are best sent at the same time, if more than a few. */
  readonly atOnce?: number
  /** True when mails are read from the mails table, so their bodies must stay there. */
  readonly isMailbox?: boolean
  /** Closes open connections. */
  close?(): void
}
