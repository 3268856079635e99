/**
 * The kinds of mail. `secret`: the mail gives access to something (an account, a claim), so its text is deleted from the
 * database once it has been sent. `names`: whom a buyer must be told in it, the seller too or only who runs the shop, which is
 * in every mail; `staff`: no buyer gets it.
 */
export const MAIL_KINDS = {
  code: { secret: true, names: 'shop' },
  wallet: { secret: false, names: 'seller' },
  plan: { secret: false, names: 'seller' },
  reminder: { secret: false, names: 'seller' },
  event_reminder: { secret: false, names: 'seller' },
  event_thanks: { secret: false, names: 'seller' },
  date_moved: { secret: false, names: 'seller' },
  ticket_change: { secret: false, names: 'seller' },
  refund: { secret: false, names: 'seller' },
  transfer: { secret: true, names: 'seller' },
  waiver: { secret: false, names: 'seller' },
  transfer_back: { secret: false, names: 'seller' },
  feedback: { secret: false, names: 'staff' },
  withdrawal: { secret: false, names: 'seller' },
  complaint: { secret: false, names: 'shop' },
  gift_aid: { secret: false, names: 'seller' },
  mailing: { secret: false, names: 'seller' },
  mailing_list: { secret: true, names: 'shop' },
  waiting_list: { secret: true, names: 'seller' },
  webhook_off: { secret: false, names: 'staff' },
  dispute: { secret: false, names: 'staff' },
  staff_sale: { secret: false, names: 'staff' },
  staff_sales: { secret: false, names: 'staff' },
  staff_problems: { secret: false, names: 'staff' },
  invitation: { secret: true, names: 'staff' },
  test: { secret: false, names: 'staff' },
} as const satisfies Record<string, { secret: boolean; names: 'seller' | 'shop' | 'staff' }>

export type MailKind = keyof typeof MAIL_KINDS

/** The kinds that say who sells. What queues one says which sale or organiser it is about. */
export type SellerMailKind = {
  [K in MailKind]: (typeof MAIL_KINDS)[K]['names'] extends 'seller' ? K : never
}[MailKind]
