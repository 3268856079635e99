import type { SentBody } from '@foyer/contract/calls.ts'
import { checkout as t } from '@foyer/contract/messages.ts'
import { UNITED_KINGDOM, USA } from '@foyer/domain/delivery/address.ts'
import { useRef } from 'react'
import type { Failed } from '../../../api/client.ts'
import { useStore } from '../../state/context.tsx'
import type { Payment } from './payment-state.ts'

type BillingAddress = NonNullable<SentBody<'set_billing_address'>['address']>
/** The country code that providers use; empty if the browser doesn't have it. */
type Billed = { countryCode: string }

/** Country codes by the shop's country ids. The browser has only these two. */
const CODES: Record<string, string> = { [UNITED_KINGDOM]: 'GB', [USA]: 'US' }

/**
 * Sends the card holder's address and the buyer's details before a card payment. Returns null when the payment can't
 * continue; the page then shows why. `fieldOf`: the field for each refusal code.
 */
export function useBilling(payment: Payment, fieldOf: Readonly<Record<string, string>>) {
  const store = useStore()
  /** what the server has, so that the same address is not sent twice */
  const saved = useRef<{ key: string; billed: Billed }>({ key: '', billed: { countryCode: '' } })

  const refused = async (answer: Failed) => {
    if (await payment.refused(answer, fieldOf)) return null
    payment.reset(answer.error || t['error.billingAddressNotFound'])
    if (answer.error) {
      store.setReservingError(answer.error)
      await store.backToBasket()
    }
    return null
  }

  return async (address: BillingAddress): Promise<Billed | null> => {
    const { express, values } = payment.details
    if (express) {
      const countryCode = CODES[address.country ?? UNITED_KINGDOM] ?? ''
      return (await payment.sendDetails(address)) ? { countryCode } : null
    }
    const body = { address, contact_number: values.contactNumber.trim() }
    const key = JSON.stringify(body)
    if (saved.current.key === key) return saved.current.billed
    const answer = await store.call('set_billing_address', body)
    if (!answer.ok) return refused(answer)
    // The reply may also be the address itself.
    const billed = 'address' in answer.reply ? answer.reply.address : (answer.reply as { country_code?: string })
    if (!billed) {
      payment.reset(t['error.billingAddressNotFound'])
      return null
    }
    saved.current = { key, billed: { countryCode: billed.country_code ?? '' } }
    return saved.current.billed
  }
}
