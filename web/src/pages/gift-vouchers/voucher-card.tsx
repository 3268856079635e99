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
import { AddedToBasket, BasketIsHeld } from '../added-to-basket.tsx'
import css from './vouchers.module.css'

type Props = { design: GiftVoucherDesign; heading: 'h2' | 'h3' }

/** One gift voucher design, with a value and a quantity to add to the basket. */
export function VoucherCard({ design, heading: Heading }: Props) {
  const { id, name, values, max_qty, currency } = design
  const [value, setValue] = useState(values[0] ?? 0)
  const [quantity, setQuantity] = useState(1)
  const [state, setState] = useState<'choosing' | 'adding' | 'added'>('choosing')
  const [error, setError] = useState('')
  const [held, setHeld] = useState('')

  const change = <T,>(set: (to: T) => void, to: T) => {
    set(to)
    setError('')
    setHeld('')
    setState('choosing')
  }

  const add = async () => {
    setState('adding')
    setError('')
    setHeld('')
    const answer = await call('add_gift_voucher_to_basket', { gift_voucher_id: id, qty: quantity, value })
    setState(answer.ok ? 'added' : 'choosing')
    if (answer.ok) return setBasketQuantity(answer.reply.basket_quantity)
    if (answer.code === 'basket_is_held') return setHeld(answer.error)
    const message = answer.error || common['error.unknown']
    setError(message)
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
            disabled={state === 'adding'}
            onChange={(to) => change(setQuantity, Math.min(to, max_qty))}
            labels={{
              group: fill(common['quantity.group'], { name }),
              fewer: fill(common['quantity.fewer'], { name }),
              more: fill(common['quantity.more'], { name }),
            }}
          />
        </div>
        {error && <FieldError>{error}</FieldError>}
        <div role="status">
          {held && <BasketIsHeld text={held} />}
          {state === 'added' && <AddedToBasket />}
        </div>
        <LoadingButton loading={state === 'adding'} variant={state === 'added' ? 'secondary' : 'primary'} onClick={add}>
          {shop['voucher.add']}
        </LoadingButton>
      </div>
    </article>
  )
}
