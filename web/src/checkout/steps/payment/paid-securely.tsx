import { fill } from '@foyer/contract/fill.ts'
import { checkout as t } from '@foyer/contract/messages.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { lockIcon } from '../../../ui/display/icons.ts'
import { CardMarks } from './card-marks.tsx'
import css from './payment.module.css'

/** Who takes the payment, beside the button that makes it. On a phone, the marks of cards stand here: there is no room for them beside the method. */
export const PaidSecurely = ({ with: provider }: { with: string }) => (
  <p className={css.secure}>
    <Icon shape={lockIcon} size={20} />
    {fill(t['payment.secure'], { provider })}
    {provider !== 'TrueLayer' && <CardMarks className={css.narrow} />}
  </p>
)
