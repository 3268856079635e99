import { fill } from '@foyer/contract/fill.ts'
import { checkout as t } from '@foyer/contract/messages.ts'
import type { PlanOption, SavedPaymentMethod } from '@foyer/contract/types.ts'
import { niceDay, parseUkDate } from '@foyer/domain/format/dates.ts'
import { formatMoney } from '@foyer/domain/format/money.ts'
import { titleCase } from '@foyer/domain/format/words.ts'
import { type CurrencyCode, sum, toMajor, toMinor } from '@foyer/domain/money/money.ts'
import { isPlan } from '@foyer/domain/payment/methods.ts'
import { useEffect, useRef, useState } from 'react'
import { ProveAgain } from '../../../../account/prove-again.tsx'
import { type Card, CardFields } from '../../../../card/card-fields.tsx'
import type { StripeKeys } from '../../../../card/stripe.ts'
import { LoadingButton } from '../../../../ui/actions/loading-button.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { bindFields } from '../../../../ui/forms/bind-fields.ts'
import { Checkbox } from '../../../../ui/forms/fields/checkbox.tsx'
import { OptionGroup } from '../../../../ui/forms/fields/option-group.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { onSubmit } from '../../../../ui/forms/use-form.ts'
import { useCheckout, useStore } from '../../../state/context.tsx'
import { continueByItself } from '../../../state/continue.ts'
import { ContactNumberField } from '../contact-number.tsx'
import { PaidSecurely } from '../paid-securely.tsx'
import css from '../payment.module.css'
import { PAYMENT_FORM, type Payment } from '../payment-state.ts'
import { Terms } from '../terms.tsx'
import { createCard, fieldsForPlan } from './new-card.ts'

const NEW = 'new'
type Cards = { saved: SavedPaymentMethod[]; name: string; keys: StripeKeys }

