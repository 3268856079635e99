import type { SentBody } from '@foyer/contract/calls.ts'
import { ACCOUNT_FORM } from '@foyer/contract/forms/account-details.ts'
import { toWire } from '@foyer/contract/forms/names.ts'
import { common, checkout as t } from '@foyer/contract/messages.ts'
import { type AccountDetails, type AccountProblems, accountProblems } from '@foyer/domain/people/account-details.ts'
import { isContactNumber } from '@foyer/domain/people/phone.ts'
import { useRef, useState } from 'react'
import type { Failed } from '../../../api/client.ts'
import type { FieldProblem } from '../../../ui/forms/error-summary.tsx'
import { type ConsentChoices, consentsOf } from '../../forms/consents.ts'
import { useBuyer, useCheckout, useStore } from '../../state/context.tsx'
import { useDraft } from '../../state/drafts.ts'

/** The fields beside the payment methods. */
export type DetailField = keyof AccountDetails
export type DetailValues = Record<DetailField, string> & ConsentChoices

const PROBLEM_TEXTS: Record<DetailField, string> = {
  fullName: common['error.invalidFullName'],
  email: common['error.invalidEmail'],
  contactNumber: t['error.invalidPhone'],
}
/** The card holder's address, which is sent with the details. */
export type BillingAddress = SentBody<'set_account_details'>['address']
export type Details = ReturnType<typeof useDetails>

/**
 * The buyer's details that the payment step asks for: a contact number where one is required, and in an express
 * checkout name, email and opt-ins too.
 */
export function useDetails({ phoneRequired }: { phoneRequired: boolean }) {
  const store = useStore()
  const user = useBuyer()
  const checkout = useCheckout()
  const { express, account } = checkout
  const consents = consentsOf(checkout.marketing_preferences)
  const [values, change] = useDraft<DetailValues>(
    'payment',
    {
      fullName: user?.full_name ?? '',
      email: user?.email ?? '',
      contactNumber: '',
      ...consents.given,
    },
    {
      ...(account && { fullName: account.full_name, email: account.email }),
      ...(checkout.contact_number && { contactNumber: checkout.contact_number }),
      ...consents.given,
    },
  )
  const [blurred, setBlurred] = useState<ReadonlySet<DetailField>>(new Set())
  /** what the server has, so that the same details are not sent twice */
  const lastSent = useRef('')

  const wrong: AccountProblems = express
    ? accountProblems(values, { phoneRequired })
    : isContactNumber(values.contactNumber, { required: phoneRequired })
      ? {}
      : { contactNumber: 'bad_phone' }
  const problems = (Object.keys(wrong) as DetailField[]).map(
    (fieldId): FieldProblem => ({ fieldId, text: PROBLEM_TEXTS[fieldId] }),
  )

  const bodyWith = (address: BillingAddress) => {
    const { ct_subscribed, organiser_subscribed_marketing } = consents.bodyOf(values)
    return {
      ...toWire(ACCOUNT_FORM, {
        fullName: values.fullName.trim(),
        email: values.email.trim(),
        contactNumber: values.contactNumber.trim(),
      }),
      address,
      ct_subscribed,
      organiser_subscribed_marketing,
    }
  }

  return {
    express,
    phoneRequired,
    consents,
    values,
    change,
    problems,
    /** A field has lost the focus: from now on its problems are shown. */
    markBlurred: (field: DetailField) => setBlurred((before) => new Set(before).add(field)),
    /** The error text of a field that has lost the focus; none while it is empty or valid. */
    errorOf: (field: DetailField) =>
      blurred.has(field) && values[field].trim() !== '' && wrong[field] ? PROBLEM_TEXTS[field] : '',
    /** Express: sends the buyer's details before any other call. Other checkouts have nothing to send. */
    async sendDetails(address?: BillingAddress): Promise<{ ok: true } | Failed> {
      if (!express) return { ok: true }
      const body = bodyWith(address)
      const key = JSON.stringify(body)
      if (lastSent.current === key) return { ok: true }
      const answer = await store.call('set_account_details', body)
      if (!answer.ok) return answer
      lastSent.current = key
      return { ok: true }
    },
  }
}
