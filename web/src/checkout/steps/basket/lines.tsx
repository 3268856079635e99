import type { SentBody } from '@foyer/contract/calls.ts'
import { fill } from '@foyer/contract/fill.ts'
import { account, common, checkout as t } from '@foyer/contract/messages.ts'
import type { CallName } from '@foyer/contract/paths.ts'
import { seatsText } from '@foyer/contract/seats.ts'
import type { GiftVoucherLine, TicketLine } from '@foyer/contract/types.ts'
import { maxPerBasket } from '@foyer/domain/basket/quantity.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { displayedPrice, hidesBookingFees, isFree, priceWithHiddenFee } from '@foyer/domain/money/display.ts'
import type { Minor } from '@foyer/domain/money/money.ts'
import type { Line, VoucherLine } from '@foyer/domain/sale/line.ts'
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { sendOnLeaving } from '../../../api/client.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { alertIcon, binIcon } from '../../../ui/display/icons.ts'
import { Tag } from '../../../ui/display/tag.tsx'
import { announce } from '../../../ui/feedback/announce.ts'
import { QuantityStepper } from '../../../ui/forms/quantity/quantity-stepper.tsx'
import { useHydrated } from '../../../ui/hooks/use-hydrated.ts'
import { OwnTerms } from '../../frame/frame.tsx'
import { useCheckout, useSale, useStore } from '../../state/context.tsx'
import type { CheckoutStore } from '../../state/store.ts'
import css from './basket.module.css'
import { type createEdits, type EditableLine, type Edits, type QuantityWarning, shownLine } from './edits.ts'
import { RefundPolicyLink } from './refund-policy.tsx'

const Amount = lazy(() => import('./amount.tsx'))

const WARNING = { max: t['warning.maxCanReserve'], min: t['warning.minPerCustomer'] } as const
const warningText = (warning: QuantityWarning, maxText: string = WARNING.max) => {
  if (warning.kind === 'refused') return warning.text
  return fill(warning.kind === 'max' ? maxText : WARNING.min, { n: warning.n })
}

export const ticketKey = ({ ticketTypeId }: Pick<Line, 'ticketTypeId'>): string => `ticket-${ticketTypeId}`
/** One design can be in the basket with several values. */
const voucherKey = (line: GiftVoucherLine) => `voucher-${line.id}-${line.value}`

type Props = { edits: ReturnType<typeof createEdits>; edited: Edits }

/**
 * The lines of the basket, each with its quantity and a Remove button: under each voucher its values, and under each date of an
 * event its ticket types.
 */
export function Lines({ edits, edited }: Props) {
  const store = useStore()
  const { tickets, gift_vouchers } = useCheckout()
  const sale = useSale()
  const [removing, setRemoving] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLUListElement>(null)
  const money = (minor: Minor) => formatMinor(minor, sale.currency)

  /** The line disappears at once, and returns when the server could not remove it. */
  const remove = async (key: string, name: string, removeOnServer: () => Promise<{ ok: boolean }>) => {
    edits.forget(key)
    setRemoving((before) => new Set(before).add(key))
    list.current?.focus()
    if ((await removeOnServer()).ok) announce(fill(t['basket.removed'], { name }))
    setRemoving((before) => {
      const rest = new Set(before)
      rest.delete(key)
      return rest
    })
  }

  const shared = { money, edits, edited }
  const vouchers = groupBy(
    gift_vouchers
      .map((wireLine, i) => ({ wireLine, line: sale.vouchers[i]! }))
      .filter(({ wireLine }) => !removing.has(voucherKey(wireLine))),
    ({ wireLine }) => wireLine.id,
  )
  const linesByDate = groupBy(
    tickets
      .map((wireLine, i) => ({ wireLine, line: sale.lines[i]! }))
      .filter(({ line }) => !removing.has(ticketKey(line))),
    ({ wireLine }) => `${wireLine.event_url} ${wireLine.nice_date}`,
  )

  return (
    // biome-ignore lint/a11y/noRedundantRoles: without markers, Safari does not announce it as a list
    <ul role="list" ref={list} tabIndex={-1} className={css.lines} aria-label={t['basket.contents']}>
      {[...vouchers.values()].map((lines) => (
        <Group
          key={`voucher-${lines[0]!.wireLine.id}`}
          thumbnail={lines[0]!.wireLine.thumbnail}
          title={lines[0]!.wireLine.name}
          about={<a href={lines[0]!.wireLine.o_url}>{lines[0]!.wireLine.o_name}</a>}
        >
          {lines.map(({ line, wireLine }) => (
            <VoucherRow
              key={voucherKey(wireLine)}
              line={line}
              wireLine={wireLine}
              {...shared}
              remove={() =>
                remove(voucherKey(wireLine), wireLine.name, () =>
                  store.change(
                    'remove_gift_voucher_from_basket',
                    { gift_voucher_id: wireLine.id, value: wireLine.value },
                    t['error.removeGiftVoucherFromBasket'],
                  ),
                )
              }
            />
          ))}
        </Group>
      ))}
      {[...linesByDate].map(([key, lines]) => (
        <Group
          key={key}
          thumbnail={lines[0]!.wireLine.thumbnail}
          title={
            <a href={lines[0]!.wireLine.event_url} className="clamp">
              {lines[0]!.wireLine.event_name}
            </a>
          }
          about={
            <>
              <span className="event-date">{lines[0]!.wireLine.nice_date}</span>
              <SoldBy url={lines[0]!.wireLine.organiser_url} />
            </>
          }
        >
          {lines.map(({ line, wireLine }) => (
            <TicketRow
              key={ticketKey(line)}
              line={line}
              wireLine={wireLine}
              {...shared}
              remove={() =>
                remove(ticketKey(line), wireLine.ticket_name, () =>
                  store.change('remove_from_basket', { ticket_id: wireLine.ticket_id }, t['error.removeFromBasket']),
                )
              }
            />
          ))}
        </Group>
      ))}
    </ul>
  )
}

