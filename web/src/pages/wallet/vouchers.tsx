import { fill } from '@foyer/contract/fill.ts'
import { account, common } from '@foyer/contract/messages.ts'
import type { WalletData } from '@foyer/contract/types.ts'
import { formatMoney } from '@foyer/domain/format/money.ts'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import css from './wallet.module.css'

/** Gift vouchers with their balances. */
export function Vouchers({ vouchers }: Pick<WalletData, 'vouchers'>) {
  if (vouchers.length === 0) return null
  return (
    <section className={`${css.group} no-print`}>
      <h2>{account['wallet.vouchers']}</h2>
      <ul className={css.vouchers}>
        {vouchers.map(({ code, name, organiser, balance, value, currency, nice_expires }) => (
          <li key={code} className={css.voucher}>
            <h3>{name}</h3>
            <p className={css.place}>{organiser}</p>
            <p className={css.balance}>
              {fill(account['wallet.balance'], {
                balance: formatMoney(balance, currency.code),
                value: formatMoney(value, currency.code),
              })}
            </p>
            <p className={css.place}>{fill(account['wallet.expires'], { date: nice_expires })}</p>
            <CopyField
              label={account['wallet.giftCode']}
              value={code}
              labels={{ copy: common['button.copy'], copied: common['button.copied'] }}
              code
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
