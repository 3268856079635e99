import { fill } from '@foyer/contract/fill.ts'
import { checkout as t } from '@foyer/contract/messages.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { lockIcon } from '../../../ui/display/icons.ts'
import { CardMarks } from './card-marks.tsx'
import css from './payment.module.css'

/** Names the provider that takes the payment. On a phone the card logos are shown here, because they don't fit beside the method. */
export const PaidSecurely = ({ with: provider }: { with: string }) => (
  <p className={css.secure}>
    <Icon shape={lockIcon} size={20} />
    {fill(t['payment.secure'], { provider })}
    {provider !== 'TrueLayer' && <CardMarks className={css.narrow} />}
  </p>
)
