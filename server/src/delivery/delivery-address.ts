import type { BodyOf } from '@foyer/contract/calls.ts'
import { ADDRESS_FORM } from '@foyer/contract/forms/address.ts'
import { fromWire } from '@foyer/contract/forms/names.ts'
import {
  type AddressFields,
  isAddress,
  missingVoucherNames,
  needsState,
  type PostalAddress,
  UNITED_KINGDOM,
} from '@foyer/domain/delivery/address.ts'
import { isCountry } from '@foyer/domain/delivery/countries.ts'
import { isUkPostcode } from '@foyer/domain/delivery/postcode.ts'
import { isUsState } from '@foyer/domain/delivery/us-states.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import type { Tx } from '../db/transaction/tx.ts'
import { completeDeclaration } from '../donation/declaration.ts'
import type { RequestContext } from '../http/handle.ts'
import { addressColumns, addressOfRow, saleAddress, saveSaleAddress } from '../sale/address.ts'
import { type Changed, changeStep, successReply } from '../sale/change/step-change.ts'
import { customerOf } from '../sale/customer/customer.ts'
import { needsPostalAddress } from '../sale/snapshot/snapshot.ts'

type DeliveryFail = Fail<
  'bad_delivery_address' | 'bad_uk_postcode' | 'unknown_address' | 'voucher_from_missing' | 'voucher_to_missing'
>

/** More than anyone needs; beyond it, a new address serves its sale but is not saved to the account. */
const MAX_SAVED = 50

/**
 * Sets where the order goes, and the names on its gift vouchers. A new address of a signed-in buyer is also saved to the
 * account, once.
 */
export const setDeliveryAddress = async (body: BodyOf<'set_delivery_address'>, ctx: RequestContext) =>
  successReply(
    await changeStep(
      ctx,
      async (tx, { sale, lines, vouchers }): Promise<Changed | DeliveryFail> => {
        const [nameMissing] = missingVoucherNames({
          vouchers,
          voucherFrom: body.gift_voucher_from,
          voucherTo: body.gift_voucher_to,
        })
        if (nameMissing) return fail(nameMissing)
        const names = vouchers.length > 0 ? body : { gift_voucher_from: '', gift_voucher_to: '' }
        const { gift_voucher_from, gift_voucher_to } = names
        const form = fromWire(ADDRESS_FORM, body.address)
        if (!needsPostalAddress({ lines }) && isBlank(form)) {
          await tx.deleteFrom('sale_addresses').where('sale_id', '=', sale.id).where('kind', '=', 'delivery').execute()
          return { ok: true, sale: { gift_voucher_from, gift_voucher_to } }
        }
        const chosen = await chosenAddress(tx, ctx, sale.id, form)
        if (!chosen.ok) return chosen
        await saveSaleAddress(tx, sale.id, 'delivery', chosen.address)
        await completeDeclaration(tx, sale.id, await customerOf(tx, sale))
        return { ok: true, sale: { gift_voucher_from, gift_voucher_to } }
      },
      { needsCustomer: true },
    ),
  )

/** The address to send to. A saved one is read from the account; a new one of a signed-in buyer is saved to it. */
async function chosenAddress(
  tx: Tx,
  { session, now }: RequestContext,
  saleId: number,
  form: AddressFields,
): Promise<Ok<{ address: AddressFields }> | DeliveryFail> {
  if (!isAddress(form)) return fail('bad_delivery_address')
  const { savedId, ...typed } = form
  if (savedId === 'new') {
    if (!isCountry(typed.country) || (needsState(typed.country) && !isUsState(typed.state)))
      return fail('bad_delivery_address')
    if (typed.country === UNITED_KINGDOM && !isUkPostcode(typed.postcode)) return fail('bad_uk_postcode')
    const address = { ...typed, state: needsState(typed.country) ? typed.state : '' }
    if (session.userId === null) return { ok: true, address: { ...address, savedId } }
    const before = await saleAddress(tx, saleId, 'delivery')
    // The sale already had this address, so the account has it, or its owner has since deleted it.
    if (before && isSameAddress(before, address)) return { ok: true, address: { ...address, savedId: before.savedId } }
    return { ok: true, address: { ...address, savedId: await saveToAccount(tx, session.userId, address, now) } }
  }
  const id = Number(savedId)
  const row =
    session.userId === null || !Number.isSafeInteger(id)
      ? undefined
      : await tx
          .selectFrom('user_addresses')
          .selectAll()
          .where('id', '=', id)
          .where('user_id', '=', session.userId)
          .executeTakeFirst()
  return row ? { ok: true, address: { ...addressOfRow(row), savedId } } : fail('unknown_address')
}

/** Returns the id of the account's row for this address, creating it if there is none like it; 'new' if it is not saved. */
async function saveToAccount(tx: Tx, userId: number, address: PostalAddress, now: Date): Promise<string> {
  // Two sales of one account may save the same address at the same moment.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const saved = await tx.selectFrom('user_addresses').selectAll().where('user_id', '=', userId).execute()
  const same = saved.find((row) => isSameAddress(addressOfRow(row), address))
  if (same) return String(same.id)
  if (saved.length >= MAX_SAVED) return 'new'
  const { id } = await tx
    .insertInto('user_addresses')
    .values({ user_id: userId, ...addressColumns(address), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

/** Whether the form was left empty; the country is preset. */
const isBlank = ({ savedId, country: _, ...fields }: AddressFields): boolean =>
  ['', 'new'].includes(savedId) && Object.values(fields).every((value) => value === '')

/** Ignores case and spacing, because people write the same address in several ways. */
const normalised = (value: string): string => value.replace(/\s+/g, ' ').trim().toLowerCase()
const isSameAddress = (one: PostalAddress, other: PostalAddress): boolean =>
  (Object.keys(ADDRESS_FORM) as (keyof AddressFields)[])
    .filter((field) => field !== 'savedId')
    .every((field) =>
      field === 'postcode'
        ? normalised(one.postcode).replaceAll(' ', '') === normalised(other.postcode).replaceAll(' ', '')
        : normalised(one[field]) === normalised(other[field]),
    )