/** How a line's quantity is stored: with a call whose answer is awaited, or with one that outlives the page. */
const quantityCalls = <N extends CallName>(
  store: CheckoutStore,
  name: N,
  failure: string,
  bodyOf: (quantity: number) => SentBody<N>,
): Pick<EditableLine, 'send' | 'sendOnLeaving'> => ({
  async send(quantity) {
    const answer = await store.change(name, bodyOf(quantity), failure)
    if (answer.ok) return { kind: 'stored' }
    return navigator.onLine ? { kind: 'refused', reason: answer.code ? answer.error : '' } : { kind: 'offline' }
  },
  sendOnLeaving: (quantity) => sendOnLeaving(name, bodyOf(quantity)),
})

/** The line as it is shown; what was typed on a page that was left before it was stored is stored now. */
function useEdited({ edits, edited }: Props, editable: EditableLine) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each line of a page
  useEffect(() => edits.resume(editable), [])
  return shownLine(edited, editable)
}

type LineProps<L, WireLine> = Props & {
  line: L
  wireLine: WireLine
  money: (minor: Minor) => string
  remove: () => Promise<void>
}

function TicketRow({ line, wireLine, money, edits, edited, remove }: LineProps<Line, TicketLine>) {
  const store = useStore()
  const checkout = useCheckout()
  const absorbed = checkout.all_booking_fees_are_absorbed
  const hydrated = useHydrated()
  const price = displayedPrice(line, absorbed)
  const toPay = priceWithHiddenFee(line, absorbed, hidesBookingFees(useSale()))
  const editable: EditableLine = {
    key: ticketKey(line),
    line,
    ...quantityCalls(store, 'update_ticket_quantity', t['error.updateTicketQuantity'], (quantity) => ({
      ticket_id: line.ticketTypeId,
      quantity,
    })),
  }
  const shown = useEdited({ edits, edited }, editable)
  // A family ticket has several seats.
  const seatsEach = Math.max(1, Math.round(wireLine.seats.length / line.qty))
  const seats = wireLine.seats.slice(0, shown.quantity * seatsEach)
  const each = isFree(line) ? common['label.free'] : money(price)
  const showsFee = !line.hideBookingFee && line.bookingFeeMinor > 0
  return (
    <Row
      title={wireLine.ticket_name}
      name={wireLine.ticket_name}
      shown={shown}
      edit={wireLine.can_update_quantity ? (quantity) => edits.edit(editable, quantity) : null}
      onUnfinished={() => edits.forget(editable.key)}
      max={maxPerBasket(line)}
      total={isFree(line) ? common['label.free'] : money(toPay * shown.quantity)}
      remove={remove}
      below={<RefundPolicyLink line={wireLine} />}
    >
      {seats.length > 0 && <p>{seatsText(seats)}</p>}
      <p>
        <span className="tabular">{each}</span> {t['basket.each']}
        {toPay !== price && !isFree(line) && (
          <span className={css.fee}>{fill(t['basket.toPay'], { price: money(toPay) })}</span>
        )}
        {showsFee && (
          <span className={css.fee}>
            {absorbed && !isFree(line)
              ? t['basket.includesFee']
              : fill(t['basket.bookingFee'], {
                  price: money(line.priceMinor + line.bookingFeeMinor),
                  fee: money(line.bookingFeeMinor),
                })}
          </span>
        )}
      </p>
      {hydrated && wireLine.pay_what_you_can && (
        <Suspense>
          <Amount line={line} pays={wireLine.pay_what_you_can} />
        </Suspense>
      )}
      {wireLine.non_refundable && (
        <p>
          <Tag tone="warning">{t['basket.nonRefundable']}</Tag>
        </p>
      )}
    </Row>
  )
}

