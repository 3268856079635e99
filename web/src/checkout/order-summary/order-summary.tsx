import { fill } from '@foyer/contract/fill.ts'
import { common, checkout as t } from '@foyer/contract/messages.en.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import { basketQuantity } from '@foyer/domain/basket/quantity-total.ts'
import { durationClock, durationWords } from '@foyer/domain/format/duration.ts'
import { formatMoney } from '@foyer/domain/format/money.ts'
import { displayedPrice, isFree } from '@foyer/domain/money/display.ts'
import { toMajor, toMinor } from '@foyer/domain/money/money.ts'
import { type ReactNode, useId, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { chevronIcon, tickIcon } from '../../ui/display/icons.ts'
import { Countdown, type CountdownFormat } from '../../ui/feedback/countdown.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { useCheckout, useCheckoutState, useRenderedAt, useStore } from '../state/context.tsx'
import { ContinueOnOtherDevice } from './continue-on-other-device.tsx'
import { EditBasket } from './edit-basket.tsx'
import css from './order-summary.module.css'
import { moneyRows, totalWords } from './rows.ts'

type Props = {
  /** the time left; a step that is not timed leaves it out */
  countdown?: boolean
  /** the words of the edit-basket link; without them there is none */
  edit?: string
  /** paid for: ticks instead of quantities */
  completed?: boolean
  /** on a phone it stays at the top while the step scrolls */
  pinned?: boolean
  className?: string
}

/** What is being bought and what it costs, beside every step. Below two columns it folds into a bar. */
export function OrderSummary({ countdown = false, edit, completed = false, pinned = true, className }: Props) {
  const checkout = useCheckout()
  const [open, setOpen] = useState(false)
  const id = useId()
  const money = (amount: number) => formatMoney(amount, checkout.currency.symbol)
  const total = totalWords(checkout)
  return (
    <section
      aria-labelledby={`${id}-title`}
      data-open={open}
      data-sticky={pinned ? 'top' : undefined}
      className={cx(css.summary, pinned && css.pinned, className)}
    >
      {countdown && <TimeLeft />}
      <h2 id={`${id}-title`} className={css.heading}>
        <button
          type="button"
          className={css.toggle}
          aria-expanded={open}
          aria-controls={`${id}-basket`}
          onClick={() => setOpen(!open)}
        >
          <span className={css.words}>
            {fill(t['summary.show'], { n: basketQuantity(checkout) })}
            <Icon shape={chevronIcon} size={20} className={css.chevron} />
          </span>
          <span className={css.barTotal}>{total}</span>
        </button>
        <span className={css.plain}>{t['summary.title']}</span>
      </h2>
      <div id={`${id}-basket`} className={css.basket}>
        <Lines checkout={checkout} completed={completed} money={money} />
        <dl className={css.rows}>
          {moneyRows(checkout).map(({ key, label, amount }) => (
            <div key={key} className={css.row}>
              <dt>{label}</dt>
              <dd>{money(amount)}</dd>
            </div>
          ))}
          <div className={cx(css.row, css.total)}>
            <dt>{t['summary.total']}</dt>
            <dd data-total>{total}</dd>
          </div>
        </dl>
        {edit && (
          <div className={css.deeds}>
            <EditBasket text={edit} />
            <ContinueOnOtherDevice />
          </div>
        )}
      </div>
    </section>
  )
}

type LinesProps = { checkout: Checkout; completed: boolean; money: (amount: number) => string }

function Lines({ checkout, completed, money }: LinesProps) {
  const { tickets, gift_vouchers, all_booking_fees_are_absorbed: absorbed } = checkout
  const times = (amount: number, qty: number) => money(toMajor(toMinor(amount) * qty))
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without its marks Safari no longer takes it for a list
    <ul role="list" className={css.lines}>
      {tickets.map((line) => (
        <Line
          key={line.ticket_id}
          qty={line.qty}
          completed={completed}
          title={line.event_name}
          price={isFree(line) ? common['label.free'] : times(displayedPrice(line, absorbed), line.qty)}
        >
          <span>{line.ticket_name}</span>
          <span>{line.nice_date}</span>
          {line.seats.length > 0 && <span>{fill(t['basket.seats'], { seats: line.seats.join(', ') })}</span>}
        </Line>
      ))}
      {gift_vouchers.map((line) => (
        <Line
          key={`voucher-${line.id}-${line.value}`}
          qty={line.qty}
          completed={completed}
          title={line.name}
          price={times(line.value, line.qty)}
        >
          <span>{fill(t['basket.voucherValue'], { value: money(line.value) })}</span>
        </Line>
      ))}
    </ul>
  )
}

type LineProps = { qty: number; completed: boolean; title: string; price: string; children: ReactNode }

function Line({ qty, completed, title, price, children }: LineProps) {
  return (
    <li className={css.line}>
      <span className={css.quantity}>
        {completed ? (
          <>
            <Icon shape={tickIcon} size={20} className={css.tick} />
            <span className="visually-hidden">{t['summary.done']}</span>
          </>
        ) : (
          fill(t['summary.quantity'], { n: qty })
        )}
      </span>
      <span className={css.what}>
        <span className={css.title}>{title}</span>
        {children}
      </span>
      <span className={css.price}>{price}</span>
    </li>
  )
}

const FORMAT: CountdownFormat = {
  clock: durationClock,
  words: durationWords,
  spoken: (seconds) =>
    seconds > 0 ? fill(t['countdown.spoken'], { time: durationWords(seconds) }) : t['countdown.ended'],
}

function TimeLeft() {
  const store = useStore()
  const { deadline } = useCheckoutState()
  const now = useNow({
    clock: store.clock,
    initial: useRenderedAt(),
    alignTo: deadline ?? 0,
    running: deadline !== null,
  })
  if (deadline === null) return null
  return (
    <Countdown
      deadline={deadline}
      now={now}
      label={t['label.ticketsReservedFor']}
      format={FORMAT}
      className={css.clock}
    />
  )
}
