import { fill } from '@foyer/contract/fill.ts'
import { common, checkout as t } from '@foyer/contract/messages.ts'
import type { Charity } from '@foyer/contract/types.ts'
import {
  choosePreset,
  chosenMinor,
  type DonationChoice,
  donationProblem,
  typeCustom,
} from '@foyer/domain/donation/amount.ts'
import { decimalText, formatMinor, formatMoney } from '@foyer/domain/format/money.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { donationFee } from '@foyer/domain/money/fees.ts'
import { CURRENCIES, type CurrencyCode, type Minor, toMajor, toMinor } from '@foyer/domain/money/money.ts'
import { cardMinimumOf, donationForCard } from '@foyer/domain/payment/methods.ts'
import type { Sale } from '@foyer/domain/sale/sale.ts'
import { useEffect, useRef, useState } from 'react'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { Html } from '../../../ui/display/html.tsx'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { OptionGroup } from '../../../ui/forms/fields/option-group.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { onSubmit } from '../../../ui/forms/use-form.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import css from '../../forms/forms.module.css'
import { useStepForm } from '../../forms/use-step-form.ts'
import { Frame } from '../../frame/frame.tsx'
import { OrderSummary } from '../../order-summary/order-summary.tsx'
import { useCheckout, useSale, useStore } from '../../state/context.tsx'
import { useDraft } from '../../state/drafts.ts'

const CUSTOM_ID = 'donation-amount'

/** Hundredths of a percent, exact for two decimals. */
const basisPoints = (percent: number) => Math.round(percent * 100)

const feeOf = (amountMinor: Minor, charity: Charity, currency: CurrencyCode) =>
  donationFee(amountMinor, {
    baseFeeMinor: toMinor(charity.base_fee, currency),
    bookingFeeBp: basisPoints(charity.booking_fee),
    bookingFeeIncludesVat: charity.booking_fee_includes_vat,
    bookingFeeVatBp: basisPoints(charity.booking_fee_vat),
    bookingFeeCapMinor: charity.booking_fee_cap === null ? null : toMinor(charity.booking_fee_cap, currency),
  })

export function Screen() {
  const { charity } = useCheckout()
  return charity ? <Donation charity={charity} /> : null
}

/** The donation of the sale, as a preset if it matches one. */
function storedChoice({ donationMinor, currency }: Sale, { donation_options }: Charity): Partial<DonationChoice> {
  if (donationMinor === 0) return {}
  const isPreset = donation_options.includes(toMajor(donationMinor, currency))
  return isPreset ? choosePreset(donationMinor) : typeCustom(decimalText(donationMinor, currency))
}

/** The charity's logo. If it can't be loaded, its initial is shown instead. */
function Logo({ charity: { logo, name } }: { charity: Charity }) {
  const [failed, setFailed] = useState(false)
  const image = useRef<HTMLImageElement>(null)
  // Unlike the error event, this also detects an image that failed before the page's script ran.
  useEffect(() => void image.current?.decode().catch(() => setFailed(true)), [])

  if (failed)
    return (
      <span className={css.logo} aria-hidden="true">
        {name.slice(0, 1)}
      </span>
    )
  return <img ref={image} className={css.logo} src={logo} alt="" width={96} height={48} />
}