function VoucherRow({ line, wireLine, money, edits, edited, remove }: LineProps<VoucherLine, GiftVoucherLine>) {
  const store = useStore()
  const editable: EditableLine = {
    key: voucherKey(wireLine),
    line: { qty: line.qty, maxCanReserve: wireLine.max_qty, minPerCustomer: 1 },
    ...quantityCalls(store, 'update_gift_voucher_quantity', t['error.updateGiftVoucherQuantity'], (qty) => ({
      gift_voucher_id: wireLine.id,
      qty,
      value: wireLine.value,
    })),
  }
  const shown = useEdited({ edits, edited }, editable)
  return (
    <Row
      title={fill(t['basket.voucherValue'], { value: money(line.valueMinor) })}
      name={wireLine.name}
      shown={shown}
      edit={(quantity) => edits.edit(editable, quantity)}
      onUnfinished={() => edits.forget(editable.key)}
      max={wireLine.max_qty}
      maxText={t['warning.maxVouchers']}
      total={money(line.valueMinor * shown.quantity)}
      remove={remove}
    >
      <p>{fill(t['basket.voucherExpiry'], { date: wireLine.uk_expiry_date })}</p>
    </Row>
  )
}

function SoldBy({ url }: { url: string }) {
  const organiser = useCheckout().organisers.find(({ full_url }) => full_url === url)
  return (
    organiser && (
      <span>
        {fill(account['order.soldBy'], { organiser: organiser.name })}
        <OwnTerms {...organiser} />
      </span>
    )
  )
}

type GroupProps = { thumbnail: string; title: ReactNode; about: ReactNode; children: ReactNode }

/** The picture and the title that several lines share. */
function Group({ thumbnail, title, about, children }: GroupProps) {
  const id = useId()
  return (
    <li className={css.group}>
      <img className={css.thumb} src={thumbnail} alt="" width={96} height={72} decoding="async" />
      <div className={css.words}>
        <h2 id={id} className={css.title}>
          <bdi>{title}</bdi>
        </h2>
        {about}
      </div>
      {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
      <ul role="list" aria-labelledby={id} className={css.own}>
        {children}
      </ul>
    </li>
  )
}

type RowProps = {
  title: string
  name: string
  shown: ReturnType<typeof shownLine>
  /** null: the quantity is plain text */
  edit: ((quantity: number) => void) | null
  onUnfinished: () => void
  max: number
  /** Says what the maximum is; that of tickets unless given. */
  maxText?: string
  total: string
  remove: () => Promise<void>
  below?: ReactNode
  children: ReactNode
}

function Row({ title, name, shown, edit, onUnfinished, max, maxText, total, remove, below, children }: RowProps) {
  const { quantity, warning, pending } = shown
  const warningId = useId()
  return (
    <li className={css.line}>
      <div className={css.words}>
        <h3 className={css.what}>
          <bdi>{title}</bdi>
        </h3>
        {children}
      </div>
      <div className={css.controls}>
        {edit ? (
          <QuantityStepper
            value={quantity}
            max={max}
            onChange={edit}
            onUnfinished={onUnfinished}
            describedBy={warning ? warningId : undefined}
            invalid={warning?.kind === 'min'}
            labels={{
              group: fill(common['quantity.group'], { name }),
              fewer: fill(common['quantity.fewer'], { name }),
              more: fill(common['quantity.more'], { name }),
            }}
          />
        ) : (
          <p className={css.fixed}>
            {t['basket.quantity']} <strong className="tabular">{quantity}</strong>
          </p>
        )}
        <Button variant="quiet" small icon={binIcon} aria-label={fill(t['basket.remove'], { name })} onClick={remove}>
          {common.remove}
        </Button>
      </div>
      <p className={cx(css.lineTotal, pending && css.dim)} aria-busy={pending || undefined}>
        {pending ? t['basket.updating'] : total}
      </p>
      <div className={css.below} aria-live="polite">
        {warning && (
          <p id={warningId} className={css.warning}>
            <Icon shape={alertIcon} size={20} />
            {warningText(warning, maxText)}
          </p>
        )}
        {below}
      </div>
    </li>
  )
}
