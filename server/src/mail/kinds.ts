/**
 * What the shop mails. `secret`: the mail opens something (an account, a claim), so its words are taken out of the database
 * once it has left.
 */
export const MAIL_KINDS = {
  code: { secret: true },
  wallet: { secret: false },
  plan: { secret: false },
  reminder: { secret: false },
  refund: { secret: false },
  transfer: { secret: true },
  waiver: { secret: false },
  transfer_back: { secret: false },
  feedback: { secret: false },
  mailing_list: { secret: true },
} as const satisfies Record<string, { secret: boolean }>

export type MailKind = keyof typeof MAIL_KINDS
