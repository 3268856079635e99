import { fill } from '@foyer/contract/fill.ts'
import { common, shop } from '@foyer/contract/messages.ts'
import type { GiftVoucherDesign } from '@foyer/contract/types.ts'
import { formatMoney } from '@foyer/domain/format/money.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { setBasketQuantity } from '../../shell/basket-badge.ts'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { FieldError } from '../../ui/forms/fields/field.tsx'
import { OptionGroup } from '../../ui/forms/fields/option-group.tsx'
import { QuantityStepper } from '../../ui/forms/quantity/quantity-stepper.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { AddedToBasket, BasketIsHeld } from '../added-to-basket.tsx'
import css from './vouchers.module.css'

type Props = { design: GiftVoucherDesign; heading: 'h2' | 'h3' }

/** One gift voucher design, with a value and a quantity to add to the basket. */
export function VoucherCard({ design, heading: Heading }: Props) {
  const { id, name, values, max_qty, currency } = design
  const [value, setValue] = useState(values[0] ?? 0)
  const [quantity, setQuantity] = useState(1)
  const [isAdded, setIsAdded] = useState(false)
  const [heldText, setHeldText] = useState('')
  const { busy, failed, setFailed, run } = useAction()

  const change = <T,>(set: (to: T) => void, to: T) => {
    set(to)
    setFailed('')
    setHeldText('')
    setIsAdded(false)
  }

  const add = async () => {
    setHeldText('')
    setIsAdded(false)
    const answer = await call('add_gift_voucher_to_basket', { gift_voucher_id: id, qty: quantity, value })
    setIsAdded(answer.ok)
    if (answer.ok) return setBasketQuantity(answer.reply.basket_quantity)
    if (answer.code === 'basket_is_held') return setHeldText(answer.error)
    const message = answer.error || common['error.unknown']
    setFailed(message)
    announce(message, 'assertive')
  }

  return (
    <article className={css.card}>
      <img className={css.picture} src={design.thumbnail} alt="" width={400} height={300} decoding="async" />
      <div className={css.words}>
        <div>
          <Heading>{name}</Heading>
          <p className={css.by}>
            <a href={design.organiser_url}>{design.organiser}</a>
          </p>
        </div>
        {design.description && <p>{design.description}</p>}
        <p className={css.valid}>{fill(shop['voucher.valid'], { n: design.valid_months })}</p>
        {design.sold_by && <p className={css.valid}>{design.sold_by}</p>}
        <OptionGroup
          legend={shop['voucher.value']}
          layout="row"
          name={`value-${id}`}
          value={String(value)}
          onChange={(to) => change(setValue, Number(to))}
          options={values.map((each) => ({ value: String(each), label: formatMoney(each, currency.code) }))}
        />
        <div className={css.quantity}>
          <p className={css.label}>{shop['voucher.quantity']}</p>
          <QuantityStepper
            value={quantity}
            max={max_qty}
            disabled={busy !== null}
            onChange={(to) => change(setQuantity, Math.min(to, max_qty))}
            labels={{
              group: fill(common['quantity.group'], { name }),
              fewer: fill(common['quantity.fewer'], { name }),
              more: fill(common['quantity.more'], { name }),
            }}
          />
        </div>
        {failed && <FieldError>{failed}</FieldError>}
        <div role="status">
          {heldText && <BasketIsHeld text={heldText} />}
          {isAdded && <AddedToBasket />}
        </div>
        <LoadingButton loading={busy !== null} variant={isAdded ? 'secondary' : 'primary'} onClick={() => run(add)}>
          {shop['voucher.add']}
        </LoadingButton>
      </div>
    </article>
  )
}
