import { EMPTY_ADDRESS } from '@foyer/domain/delivery/address.ts'
import { describe, expect, it } from 'vitest'
import { ACCOUNT_FORM } from './account-details.ts'
import { ADDRESS_FORM } from './address.ts'
import { GIFT_AID_FORM } from './gift-aid.ts'
import { fromWire, toWire } from './names.ts'
import { TRANSFER_FORM } from './transfer.ts'
import { WAIVER_FORM } from './waiver.ts'

describe('form field names', () => {
  it('are mapped to the wire’s names and back', () => {
    const address = { ...EMPTY_ADDRESS, firstName: 'Ada', address1: '1 High Street' }
    const wire = toWire(ADDRESS_FORM, address)
    expect(wire).toMatchObject({ selected_user_address_id: 'new', first_name: 'Ada', address_1: '1 High Street' })
    expect(fromWire(ADDRESS_FORM, wire)).toEqual(address)
  })

  it('omit fields missing from a form or a body', () => {
    expect(toWire(ACCOUNT_FORM, { fullName: 'Ada Lovelace', draft: true })).toEqual({ fullname: 'Ada Lovelace' })
    expect(fromWire(ADDRESS_FORM, { postcode: 'LS1 4AP', other: 1 })).toEqual({ postcode: 'LS1 4AP' })
  })

  it.each([ADDRESS_FORM, ACCOUNT_FORM, GIFT_AID_FORM, TRANSFER_FORM, WAIVER_FORM])(
    'are unique on both sides, so that nothing is lost',
    (names) => expect(new Set(Object.values(names)).size).toBe(Object.keys(names).length),
  )
})
