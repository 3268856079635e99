import { fill } from '@foyer/contract/fill.ts'
import { GIFT_AID_FORM } from '@foyer/contract/forms/gift-aid.ts'
import { toWire } from '@foyer/contract/forms/names.ts'
import { common, checkout as t } from '@foyer/contract/messages.ts'
import { type GiftAidForm, giftAidMissing, giftAidNeedsAddress, giftAidValue } from '@foyer/domain/donation/gift-aid.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { bindFields } from '../../../ui/forms/bind-fields.ts'
import type { FieldProblem } from '../../../ui/forms/error-summary.tsx'
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
import { useCheckout, useSale } from '../../state/context.tsx'
import { useDraft } from '../../state/drafts.ts'

type Values = GiftAidForm & { subscribe: boolean }

const CONFIRMATIONS = [
  ['ukTaxpayer', t['giftAid.taxpayer']],
  ['ownMoney', t['giftAid.ownMoney']],
  ['notGambling', t['giftAid.notGambling']],
] as const

const isConfirmation = (name: string) => CONFIRMATIONS.some(([each]) => each === name)

/** One message for all missing statements, and one for each missing address field. */
function problemsOf(form: GiftAidForm, amount: number): FieldProblem[] {
  const missing = giftAidMissing(form, amount)
  const statement = missing.find(isConfirmation)
  return [
    ...(statement ? [{ fieldId: statement, text: t['giftAid.confirmAll'] }] : []),
    ...missing
      .filter((name) => !isConfirmation(name))
      .map((name) => ({
        fieldId: name,
        text: name === 'postcode' ? postcodeProblem(form) : t['giftAid.addressMissing'],
      })),
  ]
}

const postcodeProblem = ({ postcode }: GiftAidForm) =>
  postcode.trim() === '' ? t['error.postcodeMissing'] : t['error.badUkPostcode']

/** The Gift Aid declaration of the donation. */
export function Screen() {
  const { charity, is_gift_aid: isGiftAid, gift_aid_unconfirmed: isUnconfirmed } = useCheckout()
  const { currency, donationMinor: amount, deliveryAddress } = useSale()
  const isConfirmed = isGiftAid && !isUnconfirmed
  const [form, setForm] = useDraft<Values>(
    'gift_aid',
    {
      isGiftAid: false,
      ukTaxpayer: false,
      ownMoney: false,
      notGambling: false,
      ukBased: true,
      address1: deliveryAddress?.address1 ?? '',
      postcode: deliveryAddress?.postcode ?? '',
      subscribe: false,
    },
    isGiftAid ? { isGiftAid, ukTaxpayer: isConfirmed, ownMoney: isConfirmed, notGambling: isConfirmed } : {},
  )
  const step = useStepForm()
  const money = (minor: number) => formatMinor(minor, currency)
  const needsAddress = giftAidNeedsAddress(amount)

  const change = (part: Partial<Values>) => {
    setForm(part)
    step.keepOnly(problemsOf({ ...form, ...part }, amount))
  }
  const field = bindFields(form, { change, errorOf: step.errorOf })

  const send = async () => {
    const { ukTaxpayer, ownMoney, notGambling, ...answers } = form
    const on = form.isGiftAid
    const saved = await step.send(
      'update_donation',
      {
        ...toWire(GIFT_AID_FORM, {
          ...answers,
          address1: on && needsAddress ? form.address1.trim() : '',
          postcode: on && needsAddress && form.ukBased ? form.postcode.trim() : '',
          ...(on && { ukTaxpayer, ownMoney, notGambling }),
        }),
        subscribe: form.subscribe,
      },
      { toast: t['error.updateDonation'], inline: t['error.updateDonationInline'] },
    )
    if (saved) await step.next()
  }
  const save = () => step.run(send, { problems: problemsOf(form, amount) })

  const statementError = step.problems.find(({ fieldId }) => isConfirmation(fieldId))
  return (
    <Frame
      title={t['title.giftAid']}
      lead={t['giftAid.lead']}
      problems={step.problems}
      attempt={step.attempt}
      summary={<OrderSummary edit={t['link.editBasket']} />}
    >
      <p className={css.total}>
        {fill(t['giftAid.value'], { amount: money(amount), value: money(giftAidValue(amount)) })}
      </p>
      <Form className={css.form} onSubmit={onSubmit(save)}>
        <Panel className={css.fields}>
          <Checkbox {...field.box('isGiftAid')} label={t['giftAid.optIn']} />
          {form.isGiftAid && (
            <fieldset className={css.choices}>
              <legend className="visually-hidden">{t['giftAid.statements']}</legend>
              {charity?.gift_aid_wording && <p className={css.note}>{charity.gift_aid_wording}</p>}
              {CONFIRMATIONS.map(([name, label]) => (
                <Checkbox
                  key={name}
                  {...field.box(name)}
                  label={label}
                  error={statementError?.fieldId === name ? statementError.text : undefined}
                />
              ))}
            </fieldset>
          )}
          {form.isGiftAid && needsAddress && (
            <fieldset className={css.fields}>
              <legend>
                <strong>{t['giftAid.address']}</strong>
                <br />
                <span className={css.note}>{t['giftAid.addressWhy']}</span>
              </legend>
              <OptionGroup
                legend={t['giftAid.where']}
                legendHidden
                layout="plain"
                value={form.ukBased ? 'uk' : 'overseas'}
                onChange={(value) => change({ ukBased: value === 'uk' })}
                options={[
                  { value: 'uk', label: t['giftAid.uk'] },
                  { value: 'overseas', label: t['giftAid.overseas'] },
                ]}
              />
              <TextField {...field.text('address1')} label={t['giftAid.address1']} autoComplete="address-line1" />
              {form.ukBased && (
                <TextField
                  {...field.text('postcode')}
                  label={t['giftAid.postcode']}
                  short
                  autoComplete="postal-code"
                  autoCapitalize="characters"
                  spellCheck={false}
                />
              )}
            </fieldset>
          )}
          {charity && (
            <Checkbox {...field.box('subscribe')} label={fill(t['giftAid.subscribe'], { charity: charity.name })} />
          )}
          <FormError text={step.failed} />
        </Panel>
        <LoadingButton type="submit" loading={step.busy !== null} className={css.next}>
          {common['button.continue']}
        </LoadingButton>
      </Form>
    </Frame>
  )
}
