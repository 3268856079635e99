import { fill } from '@foyer/contract/fill.ts'
import { common, shop } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { TicketTypeData } from '@foyer/contract/types.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import type { CurrencyCode } from '@foyer/domain/money/money.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { cx } from '../../ui/cx.ts'
import { basketIcon } from '../../ui/display/icons.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { StickyBar } from '../../ui/layout/sticky-bar.tsx'
import { AddedToBasket, BasketIsHeld, focusLink } from '../added-to-basket.tsx'
import { type PricedEvent, totalMinor, totalQuantity } from './choice.ts'
import css from './event.module.css'
import type { Buy } from './use-buy.ts'

type Props = { buy: Buy; tickets: readonly TicketTypeData[]; event: PricedEvent }

/** FREE when the selection costs nothing; with no selection, the total is 0 in figures. */
const priceText = (minor: number, quantity: number, currency: CurrencyCode): string =>
  minor === 0 && quantity > 0 ? common['label.free'] : formatMinor(minor, currency)

const totalText = ({ buy, tickets, event }: Props): string =>
  priceText(totalMinor(buy.choices, tickets, event, buy.amounts), totalQuantity(buy.choices), event.currency.code)

/** Everything that was chosen is in the basket, and nothing has been chosen since. */
const hasJustAdded = ({ isAdded, choices }: Buy): boolean => isAdded && totalQuantity(choices) === 0

const addedText = ({ buy: { added }, event }: Props): string =>
  `${fill(shop['tickets.count'], { n: added.quantity })} · ${priceText(added.minor, added.quantity, event.currency.code)}`

/** The foot of the panel: the result of the last press and, on a wide screen, the total and the button. */
export function AddFoot(props: Props) {
  const { buy } = props
  const isDone = hasJustAdded(buy)
  return (
    <div className={css.foot}>
      <div role="status">
        {buy.isAdded && (
          <AddedToBasket
            addedText={isDone ? addedText(props) : undefined}
            linkClass={isDone ? css.wideOnly : undefined}
          />
        )}
        {buy.heldError && <BasketIsHeld text={buy.heldError} />}
        {buy.nothingChosen && <Alert type="info">{shop['tickets.none']}</Alert>}
      </div>
      {!isDone && (
        <div className={cx(css.buy, css.wideOnly)}>
          <p className={css.total}>
            {shop['tickets.total']} <span className={css.totalSum}>{totalText(props)}</span>
          </p>
          <AddButton buy={buy} />
        </div>
      )}
    </div>
  )
}

/** On a phone, the price and a link to the tickets; once some are chosen, the total and the button stay within reach. */
export function AddBar({ fromText, ...props }: Props & { fromText: string | null }) {
  const { buy } = props
  const count = totalQuantity(buy.choices)
  if (count === 0 && !buy.isAdded && fromText !== null)
    return (
      <StickyBar
        className={css.bar}
        label={shop['tickets.order']}
        action={<ButtonLink href="#tickets">{shop['tickets.choose']}</ButtonLink>}
      >
        <p>{fromText}</p>
      </StickyBar>
    )
  return (
    <StickyBar
      className={css.bar}
      label={shop['tickets.order']}
      action={
        hasJustAdded(buy) ? (
          <ButtonLink ref={focusLink} href={PAGES.checkout} icon={basketIcon}>
            {shop['tickets.goToBasket']}
          </ButtonLink>
        ) : (
          <AddButton buy={buy} />
        )
      }
    >
      <p>
        {hasJustAdded(buy)
          ? priceText(buy.added.minor, buy.added.quantity, props.event.currency.code)
          : totalText(props)}
      </p>
      <p className={css.quiet}>
        {hasJustAdded(buy)
          ? fill(shop['tickets.inBasket'], { n: buy.added.quantity })
          : fill(shop['tickets.count'], { n: count })}
      </p>
    </StickyBar>
  )
}

const AddButton = ({ buy }: { buy: Buy }) => (
  <LoadingButton loading={buy.isAdding} onClick={buy.add}>
    {shop['tickets.add']}
  </LoadingButton>
)
