import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { ADDRESS_FORM } from '@foyer/contract/forms/address.ts'
import { fromWire } from '@foyer/contract/forms/names.ts'
import { UNITED_KINGDOM } from '@foyer/domain/delivery/address.ts'
import { iso2Of } from '@foyer/domain/delivery/countries.ts'
import { cardProvider } from '@foyer/domain/payment/methods.ts'
import { splitFullName } from '@foyer/domain/people/full-name.ts'
import { isContactNumber } from '@foyer/domain/people/phone.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { completeDeclaration } from '../../donation/declaration.ts'
import type { RequestContext } from '../../http/handle.ts'
import { addressColumns, saveSaleAddress } from '../../sale/address.ts'
import { canChange, customerOf } from '../../sale/customer/customer.ts'
import { lockSale } from '../../sale/sale.ts'
import { currentSnapshot } from '../../sale/session/current.ts'
import { isCustomerKnown, sessionSaleOf } from '../../sale/session/session-sale.ts'
import { traitsOf } from '../provider/provider.ts'

/**
 * Saves the billing address and the contact number before a card payment. Some providers need the full address, others only
 * a postcode. Missing parts come from the delivery address and the account.
 */
export async function setBillingAddress(
  { address, contact_number }: BodyOf<'set_billing_address'>,
  ctx: RequestContext,
): Promise<
  | ReplyOf<'set_billing_address'>
  | Fail<
      | 'basket_empty'
      | 'unknown_sale'
      | 'already_paid'
      | 'hold_expired'
      | 'wrong_step'
      | 'bad_phone'
      | 'postcode_missing'
      | 'bad_address'
    >
> {
  const { deps, session, now } = ctx
  const snapshot = await currentSnapshot(ctx)
  if (snapshot === null) return fail('basket_empty')
  const { sale: row } = snapshot
  if (row.paid_at !== null) return fail('already_paid')
  if (row.held_until === null) return fail(row.expired ? 'hold_expired' : 'wrong_step')
  const sale = await sessionSaleOf(deps, session, snapshot, now)
  if (!isCustomerKnown(sale)) return fail('wrong_step')
  if (!isContactNumber(contact_number, { required: sale.requiresPhone })) return fail('bad_phone')

  const existing = sale.deliveryAddress
  const { firstName, lastName } = splitFullName(sale.isCustomer ? (sale.customer?.full_name ?? '') : '')
  const typed = fromWire(ADDRESS_FORM, address)
  const billing = {
    savedId: 'new',
    firstName: typed.firstName || firstName,
    lastName: typed.lastName || lastName,
    address1: typed.address1 || existing?.address1 || '',
    address2: typed.address2 || existing?.address2 || '',
    town: typed.town || existing?.town || '',
    postcode: typed.postcode ?? '',
    country: typed.country || existing?.country || UNITED_KINGDOM,
    state: typed.state || existing?.state || '',
  }
  if (billing.postcode === '') return fail('postcode_missing')
  if (iso2Of(billing.country) === null) return fail('bad_address')
  const whole = billing.address1 !== '' && billing.town !== ''
  if (traitsOf(deps, cardProvider(sale))?.needsWholeAddress && !whole) return fail('bad_address')

  const saved = await inTx(deps.db, async (tx) => {
    const locked = await lockSale(tx, row.id)
    if (!canChange(session, locked)) return false
    await saveSaleAddress(tx, row.id, 'billing', billing)
    await tx
      .updateTable('sales')
      .set({ contact_number: contact_number || row.contact_number, updated_at: now })
      .where('id', '=', row.id)
      .execute()
    await completeDeclaration(tx, row.id, await customerOf(tx, locked))
    return true
  })
  if (!saved) return fail('unknown_sale')
  const { country, ...shown } = addressColumns(billing)
  return { address: { ...shown, country_code: iso2Of(country) ?? '', id: row.id } }
}
