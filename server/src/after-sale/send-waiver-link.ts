import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { isEmail, normalEmail } from '@foyer/domain/people/email.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { inTx } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import { keyedHash } from '../http/keys.ts'
import { hit } from '../http/limits/rate-limit.ts'
import { waiverMail } from '../mail/templates/waiver.ts'
import { queueTypedMail, type TooManyMails } from '../mail/typed-address.ts'
import { saleByReference } from '../sale/sale.ts'
import { waiverPath } from '../tickets/event-notes.ts'
import { buyerOf } from './buyer.ts'
import { senderOf } from './sender.ts'
import { waiverPage } from './waiver.ts'

/** Limits sends to the size of a large party; more would allow mailing strangers. */
const SENDS = { max: 30, windowSeconds: 3600 }

/** Mails the link for signing the terms of an order's events, on behalf of its buyer, to a member of the party. */
export async function sendWaiverLink(
  body: BodyOf<'send_waiver_link'>,
  { deps, session, now }: RequestContext,
): Promise<
  | ReplyOf<'send_waiver_link'>
  | Fail<'unknown_sale' | 'unknown_waiver' | 'bad_email' | 'too_many_requests'>
  | TooManyMails
> {
  const { db, config } = deps
  const sale = await saleByReference(db, body.reference)
  const buyer = sale ? await buyerOf(db, session, sale) : null
  if (!sale || !buyer) return fail('unknown_sale')
  const page = sale.cancelled_at === null ? await waiverPage(db, sale.reference) : null
  if (page === null) return fail('unknown_waiver')
  if (!isEmail(body.email)) return fail('bad_email')
  const sent = await hit(deps, `waiver-link:sale:${sale.id}`, SENDS.windowSeconds)
  if (sent > SENDS.max) return fail('too_many_requests')
  const recipient = normalEmail(body.email)
  const sender = await senderOf(db, sale)
  const mail = {
    ...waiverMail({
      from: sender.name,
      events: [...new Set(page.waivers.map(({ event }) => event))],
      url: `${config.publicUrl}${waiverPath(sale.reference)}`,
    }),
    // A double click sends one mail.
    key: `waiver-link:${sale.id}:${keyedHash(config.sessionSecret, 'mail key', recipient)}:${Math.floor(now.getTime() / 60_000)}`,
    kind: 'waiver' as const,
    recipient,
    saleId: sale.id,
    now,
  }
  const queued = await inTx(db, (tx) => queueTypedMail(tx, config, mail, { mail: 'waiver' }))
  return queued.ok ? { success: true } : queued
}
