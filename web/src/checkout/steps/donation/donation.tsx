import { fill } from '@foyer/contract/fill.ts'
import { common, checkout as t } from '@foyer/contract/messages.en.ts'
import type { Charity } from '@foyer/contract/types.ts'
import {
  choosePreset,
  chosenMinor,
  type DonationChoice,
  donationProblem,
  typeCustom,
} from '@foyer/domain/donation/amount.ts'
import { formatMoney } from '@foyer/domain/format/money.ts'
import { donationFee } from '@foyer/domain/money/fees.ts'
import { toMajor, toMinor } from '@foyer/domain/money/money.ts'
import { type FormEvent, useState } from 'react'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { OptionGroup } from '../../../ui/forms/option-group.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import css from '../../forms/forms.module.css'
import { useProblems } from '../../forms/use-problems.ts'
import { Frame } from '../../frame/frame.tsx'
import { Html } from '../../frame/html.tsx'
import { OrderSummary } from '../../order-summary/order-summary.tsx'
import { useCheckout, useStore } from '../../state/context.tsx'
import { useDraft } from '../../state/drafts.ts'

const CUSTOM_ID = 'donation-amount'

/** Hundredths of a percent, exact for two decimals. */
const basisPoints = (percent: number) => toMinor(percent)

const feeOf = (amountMinor: number, charity: Charity) =>
  donationFee(amountMinor, {
    baseFeeMinor: toMinor(charity.base_fee),
    bookingFeeBp: basisPoints(charity.booking_fee),
    bookingFeeIncludesVat: charity.booking_fee_includes_vat,
    bookingFeeVatBp: basisPoints(charity.booking_fee_vat),
    bookingFeeCapMinor: charity.booking_fee_cap === null ? null : toMinor(charity.booking_fee_cap),
  })

export function Screen() {
  const { charity } = useCheckout()
  return charity ? <Donation charity={charity} /> : null
}

/** What a sale begins the step with: the donation it has already, as a preset where it is one. */
function stored(amount: number | null, { donation_options }: Charity): DonationChoice {
  if (!amount) return { preset: null, custom: '' }
  return donation_options.includes(amount) ? choosePreset(amount) : typeCustom(amount.toFixed(2))
}

function Donation({ charity }: { charity: Charity }) {
  const store = useStore()
  const { currency, donation_amount } = useCheckout()
  const [choice, setChoice] = useDraft<DonationChoice>('donation', stored(donation_amount, charity))
  const [busy, setBusy] = useState<'save' | 'skip' | null>(null)
  const [failed, setFailed] = useState(false)
  const form = useProblems()
  const amount = chosenMinor(choice)
  const money = (minor: number) => formatMoney(toMajor(minor), currency.symbol)

  const choose = (next: DonationChoice) => {
    setChoice(next)
    form.clear(CUSTOM_ID)
  }

  const send = async (amountMinor: number): Promise<boolean> => {
    setFailed(false)
    const answer = await store.call('save_donation', {
      amount_before_booking_fee: toMajor(amountMinor),
      charity_id: charity.id,
    })
    if (answer.ok) return true
    if (answer.code === 'donation_too_big') return form.found([{ fieldId: CUSTOM_ID, text: answer.error }])
    if (await store.caughtUp(answer)) return false
    store.notify.error(t['error.saveDonation'])
    setFailed(true)
    return false
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const tooSmall = donationProblem(amount) === 'donation_too_small'
    if (!form.found(tooSmall ? [{ fieldId: CUSTOM_ID, text: t['error.donationAmountMissing'] }] : [])) return
    setBusy('save')
    if (await send(amount!)) {
      await store.reload({ quiet: true })
      // DON-14: this step's own word on where it leads.
      await store.move('gift_aid')
    }
    setBusy(null)
  }

  /** DON-15, OPEN-61: a donation that was stored before is taken out again. */
  const skip = async () => {
    if (busy) return
    setBusy('skip')
    const had = (store.now().checkout?.donation_amount ?? 0) > 0
    if (!had || (await send(0))) {
      setChoice({ preset: null, custom: '' })
      if (had) await store.reload({ quiet: true })
      await store.next()
    }
    setBusy(null)
  }

  const fee = amount === null || donationProblem(amount) ? null : feeOf(amount, charity)
  return (
    <Frame
      title={charity.donation_checkout_title}
      problems={form.problems}
      attempt={form.attempt}
      summary={<OrderSummary countdown edit={t['link.editBasket']} />}
    >
      <div className={css.charity}>
        <img src={charity.logo} alt="" width={96} height={48} />
        <h2>{charity.name}</h2>
        <Html html={charity.description_html} />
      </div>
      <Form className={css.form} onSubmit={save}>
        <Panel className={css.fields}>
          {charity.donation_options.length > 0 && (
            <OptionGroup
              legend={t['donation.presets']}
              layout="row"
              value={choice.preset === null ? null : String(choice.preset)}
              onChange={(value) => choose(choosePreset(Number(value)))}
              options={charity.donation_options.map((option) => ({
                value: String(option),
                label: formatMoney(option, currency.symbol),
              }))}
            />
          )}
          <TextField
            id={CUSTOM_ID}
            name="amount"
            label={t['donation.custom']}
            prefix={currency.symbol}
            type="text"
            inputMode="decimal"
            step="0.01"
            autoComplete="off"
            value={choice.custom}
            error={form.of(CUSTOM_ID)}
            onChange={(event) => choose(typeCustom(event.target.value))}
          />
          <div aria-live="polite">
            <p className={css.note}>
              {fee === null
                ? t['donation.feeTerms']
                : fee > 0
                  ? fill(t['donation.fee'], { fee: money(fee) })
                  : t['donation.feeNone']}
            </p>
            {fee !== null && (
              <p className={css.total}>
                {fill(t['donation.total'], { amount: money(amount!), total: money(amount! + fee) })}
              </p>
            )}
          </div>
          {failed && (
            <Alert type="error" live>
              <p>{t['error.saveDonationInline']}</p>
            </Alert>
          )}
        </Panel>
        <div className={css.buttons}>
          <LoadingButton type="submit" loading={busy === 'save'} disabled={busy === 'skip'} className={css.next}>
            {common['button.continue']}
          </LoadingButton>
          <button type="button" className={css.skip} disabled={busy !== null} onClick={skip}>
            {t['link.skipDonation']}
          </button>
        </div>
      </Form>
    </Frame>
  )
}
