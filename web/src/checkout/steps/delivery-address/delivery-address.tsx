import { fill } from '@foyer/contract/fill.ts'
import { common, checkout as t } from '@foyer/contract/messages.en.ts'
import type { SavedAddress } from '@foyer/contract/types.ts'
import {
  type AddressFields,
  EMPTY_ADDRESS,
  missingAddressFields,
  missingVoucherNames,
} from '@foyer/domain/delivery/address.ts'
import { pascalCase } from '@foyer/domain/format/words.ts'
import { splitFullName } from '@foyer/domain/people/full-name.ts'
import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { FieldProblem } from '../../../ui/forms/error-summary.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import css from '../../forms/forms.module.css'
import { useProblems } from '../../forms/use-problems.ts'
import { Frame } from '../../frame/frame.tsx'
import { OrderSummary } from '../../order-summary/order-summary.tsx'
import { useBuyer, useCheckout, useStore } from '../../state/context.tsx'
import { useDraft } from '../../state/drafts.ts'
import { ADDRESS_LABELS, NewAddress, type Places } from './address-fields.tsx'
import { SavedAddresses } from './saved-addresses.tsx'

const VOUCHER_PROBLEMS = {
  voucher_from_missing: { fieldId: 'gift_voucher_from', text: t['error.giftVoucherFromMissing'] },
  voucher_to_missing: { fieldId: 'gift_voucher_to', text: t['error.giftVoucherToMissing'] },
} as const

type Filled = AddressFields & {
  gift_voucher_from: string
  gift_voucher_to: string /** the buyer chose an address here */
  touched: boolean
}

/** Where the order goes, and from whom and for whom its gift vouchers are (ADR-01..14). */
export function Screen() {
  const store = useStore()
  const user = useBuyer()
  const checkout = useCheckout()
  const { gift_vouchers, delivery_address, account } = checkout
  const name = account?.full_name ?? user?.full_name ?? ''
  const [form, setForm] = useDraft<Filled>('delivery_address', {
    ...EMPTY_ADDRESS,
    ...splitFullName(name),
    ...delivery_address,
    gift_voucher_from: checkout.gift_voucher_from || name,
    gift_voucher_to: checkout.gift_voucher_to,
    touched: delivery_address !== null,
  })
  const [places, setPlaces] = useState<Places | 'loading' | 'failed'>('loading')
  const [saved, setSaved] = useState<readonly SavedAddress[]>([])
  const [busy, setBusy] = useState(false)
  const problems = useProblems()

  const loadPlaces = async () => {
    setPlaces('loading')
    const answer = await store.call('get_address_all_countries_states')
    if (!answer.ok) store.notify.error(answer.error || common['error.unknown'])
    setPlaces(answer.ok ? answer.reply : 'failed')
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit
  useEffect(() => {
    void loadPlaces()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit and account; a choice already made stays
  useEffect(() => {
    if (!user) return setSaved([])
    void store.call('get_user_addresses').then((answer) => {
      if (!answer.ok) return store.notify.error(answer.error || common['error.unknown'])
      const [first] = answer.reply.existing_addresses
      setSaved(answer.reply.existing_addresses)
      if (first && !form.touched) setForm({ selected_user_address_id: String(first.id) })
    })
  }, [user?.id])

  const problemsIn = (values: Filled): FieldProblem[] => [
    ...missingVoucherNames({ ...values, gift_vouchers }).map((code) => VOUCHER_PROBLEMS[code]),
    ...missingAddressFields(values).map((field) => ({
      fieldId: field,
      text: fill(t['delivery.missing'], { field: ADDRESS_LABELS[field] }),
    })),
  ]

  const change = (part: Partial<Filled>) => {
    setForm({ ...part, touched: true })
    const still = new Set(problemsIn({ ...form, ...part }).map(({ fieldId }) => fieldId))
    problems.clear(...problems.problems.map(({ fieldId }) => fieldId).filter((fieldId) => !still.has(fieldId)))
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !problems.found(problemsIn(form))) return
    setBusy(true)
    const { gift_voucher_from, gift_voucher_to, touched: _, ...address } = form
    const answer = await store.call('set_delivery_address', {
      address,
      gift_voucher_from: gift_vouchers.length > 0 ? gift_voucher_from : '',
      gift_voucher_to: gift_vouchers.length > 0 ? gift_voucher_to : '',
    })
    if (answer.ok) {
      await store.reload({ quiet: true })
      await store.next()
    } else await store.tellFailure(answer, t['error.setDeliveryAddress'])
    setBusy(false)
  }

  const fields =
    places === 'loading' ? (
      <div aria-busy="true">
        <Skeleton shape="block" count={3} />
      </div>
    ) : places === 'failed' ? (
      <Alert
        type="error"
        live
        action={
          <Button variant="secondary" onClick={loadPlaces}>
            {common.tryAgain}
          </Button>
        }
      >
        <p>{common['error.unknown']}</p>
      </Alert>
    ) : (
      <NewAddress address={form} places={places} onChange={change} errorOf={(field) => problems.of(field)} />
    )

  return (
    <Frame
      title={t['title.deliveryAddress']}
      problems={problems.problems}
      attempt={problems.attempt}
      summary={<OrderSummary countdown edit={t['link.editBasket']} />}
    >
      <Form className={css.form} onSubmit={save}>
        {gift_vouchers.length > 0 && (
          <Panel className={css.fields}>
            <h2>{t['delivery.vouchers']}</h2>
            <div className={css.pair}>
              <TextField
                id="gift_voucher_from"
                name="gift_voucher_from"
                label={pascalCase(t['label.giftVoucherFrom'])}
                autoComplete="name"
                value={form.gift_voucher_from}
                error={problems.of('gift_voucher_from')}
                onChange={(event) => change({ gift_voucher_from: event.target.value })}
              />
              <TextField
                id="gift_voucher_to"
                name="gift_voucher_to"
                label={pascalCase(t['label.giftVoucherTo'])}
                autoComplete="off"
                value={form.gift_voucher_to}
                error={problems.of('gift_voucher_to')}
                onChange={(event) => change({ gift_voucher_to: event.target.value })}
              />
            </div>
          </Panel>
        )}
        {saved.length > 0 ? (
          <SavedAddresses
            saved={saved}
            chosen={form.selected_user_address_id}
            error={problems.of('selected_user_address_id')}
            onChoose={(id) => change({ selected_user_address_id: id })}
            onDeleted={(id) => {
              const left = saved.filter((address) => address.id !== id)
              setSaved(left)
              if (form.selected_user_address_id === String(id))
                change({ selected_user_address_id: String(left[0]?.id ?? 'new') })
            }}
          >
            {fields}
          </SavedAddresses>
        ) : (
          <Panel>{fields}</Panel>
        )}
        <LoadingButton type="submit" loading={busy} disabled={places === 'loading'} className={css.next}>
          {common['button.continue']}
        </LoadingButton>
      </Form>
    </Frame>
  )
}
