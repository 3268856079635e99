import type { ComplaintForm, ComplaintPageData, ComplaintProblem } from '@foyer/contract/complaint.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { COMPLAINT_KINDS } from '@foyer/domain/after-sale/complaint.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { language } from '@foyer/domain/format/language.ts'
import { typedOrderNumber } from '@foyer/domain/format/order-number.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { isEmail, normalEmail } from '@foyer/domain/people/email.ts'
import { isPersonName } from '@foyer/domain/people/person-name.ts'
import { z } from 'zod'
import { plainText } from '../../catalogue/plain-text.ts'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { keyedHash } from '../../http/keys.ts'
import { networkOf } from '../../http/limits/network.ts'
import { exceedsNetworkLimit } from '../../http/limits/rate-limit.ts'
import { complaintMail } from '../../mail/templates/complaint.ts'
import { queueTypedMail } from '../../mail/typed-address.ts'

const FORMS = { name: 'complaint', max: 20, windowSeconds: 3600 }

const EMPTY: ComplaintForm = { kind: 'order', name: '', email: '', reference: '', message: '' }

/** The page as it is first opened, or with the number of a complaint that was received. */
export const complaintPage = ({ kind, number }: { kind: string; number: string }): ComplaintPageData => ({
  problem: null,
  values: { ...EMPTY, kind: kind === 'data' ? 'data' : 'order' },
  number: /^C-\d{5}-\d{5}$/.test(number) ? number : '',
})

const text = (max: number) =>
  z
    .string()
    .max(max)
    .transform((typed) => plainText(typed).trim())
    .catch('')
const Form = z
  .object({
    kind: z.enum(COMPLAINT_KINDS).catch('order'),
    name: text(LIMITS.text.name),
    email: text(LIMITS.text.email),
    reference: text(LIMITS.text.code),
    message: text(LIMITS.text.message),
  })
  .catch(EMPTY)

/**
 * Stores a complaint and acknowledges it by email at once, in the sender's language. Returns the address that its page goes on to, or
 * the page again. Whether an order was found is not told, so nobody learns of one. The same form again is the same complaint.
 */
export async function submitComplaint(
  deps: Deps,
  body: unknown,
  ip: string,
): Promise<{ next: string } | { data: ComplaintPageData }> {
  const values = Form.parse(body ?? {})
  const again = (problem: ComplaintProblem) => ({ data: { problem, values, number: '' } })
  if (values.name === '' || values.email === '' || values.message === '') return again('missing')
  if (!isPersonName(values.name)) return again('name')
  if (!isEmail(values.email)) return again('email')
  // guard: complaints-limited
  if (await exceedsNetworkLimit(deps, FORMS, networkOf(ip))) return again('too_many')
  const number = await inTx(deps.db, (tx) => receive(tx, deps, values))
  return number === null ? again('too_many') : { next: `${PAGES.complaint}?number=${number}` }
}

/** Returns the number of the complaint; null if its address has had too many emails, and then nothing is stored. */
async function receive(tx: Tx, { config, clock, random }: Deps, form: ComplaintForm): Promise<string | null> {
  const now = clock.now()
  const email = normalEmail(form.email)
  const form_key = keyedHash(config.sessionSecret, 'complaint', JSON.stringify({ ...form, email }))
  const about = await orderAbout(tx, form.reference, email)
  const made = await tx
    .insertInto('complaints')
    .values({
      number: newNumber(random.bytes(5)),
      form_key,
      kind: form.kind,
      organiser_id: about?.organiserId ?? null,
      sale_id: about?.saleId ?? null,
      name: form.name,
      email,
      message: form.message,
      language: language(),
      received_at: now,
    })
    .onConflict((conflict) => conflict.column('form_key').doNothing())
    .returning(['id', 'number'])
    .executeTakeFirst()
  if (made === undefined) {
    const { number } = await tx
      .selectFrom('complaints')
      .select('number')
      .where('form_key', '=', form_key)
      .executeTakeFirstOrThrow()
    return number
  }
  const { name } = form
  // Only the number of an order shows that the address is its sender's.
  const message = about === null ? null : form.message
  const sent = await queueTypedMail(
    tx,
    config,
    {
      ...complaintMail({ name, number: made.number, at: niceDate(now), message }),
      key: `complaint:${made.id}`,
      kind: 'complaint',
      recipient: email,
      now,
    },
    { mail: 'complaint' },
  )
  if (sent.ok) return made.number
  await tx.deleteFrom('complaints').where('id', '=', made.id).execute()
  return null
}

/** 'C-01234-56789', of random bytes. */
function newNumber(bytes: Uint8Array): string {
  const digits = String(Buffer.from(bytes).readUIntBE(0, 5) % 10_000_000_000).padStart(10, '0')
  return `C-${digits.slice(0, 5)}-${digits.slice(5)}`
}

/** The order with this number and address, with its organiser if it has only one. */
async function orderAbout(
  tx: Tx,
  reference: string,
  email: string,
): Promise<{ saleId: number; organiserId: number | null } | null> {
  if (reference === '') return null
  const order = await tx
    .selectFrom('orders')
    .select(['sale_id', 'email'])
    .where('number', '=', typedOrderNumber(reference))
    .executeTakeFirst()
  // guard: complaint-of-the-buyer
  if (order === undefined || order.email === '' || normalEmail(order.email) !== email) return null
  const sellers = await tx
    .selectFrom('order_lines')
    .select('organiser_id')
    .distinct()
    .where('sale_id', '=', order.sale_id)
    .where('organiser_id', 'is not', null)
    .execute()
  return { saleId: order.sale_id, organiserId: sellers.length === 1 ? sellers[0]!.organiser_id : null }
}