function Donation({ charity }: { charity: Charity }) {
  const store = useStore()
  const sale = useSale()
  const { currency } = sale
  const [choice, setChoice] = useDraft<DonationChoice>('donation', typeCustom(''), storedChoice(sale, charity))
  const form = useStepForm()
  const amount = chosenMinor(choice, currency)
  const money = (minor: number) => formatMinor(minor, currency)

  const choose = (next: DonationChoice) => {
    setChoice(next)
    form.clear(CUSTOM_ID)
  }

  const send = (amountMinor: number) =>
    form.send(
      'save_donation',
      { amount_before_booking_fee: toMajor(amountMinor, currency), charity_id: charity.id },
      {
        toast: t['error.saveDonation'],
        inline: t['error.saveDonationInline'],
      },
    )

  const save = () => {
    const problem = donationProblem(amount, currency)
    const text =
      problem === 'donation_too_big'
        ? fill(t['error.donationTooBig'], { max: money(toMinor(LIMITS.maxDonation[currency], currency)) })
        : t['error.donationAmountMissing']
    const problems = problem ? [{ fieldId: CUSTOM_ID, text }] : []
    return form.run(
      async () => {
        if (await send(amount!)) await form.next({ donation_amount: toMajor(amount!, currency) })
      },
      { problems },
    )
  }

  /** Removes a donation that was stored before. */
  const skip = () =>
    form.run(
      async () => {
        const had = (store.now().checkout?.donation_amount ?? 0) > 0
        if (had && !(await send(0))) return
        setChoice(typeCustom(''))
        if (had) await form.next({ donation_amount: 0 })
        else await store.next()
      },
      { name: 'skip' },
    )

  const forCard = donationForCard(sale)
  const fee = amount === null || donationProblem(amount, currency) ? null : feeOf(amount, charity, currency)
  return (
    <Frame
      title={charity.donation_checkout_title}
      problems={form.problems}
      attempt={form.attempt}
      summary={<OrderSummary edit={t['link.editBasket']} />}
    >
      <div className={css.charity}>
        <Logo charity={charity} />
        <h2>{charity.name}</h2>
        <Html html={charity.description_html} />
      </div>
      <Form className={css.form} onSubmit={onSubmit(save)}>
        <Panel className={css.fields}>
          {charity.donation_options.length > 0 && (
            <OptionGroup
              legend={t['donation.presets']}
              layout="row"
              value={choice.presetMinor === null ? null : String(toMajor(choice.presetMinor, currency))}
              onChange={(value) => choose(choosePreset(toMinor(Number(value), currency)))}
              options={charity.donation_options.map((option) => ({
                value: String(option),
                // Whole amounts, as people say them: “£5”.
                label: formatMoney(option, currency).replace(/[.,]00(?=\D*$)/, ''),
              }))}
            />
          )}
          {forCard !== null && (
            <Checkbox
              label={fill(t['donation.forCard'], { amount: money(forCard), minimum: money(cardMinimumOf(sale)) })}
              checked={amount === forCard}
              onChange={({ target }) => choose(typeCustom(target.checked ? decimalText(forCard, currency) : ''))}
            />
          )}
          <TextField
            id={CUSTOM_ID}
            name="amount"
            label={t['donation.custom']}
            prefix={CURRENCIES[currency].symbol}
            type="number"
            inputMode="decimal"
            min="1"
            step={String(10 ** -CURRENCIES[currency].decimals)}
            autoComplete="off"
            value={choice.custom}
            error={form.errorOf(CUSTOM_ID)}
            onChange={(event) => choose(typeCustom(event.target.value))}
            // Scrolling over a number field would change it.
            onWheel={(event) => event.currentTarget.blur()}
          />
          <div aria-live="polite">
            <p className={css.note}>
              {fee === null
                ? t['donation.feeTerms']
                : fee > 0
                  ? fill(t['donation.fee'], { fee: money(fee) })
                  : t['donation.feeNone']}
            </p>
            {fee !== null && fee > 0 && (
              <p className={css.total}>
                {fill(t['donation.total'], { amount: money(amount!), total: money(amount! + fee) })}
              </p>
            )}
          </div>
          <FormError text={form.failed} />
        </Panel>
        <div className={css.buttons}>
          <LoadingButton
            type="submit"
            loading={form.busy === 'save'}
            disabled={form.busy === 'skip'}
            className={css.next}
          >
            {common['button.continue']}
          </LoadingButton>
          <button type="button" className={`link ${css.skip}`} disabled={form.busy !== null} onClick={skip}>
            {t['link.skipDonation']}
          </button>
        </div>
      </Form>
    </Frame>
  )
}
