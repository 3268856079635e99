import { z } from 'zod'
import { amount, Currency, QrDrawing } from './common.ts'

// What the wallet shows.

/** A ticket in the wallet. */
export const WalletTicket = z.object({
  id: z.number(),
  event: z.string(),
  event_url: z.string(),
  event_id: z.number(),
  ticket: z.string(),
  nice_date: z.string(),
  starts_at: z.string(),
  ends_at: z.string().nullable(),
  place: z.string(),
  address: z.string().nullable(),
  seat: z.string().nullable(),
  holder: z.string(),
  thumbnail: z.string(),
  /** The content of the QR code; null once the ticket is void. */
  code: z.string().nullable(),
  /** That code drawn, of a ticket to come; other codes are drawn in the browser when they are shown. */
  qr: QrDrawing.optional(),
  short_code: z.string(),
  /** Admits nobody: it is collected with its code. */
  extra: z.boolean().optional(),
  status: z.enum(['valid', 'void', 'admitted']),
  /** It has no new day yet, and stays valid for it. */
  postponed: z.boolean().optional(),
  /** The event or this date of it has been cancelled. */
  cancelled: z.literal(true).optional(),
  sale_reference: z.string(),
  order_number: z.string().nullable().optional(),
  /** The page of the order, for its buyer; null for a ticket received from another customer. */
  order_url: z.string().nullable().optional(),
  /** A gift that has not been sent yet: its recipient, and when it will be. */
  leaves: z.object({ to: z.string(), nice_when: z.string() }).nullable().optional(),
  /** The page where the party signs the event's terms; null without terms. */
  waiver_url: z.string().nullable().optional(),
  /** The organiser's messages to guests, as clean HTML. */
  messages: z.array(z.object({ organiser: z.string(), html: z.string() })).optional(),
  terms: z.string(),
  /** “Sold by …” with the organiser's legal details. */
  sold_by: z.string().optional(),
  past: z.boolean(),
})

export const WalletData = z.object({
  /** The operator has configured certificates, so each ticket is also offered as an Apple Wallet pass. */
  apple_pass: z.boolean().optional(),
  /** `down`: Google could not be reached just now. */
  google_wallet: z.enum(['on', 'down']).optional(),
  tickets: z.array(WalletTicket),
  vouchers: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      organiser: z.string(),
      value: amount,
      balance: amount,
      currency: Currency,
      nice_expires: z.string(),
    }),
  ),
  email: z.string(),
  /** Orders of this buyer whose tickets come after the last payment of a plan; absent if there are none. */
  plans: z.array(z.object({ event: z.string(), order_url: z.string() })).optional(),
  /** Orders of this buyer with tickets to come whose email bounced; absent if none did. */
  undelivered: z.array(z.object({ email: z.string(), event: z.string(), order_url: z.string() })).optional(),
})
