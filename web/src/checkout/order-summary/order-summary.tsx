import { fill } from '@foyer/contract/fill.ts'
import { common, checkout as t } from '@foyer/contract/messages.ts'
import { seatsText } from '@foyer/contract/seats.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import { basketQuantity } from '@foyer/domain/basket/quantity-total.ts'
import { showsCountdown } from '@foyer/domain/checkout/steps.ts'
import { durationClock, durationWords } from '@foyer/domain/format/duration.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { hidesBookingFees, isFree, priceWithHiddenFee } from '@foyer/domain/money/display.ts'
import { type Minor, sum, toMinor } from '@foyer/domain/money/money.ts'
import type { Sale } from '@foyer/domain/sale/sale.ts'
import { type ReactNode, useId, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { chevronIcon, tickIcon } from '../../ui/display/icons.ts'
import { Countdown, type CountdownFormat } from '../../ui/feedback/countdown.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { useCheckout, useCheckoutState, useRenderedAt, useSale, useStore } from '../state/context.tsx'
import { ContinueOnOtherDevice } from './continue-on-other-device.tsx'
import { EditBasket } from './edit-basket.tsx'
import css from './order-summary.module.css'
import { RemoveCode } from './remove-code.tsx'
import { moneyRows, totalWords } from './rows.ts'

/** Lines and titles that leave room for the Reserve button in a window of 768 pixels. */
const MOST_UNFOLDED = 3

type Props = {
  /** the text of the edit-basket link; there is no link without it */
  edit?: string
  /** the order is paid: ticks are shown instead of quantities */
  completed?: boolean
  /**
   * in the basket, where the lines are on the page and a bar has the total: it scrolls away, shows the total once, and folds many
   * lines on wide screens too, so that the button below it is in the first screen
   */
  inBasket?: boolean
  className?: string
}

/** Shows what is being bought and what it costs, beside every step. On narrow screens it folds into a bar. */
export function OrderSummary({ edit, completed = false, inBasket = false, className }: Props) {
  const checkout = useCheckout()
  const { step } = useCheckoutState()
  const [open, setOpen] = useState(false)
  const id = useId()
  const sale = useSale()
  const money = (minor: Minor) => formatMinor(minor, sale.currency)
  const total = totalWords(sale)
  const events = new Set(checkout.tickets.map(({ date_id }) => date_id)).size
  const folds = inBasket && events + sale.lines.length + 2 * sale.vouchers.length > MOST_UNFOLDED
  return (
    <section
      aria-labelledby={`${id}-title`}
      data-open={open}
      data-sticky={inBasket ? undefined : 'top'}
      className={cx(css.summary, !inBasket && css.pinned, folds && css.folds, className)}
    >
      {showsCountdown(step) && <TimeLeft />}
      <h2 id={`${id}-title`} className={css.heading}>
        <button
          type="button"
          className={css.toggle}
          aria-expanded={open}
          aria-controls={`${id}-basket`}
          onClick={() => setOpen(!open)}
        >
          <span className={css.words}>
            {fill(t['summary.show'], { n: basketQuantity(sale) })}
            <Icon shape={chevronIcon} size={20} className={css.chevron} />
          </span>
          {!inBasket && <span className={css.barTotal}>{total}</span>}
        </button>
        <span className={css.plain}>{t['summary.title']}</span>
      </h2>
      <div id={`${id}-basket`} className={css.basket}>
        <Lines checkout={checkout} sale={sale} completed={completed} money={money} />
        <dl className={css.rows} tabIndex={-1}>
          {folds && <Subtotals checkout={checkout} sale={sale} money={money} />}
          {moneyRows(checkout, sale).map(({ key, label, amountMinor, code }) => (
            <div key={key} className={css.row}>
              <dt>
                {label} {code && step === 'basket' && <RemoveCode code={code} />}
              </dt>
              <dd>{money(amountMinor)}</dd>
            </div>
          ))}
          <div className={cx(css.row, css.total)}>
            <dt>{t['summary.total']}</dt>
            <dd data-total>{total}</dd>
          </div>
          {checkout.tax_total && (
            <div className={css.row}>
              <dt>{t['summary.tax']}</dt>
              <dd>{money(toMinor(checkout.tax_total, sale.currency))}</dd>
            </div>
          )}
        </dl>
        {edit && (
          <div className={css.actions}>
            <EditBasket text={edit} />
            <ContinueOnOtherDevice />
          </div>
        )}
      </div>
    </section>
  )
}

/** What the folded lines cost, so that the amounts add up. */
function Subtotals({ checkout, sale, money }: Omit<LinesProps, 'completed'>) {
  const absorbed = checkout.all_booking_fees_are_absorbed
  const hidden = hidesBookingFees(sale)
  const tickets = sum(sale.lines.map((line) => priceWithHiddenFee(line, absorbed, hidden) * line.qty))
  const vouchers = sum(sale.vouchers.map(({ valueMinor, qty }) => valueMinor * qty))
  return [[t['summary.tickets'], tickets] as const, [common['nav.giftVouchers'], vouchers] as const].map(
    ([label, amount]) =>
      amount > 0 && (
        <div key={label} className={cx(css.row, css.subtotal)}>
          <dt>{label}</dt>
          <dd>{money(amount)}</dd>
        </div>
      ),
  )
}

type LinesProps = { checkout: Checkout; sale: Sale; completed: boolean; money: (minor: Minor) => string }

function Lines({ checkout, sale, completed, money }: LinesProps) {
  const { tickets, gift_vouchers, all_booking_fees_are_absorbed: absorbed } = checkout
  const hidden = hidesBookingFees(sale)
  const linesByDate = groupBy(
    tickets.map((wireLine, i) => ({ wireLine, line: sale.lines[i]! })),
    ({ wireLine }) => `${wireLine.event_url} ${wireLine.nice_date}`,
  )
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without markers, Safari does not announce it as a list
    <ul role="list" className={css.lines}>
      {[...linesByDate.values()].flatMap((lines) =>
        lines.map(({ wireLine, line }, i) => (
          <Line
            key={wireLine.ticket_id}
            qty={wireLine.qty}
            completed={completed}
            // The event's title is not repeated for its next ticket types.
            title={i === 0 ? wireLine.event_name : null}
            date={wireLine.nice_date}
            price={
              isFree(line) ? common['label.free'] : money(priceWithHiddenFee(line, absorbed, hidden) * wireLine.qty)
            }
          >
            <span>{wireLine.ticket_name}</span>
            {wireLine.seats.length > 0 && <span>{seatsText(wireLine.seats)}</span>}
          </Line>
        )),
      )}
      {gift_vouchers.map((line, i) => (
        <Line
          key={`voucher-${line.id}-${line.value}`}
          qty={line.qty}
          completed={completed}
          title={line.name}
          price={money(sale.vouchers[i]!.valueMinor * line.qty)}
        >
          <span>{fill(t['basket.voucherValue'], { value: money(sale.vouchers[i]!.valueMinor) })}</span>
        </Line>
      ))}
    </ul>
  )
}

type LineProps = {
  qty: number
  completed: boolean
  /** of the first line of an event date or gift voucher */
  title: string | null
  date?: string
  price: string
  children: ReactNode
}

function Line({ qty, completed, title, date, price, children }: LineProps) {
  return (
    <li className={css.line}>
      {title !== null && (
        <span className={css.head}>
          <bdi className={cx('clamp', css.title)}>{title}</bdi> {date}
        </span>
      )}
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
      <span className={css.what}>{children}</span>
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
