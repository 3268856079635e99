import type { ReplyOf } from '@foyer/contract/calls.ts'
import { fill } from '@foyer/contract/fill.ts'
import { account, common } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { PaymentPlan, SavedPaymentMethod } from '@foyer/contract/types.ts'
import { formatMoney } from '@foyer/domain/format/money.ts'
import { lazy, Suspense, useId, useState } from 'react'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/actions/button.tsx'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { Tag, type TagTone } from '../../ui/display/tag.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { SelectField } from '../../ui/forms/fields/select-field.tsx'
import { LEAVING, useAction } from '../../ui/forms/use-action.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import css from './account.module.css'
import { AddCard } from './add-card.tsx'
import { cardLabel } from './card-label.ts'
import { showFailure } from './show-failure.ts'

/** Loaded on demand, because it is in the checkout's script, which this page doesn't need otherwise. */
const Modal = lazy(async () => ({ default: (await import('../../ui/overlays/modal.tsx')).Modal }))

type Instalment = PaymentPlan['payments'][number]
type StatusTag = { text: string; tone: TagTone }

const PLAN_TAGS: Record<PaymentPlan['status'], StatusTag> = {
  active: { text: account['settings.active'], tone: 'info' },
  overdue: { text: account['settings.overdue'], tone: 'error' },
  completed: { text: account['settings.completed'], tone: 'success' },
  cancelled: { text: account['settings.cancelled'], tone: 'plain' },
}
const PAYMENT_TAGS: Record<Instalment['status'], StatusTag> = {
  due: { text: account['settings.due'], tone: 'plain' },
  paying: { text: account['settings.paying'], tone: 'info' },
  needs_authentication: { text: account['settings.needsAuthentication'], tone: 'warning' },
  paid: { text: account['settings.paid'], tone: 'success' },
  failed: { text: account['settings.failed'], tone: 'error' },
  cancelled: { text: account['settings.notTaken'], tone: 'plain' },
}

type Props = {
  plan: PaymentPlan
  cards: readonly SavedPaymentMethod[]
  onPlans: (plans: PaymentPlan[]) => void
  /** called after a payment */
  onPaid: () => Promise<void>
}

/** One payment plan: remaining payments, past payments, and the card. */
export function PlanCard({ plan, cards, onPlans, onPaid }: Props) {
  const titleId = useId()
  const money = (amount: number) => formatMoney(amount, plan.currency.code)
  const { text, tone } = PLAN_TAGS[plan.status]
  const next = plan.payments.find(({ can_pay }) => can_pay)
  const isRunning = plan.status === 'active' || plan.status === 'overdue'
  return (
    <Panel className={css.plan} role="group" aria-labelledby={titleId}>
      <div className={css.title}>
        <h3 id={titleId}>{plan.title}</h3>
        <Tag tone={tone}>{text}</Tag>
      </div>
      {plan.nice_ends && (
        <Alert type="warning">
          <p>{fill(account['settings.overdueText'], { date: plan.nice_ends })}</p>
        </Alert>
      )}
      {isRunning && <p className="tabular">{fill(account['settings.remaining'], { amount: money(plan.remaining) })}</p>}
      {/* biome-ignore lint/a11y/noRedundantRoles: without markers, Safari does not announce it as a list */}
      <ol role="list" className={css.payments} aria-label={account['settings.schedule']}>
        {plan.payments.map((payment) => (
          <PaymentRow
            key={payment.seq}
            payment={payment}
            // Of the future payments, only the next one can be paid early.
            offersPaying={payment.can_pay && (payment.status !== 'due' || payment === next)}
            plan={plan}
            money={money}
            onPaid={onPaid}
          />
        ))}
      </ol>
      {isRunning && (
        <PlanPaidBy
          plan={plan}
          cards={plan.own_account ? (plan.cards ?? []) : cards}
          onPlans={onPlans}
          onSaved={onPaid}
        />
      )}
      <a href={PAGES.order.replace(':reference', plan.sale_reference)}>{account['settings.order']}</a>
    </Panel>
  )
}

type RowProps = Pick<Props, 'plan' | 'onPaid'> & {
  payment: Instalment
  offersPaying: boolean
  money: (amount: number) => string
}

