import { ADDRESS_FORM, SUGGESTION } from '@foyer/contract/forms/address.ts'
import { fromWire, toWire } from '@foyer/contract/forms/names.ts'
import { common, checkout as t } from '@foyer/contract/messages.ts'
import type { SavedAddress } from '@foyer/contract/types.ts'
import {
  type AddressFields,
  EMPTY_ADDRESS,
  fillFromSuggestion,
  missingAddressFields,
  missingVoucherNames,
  UNITED_KINGDOM,
} from '@foyer/domain/delivery/address.ts'
import { isUkPostcode } from '@foyer/domain/delivery/postcode.ts'
import { splitFullName } from '@foyer/domain/people/full-name.ts'
import { useEffect, useRef, useState } from 'react'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { bindFields } from '../../../ui/forms/bind-fields.ts'
import type { FieldProblem } from '../../../ui/forms/error-summary.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { onSubmit } from '../../../ui/forms/use-form.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { AddressForm, missingField, usePlaces } from '../../forms/address-form.tsx'
import css from '../../forms/forms.module.css'
import { useStepForm } from '../../forms/use-step-form.ts'
import { Frame } from '../../frame/frame.tsx'
import { OrderSummary } from '../../order-summary/order-summary.tsx'
import { useBuyer, useCheckout, useSale, useStore } from '../../state/context.tsx'
import { useDraft } from '../../state/drafts.ts'
import { LookupOrByHand } from './address-lookup.tsx'
import { SavedAddresses } from './saved-addresses.tsx'

const VOUCHER_PROBLEMS = {
  voucher_from_missing: { fieldId: 'voucherFrom', text: t['error.giftVoucherFromMissing'] },
  voucher_to_missing: { fieldId: 'voucherTo', text: t['error.giftVoucherToMissing'] },
} as const

/** A UK address with an invalid postcode. */
const hasBadPostcode = ({ savedId, country, postcode }: AddressFields) =>
  savedId === 'new' && country === UNITED_KINGDOM && postcode.trim() !== '' && !isUkPostcode(postcode)

type Values = AddressFields & {
  voucherFrom: string
  voucherTo: string
  /** the buyer chose an address here */
  touched: boolean
}

/** The delivery address, and the names of the giver and the recipient of gift vouchers. */
export function Screen() {
  const store = useStore()
  const user = useBuyer()
  const checkout = useCheckout()
  const { gift_vouchers, account } = checkout
  const { deliveryAddress, voucherFrom, voucherTo } = useSale()
  const isPosted = checkout.require_postal_address !== false
  const name = account?.full_name ?? user?.full_name ?? ''
  const empty = { ...EMPTY_ADDRESS, ...splitFullName(name) }
  const [form, setForm] = useDraft<Values>(
    'delivery_address',
    { ...empty, voucherFrom: name, voucherTo: '', touched: false },
    {
      ...(deliveryAddress && { ...deliveryAddress, touched: true }),
      ...(voucherFrom && { voucherFrom }),
      ...(voucherTo && { voucherTo }),
    },
  )
  const places = usePlaces((error) => store.notify.error(error || common['error.unknown']))
  const [saved, setSaved] = useState<readonly SavedAddress[]>([])
  const step = useStepForm()

  /** what is typed and chosen by the time the saved addresses arrive */
  const latest = useRef(form)
  latest.current = form

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit and account; a choice already made stays
  useEffect(() => {
    const show = (addresses: readonly SavedAddress[]) => {
      setSaved(addresses)
      const { touched, savedId } = latest.current
      // An address chosen before may have been deleted since, or belong to an account that has signed out.
      const isGone = savedId !== 'new' && !addresses.some(({ id }) => String(id) === savedId)
      const first = String(addresses[0]?.id ?? 'new')
      if (isGone) setForm({ ...empty, savedId: first })
      else if (!touched && first !== savedId) setForm({ savedId: first })
    }
    if (!user) return show([])
    void store.call('get_user_addresses').then((answer) => {
      if (answer.ok) show(answer.reply.existing_addresses)
      else store.notify.error(answer.error || common['error.unknown'])
    })
  }, [user?.id])

  const problemsIn = (values: Values): FieldProblem[] => [
    ...missingVoucherNames({ ...values, vouchers: gift_vouchers }).map((code) => VOUCHER_PROBLEMS[code]),
    ...(isPosted ? missingAddressFields(values) : []).map((fieldId) => ({
      fieldId,
      text: missingField(fieldId),
    })),
    ...(isPosted && hasBadPostcode(values) ? [{ fieldId: 'postcode', text: t['error.badUkPostcode'] }] : []),
  ]

  const change = (part: Partial<Values>) => {
    setForm({ ...part, touched: true })
    step.keepOnly(problemsIn({ ...form, ...part }))
  }
  /** What is typed is what is sent, also while no saved address is shown. */
  const changeAddress = (part: Partial<Values>) => change({ ...part, savedId: 'new' })
  const field = bindFields(form, { change, errorOf: step.errorOf })

  const send = async () => {
    const sent = await step.send(
      'set_delivery_address',
      {
        // Nothing is posted, so an address chosen before is no longer needed.
        address: isPosted ? toWire(ADDRESS_FORM, form) : { selected_user_address_id: '' },
        gift_voucher_from: gift_vouchers.length > 0 ? form.voucherFrom : '',
        gift_voucher_to: gift_vouchers.length > 0 ? form.voucherTo : '',
      },
      { toast: t['error.setDeliveryAddress'], fieldOf: { bad_uk_postcode: 'postcode', unknown_address: 'savedId' } },
    )
    if (sent) await step.next()
  }
  const save = () => step.run(send, { problems: problemsIn(form) })

  const fields = (
    <AddressForm
      address={form}
      places={places}
      section="shipping"
      onChange={changeAddress}
      errorOf={step.errorOf}
      lookup={<LookupOrByHand onChoose={(found) => changeAddress(fillFromSuggestion(fromWire(SUGGESTION, found)))} />}
    />
  )

  return (
    <Frame
      title={isPosted ? t['title.deliveryAddress'] : t['delivery.vouchers']}
      problems={step.problems}
      attempt={step.attempt}
      summary={<OrderSummary edit={t['link.editBasket']} />}
    >
      <Form className={css.form} onSubmit={onSubmit(save)}>
        {gift_vouchers.length > 0 && (
          <Panel className={css.fields}>
            {isPosted && <h2>{t['delivery.vouchers']}</h2>}
            <div className={css.pair}>
              <TextField {...field.text('voucherFrom')} label={t['label.giftVoucherFrom']} autoComplete="name" />
              <TextField {...field.text('voucherTo')} label={t['label.giftVoucherTo']} autoComplete="off" />
            </div>
          </Panel>
        )}
        {!isPosted ? null : saved.length > 0 ? (
          <SavedAddresses
            saved={saved}
            chosen={form.savedId}
            error={step.errorOf('savedId')}
            onChoose={(id) => change({ savedId: id })}
            onDeleted={(id) => {
              const remaining = saved.filter((address) => address.id !== id)
              setSaved(remaining)
              if (form.savedId === String(id)) change({ ...empty, savedId: String(remaining[0]?.id ?? 'new') })
            }}
          >
            {fields}
          </SavedAddresses>
        ) : (
          <Panel>{fields}</Panel>
        )}
        <SubmitButton loading={step.busy !== null} ready={!isPosted || places.lists !== 'loading'} className={css.next}>
          {common['button.continue']}
        </SubmitButton>
      </Form>
    </Frame>
  )
}
