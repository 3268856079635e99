/** A mail as it leaves: addresses are plain, the body stands in both forms. */
export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string
  attachments: { filename: string; contentType: string; content: Buffer }[]
  /** Stable per mail, so that a repeated sending is one mail to whoever compares. */
  messageId: string
}

export type SendOutcome = { ok: true } | { ok: false; refused: true; reason: string }

/** Hands a mail to the world. Answers a refusal for good (no such mailbox); throws when trying again later may help. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<SendOutcome>
  /** The mails table is where its mails are read, so their bodies must stay there. */
  readonly isMailbox?: boolean
  /** Ends connections that were kept. */
  close?(): void
}
