import type { BodyOf } from '@foyer/contract/calls.ts'
import { ACCOUNT_FORM } from '@foyer/contract/forms/account-details.ts'
import { ADDRESS_FORM } from '@foyer/contract/forms/address.ts'
import { fromWire } from '@foyer/contract/forms/names.ts'
import { UNITED_KINGDOM } from '@foyer/domain/delivery/address.ts'
import { isCountry } from '@foyer/domain/delivery/countries.ts'
import { accountProblems } from '@foyer/domain/people/account-details.ts'
import { normalEmail } from '@foyer/domain/people/email.ts'
import { splitFullName } from '@foyer/domain/people/full-name.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { Tx } from '../db/transaction/tx.ts'
import { completeDeclaration } from '../donation/declaration.ts'
import type { RequestContext } from '../http/handle.ts'
import { newNumbers, type Session } from '../http/session.ts'
import { areOffered, saveChoices } from '../marketing/preferences.ts'
import { saveSaleAddress } from '../sale/address.ts'
import { sharedRead } from '../sale/change/change.ts'
import { type Changed, changeStep, successReply } from '../sale/change/step-change.ts'
import { attachCustomer } from '../sale/customer/attach.ts'
import { type Newest, newestConsentsQuery } from '../sale/customer/consents.ts'
import { customerOf } from '../sale/customer/customer.ts'
import { isExpress, questionsOf } from '../sale/snapshot/sale-details.ts'

type ExpressFail = Fail<'bad_email' | 'bad_full_name' | 'bad_phone' | 'required_missing' | 'wrong_step' | 'bad_request'>

/**
 * Saves the customer of an express checkout. The address is not verified, so it gives no access: the wallet requires a
 * code, the marketing choices wait for it, and only this browser can see the order. Other sales verify the address first.
 */
export const setAccountDetails = async (body: BodyOf<'set_account_details'>, ctx: RequestContext) => {
  const email = normalEmail(body.email)
  const consents = sharedRead(newestConsentsQuery, { email, saleId: ctx.session.saleId })
  return successReply(
    await changeStep(
      ctx,
      async (tx, snapshot, newest: Newest[]): Promise<Changed | ExpressFail> => {
        const { sale, has } = snapshot
        if (!isExpress(snapshot, await questionsOf(tx, snapshot))) return fail('wrong_step')
        const phoneRequired = snapshot.lines.some((line) => line.requirePhoneNumber)
        const problems = accountProblems(fromWire(ACCOUNT_FORM, body), { phoneRequired })
        const problem = problems.fullName ?? problems.email ?? problems.contactNumber
        if (problem) return fail(problem)

        const full_name = body.fullname.replace(/\s+/g, ' ')
        const { session, now } = ctx
        const organisers = body.organiser_subscribed_marketing
        if (!areOffered(snapshot, organisers)) return fail('bad_request')
        const isProved = session.provedEmail === email
        const typedIn = isProved ? null : await browserNumber(tx, session)
        const customer = { email, full_name, userId: isProved ? session.userId : null, typedIn }
        const named = await attachCustomer(tx, snapshot, customer, now)
        if (!named.ok) return named
        const saved = await saveChoices(
          tx,
          snapshot,
          {
            email,
            newsletter: body.ct_subscribed,
            organisers,
            source: 'checkout: express',
            pending: !isProved,
          },
          now,
          newest,
        )
        if (!saved.ok) return saved
        if (body.address) await saveBillingAddress(tx, sale.id, body.address, full_name)
        if (has.newsRequest || has.declaration) await completeDeclaration(tx, sale.id, await customerOf(tx, named.sale))
        return { ok: true, sale: { ...named.sale, contact_number: body.contact_number || null } }
      },
      { sharedRead: consents },
    ),
  )
}

/** The number of this browser. Sessions created before numbers existed get one now. */
async function browserNumber(tx: Tx, session: Session): Promise<number | null> {
  if (session.number !== null) return session.number
  const [number] = await newNumbers(tx, 1)
  await tx.updateTable('sessions').set({ number: number! }).where('id', '=', session.id!).execute()
  return number!
}

/** Saves the billing address. Most cards need only a postcode. */
async function saveBillingAddress(
  tx: Tx,
  saleId: number,
  body: NonNullable<BodyOf<'set_account_details'>['address']>,
  fullName: string,
): Promise<void> {
  const { postcode = '', country = '', ...sent } = fromWire(ADDRESS_FORM, body)
  if (postcode === '') return
  const { firstName, lastName } = splitFullName(fullName)
  await saveSaleAddress(tx, saleId, 'billing', {
    savedId: 'new',
    firstName: sent.firstName || firstName,
    lastName: sent.lastName || lastName,
    address1: sent.address1 ?? '',
    address2: sent.address2 ?? '',
    town: sent.town ?? '',
    postcode,
    country: isCountry(country) ? country : UNITED_KINGDOM,
    state: sent.state ?? '',
  })
}