/** A payment plan: the dates, the amounts, and the card that is charged. */
export default function PlanForm({ payment }: { payment: Payment }) {
  const store = useStore()
  const checkout = useCheckout()
  const { details, paying } = payment
  const { currency, express, has_require_phone_number } = checkout
  const options = Object.entries<PlanOption>(checkout.payment_plan_schedule_options ?? {}).filter(([key]) =>
    isPlan(key),
  )
  const [option, setOption] = useState(options[0]?.[0] ?? '')
  const [cards, setCards] = useState<Cards | null>(null)
  const [card, setCard] = useState(NEW)
  const [choice, setChoice] = useState({ make_default_payment_method: false })
  const [proofNeeded, setProofNeeded] = useState(false)
  const newCard = useRef<Card | null>(null)

  const schedule = options.find(([key]) => key === option)?.[1].schedule ?? []
  const holder = express
    ? { name: details.values.fullName.trim(), email: details.values.email.trim() }
    : { name: cards?.name || checkout.account?.full_name, email: checkout.account?.email }
  const money = (amount: number) => formatMoney(amount, currency.code)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit
  useEffect(() => {
    let unmounted = false
    void store.call('get_opoa_users').then(async (answer) => {
      // The buyer has chosen another method, which this one's failure does not concern.
      if (unmounted) return
      if (!answer.ok) {
        if (!(await payment.refused(answer))) payment.setUpFailed(answer.error || t['payment.setupFailed'])
        return
      }
      const { opoa_users: saved, full_name: name, ...keys } = answer.reply
      setCards({ saved, name, keys })
      setCard((saved.find(({ is_default }) => is_default) ?? saved[0])?.payment_method_id ?? NEW)
    })
    return () => {
      unmounted = true
    }
  }, [])

  const pay = () =>
    payment.pay(startPlan, {
      showTheirs: () => card === NEW && newCard.current?.elements.submit(),
      isReady: () => cards !== null && (card !== NEW || newCard.current !== null),
      failed: t['error.payWithInstalment'],
    })

  /** Either a saved card or a new one; null when the new one is not valid, and the page then shows why. */
  const chosenCard = async () => {
    if (card !== NEW) return { selected_payment_method_id: card }
    const created = await createCard(newCard.current!, holder)
    if (!('error' in created)) return { new_payment_method: { ...created, ...choice } }
    payment.reset(created.error || t['error.payWithInstalment'])
    return null
  }

  const startPlan = async () => {
    setProofNeeded(false)
    const paymentMethod = await chosenCard()
    if (!paymentMethod) return
    if (!(await payment.sendDetails())) return
    const answer = await store.call('pay_with_instalment', {
      instalment_option: option,
      contact_number: details.values.contactNumber.trim(),
      ...paymentMethod,
    })
    if (!answer.ok) {
      if (answer.code === 'proof_too_old') {
        payment.reset('')
        return setProofNeeded(true)
      }
      if (await payment.refused(answer)) return
      payment.reset(answer.error || t['error.payWithInstalment'])
      // A payment may have been made although its response was lost.
      return void store.reload({ quiet: true })
    }
    const { status, url, payment_plan_remaining } = answer.reply
    if (status === 'redirect_to_url' && url) return store.navigate(url)
    if (status !== 'success') return payment.reset(t['error.payWithInstalment'])
    store.setPaymentComplete({
      payment_plan_remaining: payment_plan_remaining ?? laterPayments(schedule, currency.code),
    })
    await continueByItself(store)
  }

  const cardForm = cards && (
    <div className={css.form}>
      <CardFields
        scriptUrl={checkout.card_script_url}
        keys={cards.keys}
        group={fieldsForPlan}
        holder={holder}
        loadingText={t['payment.loadingForm']}
        onCard={(fields) => {
          newCard.current = fields
        }}
        onFailed={() => payment.setUpFailed(t['payment.setupFailed'])}
      />
      <Checkbox
        {...bindFields(choice, { change: (part) => setChoice({ ...choice, ...part }), disabled: paying }).box(
          'make_default_payment_method',
        )}
        label={t['plan.makeDefault']}
      />
    </div>
  )

  const showsProof = proofNeeded && card !== NEW
  const form = (
    <Form id={PAYMENT_FORM} className={css.form} onSubmit={onSubmit(pay)}>
      {!express && !has_require_phone_number && <ContactNumberField payment={payment} />}
      <OptionGroup
        legend={t['plan.option']}
        name="instalment_option"
        disabled={paying}
        value={option}
        onChange={setOption}
        options={options.map(([value, { label, schedule }]) => ({
          value,
          label,
          panel: <Schedule schedule={schedule} money={money} />,
        }))}
      />
      {cards === null ? (
        <div aria-busy="true">
          <Skeleton />
        </div>
      ) : cards.saved.length === 0 ? (
        cardForm
      ) : (
        <OptionGroup
          legend={t['plan.card']}
          name="selected_payment_method_id"
          disabled={paying}
          value={card}
          onChange={setCard}
          options={[
            ...cards.saved.map((each) => ({ value: each.payment_method_id, label: cardLabel(each) })),
            { value: NEW, label: t['plan.newCard'], panel: cardForm },
          ]}
        />
      )}
      {!showsProof && (
        <div className={css.pay}>
          <p className={css.terms}>{t['plan.terms']}</p>
          <Terms />
          <LoadingButton type="submit" block loading={paying} loadingText={t['title.paymentConfirming']}>
            {fill(t['plan.set'], { amount: money(schedule[0]?.value ?? 0) })}
          </LoadingButton>
          <PaidSecurely with="Stripe" />
        </div>
      )}
    </Form>
  )
  return (
    <div className={css.form}>
      {form}
      {showsProof && (
        <div className={css.form}>
          <p>{t['plan.prove']}</p>
          <ProveAgain
            email={checkout.account?.email ?? ''}
            onProved={pay}
            onReserving={(message) => {
              payment.reset(message)
              void store.reload({ quiet: true })
            }}
          />
        </div>
      )}
    </div>
  )
}

const Schedule = ({ schedule, money }: { schedule: PlanOption['schedule']; money: (amount: number) => string }) => (
  <dl className={css.schedule}>
    {schedule.map(({ uk_due, value }, index) => (
      <div key={uk_due}>
        <dt>{index === 0 ? t['plan.today'] : formatDay(uk_due)}</dt>
        <dd>{money(value)}</dd>
      </div>
    ))}
  </dl>
)

/** 'Wed 23 Dec 2026' */
const formatDay = (ukDay: string): string => {
  const day = parseUkDate(ukDay)
  return day === null ? ukDay : niceDay(day)
}

const cardLabel = ({ card_type, last4digits, expiry }: SavedPaymentMethod) =>
  fill(t['plan.savedCard'], { card: titleCase(card_type), last4: last4digits, expiry })

/** What is left after the first payment. */
const laterPayments = (schedule: PlanOption['schedule'], currency: CurrencyCode) =>
  toMajor(sum(schedule.slice(1).map(({ value }) => toMinor(value, currency))), currency)
