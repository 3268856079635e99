/**
 * The kinds of mail. `secret`: the mail gives access to something (an account, a claim), so its text is deleted from the
 * database once it has been sent.
 */
export const MAIL_KINDS = {
  code: { secret: true },
  wallet: { secret: false },
  plan: { secret: false },
  reminder: { secret: false },
  event_reminder: { secret: false },
  event_thanks: { secret: false },
  date_moved: { secret: false },
  ticket_change: { secret: false },
  refund: { secret: false },
  transfer: { secret: true },
  waiver: { secret: false },
  transfer_back: { secret: false },
  feedback: { secret: false },
  withdrawal: { secret: false },
  gift_aid: { secret: false },
  mailing: { secret: false },
  mailing_list: { secret: true },
  waiting_list: { secret: true },
  webhook_off: { secret: false },
  dispute: { secret: false },
  staff_sale: { secret: false },
  staff_sales: { secret: false },
  staff_problems: { secret: false },
  invitation: { secret: true },
} as const satisfies Record<string, { secret: boolean }>

export type MailKind = keyof typeof MAIL_KINDS
