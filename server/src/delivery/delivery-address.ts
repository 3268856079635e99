import type { BodyOf } from '@foyer/contract/calls.ts'
import { isAddress, missingVoucherNames, needsState, UNITED_KINGDOM } from '@foyer/domain/delivery/address.ts'
import { isCountry } from '@foyer/domain/delivery/countries.ts'
import { isUkPostcode } from '@foyer/domain/delivery/postcode.ts'
import { isUsState } from '@foyer/domain/delivery/us-states.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import type { Selectable } from 'kysely'
import type { UserAddressesTable } from '../db/schema/types.generated.ts'
import type { Tx } from '../db/transaction/tx.ts'
import { completeDeclaration } from '../donation/declaration.ts'
import type { RequestContext } from '../http/handle.ts'
import { customerOf } from '../sale/customer/customer.ts'
import { needsPostalAddress } from '../sale/snapshot.ts'
import { type Changed, changeStep, done } from '../sale/step-change.ts'

type Sent = BodyOf<'set_delivery_address'>['address']
type Address = Pick<
  Selectable<UserAddressesTable>,
  'first_name' | 'last_name' | 'address_1' | 'address_2' | 'town' | 'postcode' | 'country' | 'state'
>
type DeliveryFail = Fail<
  'bad_delivery_address' | 'bad_uk_postcode' | 'unknown_address' | 'voucher_from_missing' | 'voucher_to_missing'
>

/** More than anyone needs; beyond it, a new address serves its sale but is not saved to the account. */
const MOST_SAVED = 50

/**
 * Sets where the order goes, and the names on its gift vouchers. A new address of a signed-in buyer is also saved to the
 * account, once.
 */
export const setDeliveryAddress = async (body: BodyOf<'set_delivery_address'>, ctx: RequestContext) =>
  done(
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
        if (!needsPostalAddress({ lines }) && isBlank(body.address)) {
          await tx.deleteFrom('sale_addresses').where('sale_id', '=', sale.id).where('kind', '=', 'delivery').execute()
          return { ok: true, sale: { gift_voucher_from, gift_voucher_to } }
        }
        const chosen = await chosenAddress(tx, ctx, sale.id, body.address)
        if (!chosen.ok) return chosen

        const row = { ...chosen.address, user_address_id: chosen.userAddressId }
        await tx
          .insertInto('sale_addresses')
          .values({ sale_id: sale.id, kind: 'delivery', ...row })
          .onConflict((conflict) => conflict.columns(['sale_id', 'kind']).doUpdateSet(row))
          .execute()
        await completeDeclaration(tx, sale.id, await customerOf(tx, sale))
        return { ok: true, sale: { gift_voucher_from, gift_voucher_to } }
      },
      { needsCustomer: true },
    ),
  )

async function chosenAddress(
  tx: Tx,
  { session, now }: RequestContext,
  saleId: number,
  sent: Sent,
): Promise<Ok<{ address: Address; userAddressId: number | null }> | DeliveryFail> {
  if (!isAddress(sent)) return fail('bad_delivery_address')
  if (sent.selected_user_address_id === 'new') {
    const { selected_user_address_id: _, ...fields } = sent
    if (!isCountry(fields.country) || (needsState(fields.country) && !isUsState(fields.state)))
      return fail('bad_delivery_address')
    if (fields.country === UNITED_KINGDOM && !isUkPostcode(fields.postcode)) return fail('bad_uk_postcode')
    const address = { ...fields, state: needsState(fields.country) ? fields.state : '' }
    if (session.userId === null) return { ok: true, address, userAddressId: null }
    const before = await addressOfSale(tx, saleId)
    // The sale already had this address, so the account has it, or its owner has since deleted it.
    if (before && isSame(before, address)) return { ok: true, address, userAddressId: before.user_address_id }
    return { ok: true, address, userAddressId: await saveToAccount(tx, session.userId, address, now) }
  }
  const id = Number(sent.selected_user_address_id)
  const saved =
    session.userId === null || !Number.isSafeInteger(id)
      ? undefined
      : await tx
          .selectFrom('user_addresses')
          .select(['first_name', 'last_name', 'address_1', 'address_2', 'town', 'postcode', 'country', 'state'])
          .where('id', '=', id)
          .where('user_id', '=', session.userId)
          .executeTakeFirst()
  return saved ? { ok: true, address: saved, userAddressId: id } : fail('unknown_address')
}

/** Returns the account's row for this address, creating it if there is none like it. */
async function saveToAccount(tx: Tx, userId: number, address: Address, now: Date): Promise<number | null> {
  // Two sales of one account may save the same address at the same moment.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const saved = await tx.selectFrom('user_addresses').selectAll().where('user_id', '=', userId).execute()
  const same = saved.find((row) => isSame(row, address))
  if (same) return same.id
  if (saved.length >= MOST_SAVED) return null
  const { id } = await tx
    .insertInto('user_addresses')
    .values({ user_id: userId, ...address, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const ADDRESS_FIELDS = [
  'first_name',
  'last_name',
  'address_1',
  'address_2',
  'town',
  'postcode',
  'country',
  'state',
] as const satisfies readonly (keyof Address)[]

/** Whether the form was left empty; the country is preset. */
const isBlank = (sent: Sent): boolean =>
  ['', 'new'].includes(sent.selected_user_address_id) &&
  ADDRESS_FIELDS.every((field) => field === 'country' || sent[field] === '')

/** Ignores case and spacing, because people write the same address in several ways. */
const plain = (value: string): string => value.replace(/\s+/g, ' ').trim().toLowerCase()
const isSame = (one: Address, other: Address): boolean =>
  ADDRESS_FIELDS.every((field) =>
    field === 'postcode'
      ? plain(one.postcode).replaceAll(' ', '') === plain(other.postcode).replaceAll(' ', '')
      : plain(one[field]) === plain(other[field]),
  )

const addressOfSale = (tx: Tx, saleId: number) =>
  tx
    .selectFrom('sale_addresses')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('kind', '=', 'delivery')
    .executeTakeFirst()