function PaymentRow({ payment, offersPaying, plan, money, onPaid }: RowProps) {
  const { busy, run } = useAction()
  const [confirming, setConfirming] = useState(false)
  const { text, tone } = PAYMENT_TAGS[payment.status]
  const amount = money(payment.value)

  const pay = async () => {
    const answer = await call('pay_instalment', {
      sale_reference: plan.sale_reference,
      seq: payment.seq,
      payment_method_id: plan.card?.payment_method_id ?? '',
    })
    if (answer.ok && answer.reply.status === 'redirect_to_url' && answer.reply.url) {
      location.assign(answer.reply.url)
      return LEAVING
    }
    if (!answer.ok) showFailure(answer, account['settings.payFailed'])
    else if (answer.reply.status === 'success') notify.success(account['settings.payDone'])
    else notify.error(account['settings.payFailed'])
    await onPaid()
    setConfirming(false)
  }

  return (
    <li className={css.payment}>
      <span>{payment.nice_due}</span>
      <span className={css.amount}>{amount}</span>
      <Tag tone={tone}>{text}</Tag>
      {offersPaying && (
        <Button
          variant={payment.status === 'due' ? 'quiet' : 'primary'}
          small
          aria-label={fill(account['settings.payNowOf'], { amount, date: payment.nice_due })}
          onClick={() => setConfirming(true)}
        >
          {account['settings.payNow']}
        </Button>
      )}
      {confirming && (
        <Suspense>
          <Modal
            open
            onClose={() => setConfirming(false)}
            saving={busy !== null}
            title={fill(account['settings.payConfirm'], { amount })}
            labels={{ close: common['button.close'] }}
            footer={
              <>
                <LoadingButton loading={busy !== null} onClick={() => run(pay)}>
                  {fill(account['settings.payYes'], { amount })}
                </LoadingButton>
                <Button variant="secondary" disabled={busy !== null} onClick={() => setConfirming(false)}>
                  {account['settings.payNo']}
                </Button>
              </>
            }
          >
            <p>
              {fill(account['settings.payConfirmText'], {
                event: plan.title,
                date: payment.nice_due,
                card: plan.card ? cardLabel(plan.card) : '',
              })}
            </p>
          </Modal>
        </Suspense>
      )}
    </li>
  )
}

/** The card of a plan, and a form to change it; failed payments are then tried again. */
function PlanPaidBy({
  plan,
  cards,
  onPlans,
  onSaved,
}: Pick<Props, 'plan' | 'cards' | 'onPlans'> & { onSaved: () => Promise<void> }) {
  const current = plan.card?.payment_method_id ?? ''
  const [chosen, setChosen] = useState(current)
  const { busy, run } = useAction()
  const id = useId()

  const save = async () => {
    const answer = await call('set_plan_card', { sale_reference: plan.sale_reference, payment_method_id: chosen })
    if (!answer.ok) return showFailure(answer)
    onPlans(answer.reply.plans)
    notify.success(account['settings.cardChanged'])
  }

  return (
    <div className={css.paidBy}>
      <SelectField
        id={id}
        label={account['settings.planCard']}
        disabled={busy !== null}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      >
        {cards.map((card) => (
          <option key={card.payment_method_id} value={card.payment_method_id}>
            {cardLabel(card)}
          </option>
        ))}
      </SelectField>
      {chosen !== current && (
        <LoadingButton small loading={busy !== null} onClick={() => run(save)}>
          {account['settings.useCard']}
        </LoadingButton>
      )}
      {plan.own_account && <OwnAccountCard reference={plan.sale_reference} onSaved={onSaved} />}
    </div>
  )
}

/** Saves a card at the organiser's account that collects the plan. */
function OwnAccountCard({ reference, onSaved }: { reference: string; onSaved: () => Promise<void> }) {
  const [setup, setSetup] = useState<ReplyOf<'start_saving_card'> | null>(null)
  const { busy, run } = useAction()

  const start = async () => {
    const answer = await call('start_saving_card', { sale_reference: reference })
    if (answer.ok) setSetup(answer.reply)
    else showFailure(answer, account['settings.cardFailed'])
  }
  const done = async (saved: readonly SavedPaymentMethod[] | null) => {
    setSetup(null)
    if (saved === null) return
    notify.success(account['settings.cardSaved'])
    await onSaved()
  }

  return setup === null ? (
    <LoadingButton variant="secondary" small loading={busy !== null} onClick={() => run(start)}>
      {account['settings.addPlanCard']}
    </LoadingButton>
  ) : (
    <AddCard setup={setup} plan={reference} onDone={done} />
  )
}
