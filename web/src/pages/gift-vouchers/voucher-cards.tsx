import type { GiftVoucherDesign } from '@foyer/contract/types.ts'
import { VoucherCard } from './voucher-card.tsx'
import css from './vouchers.module.css'

export function VoucherCards({ designs, heading }: { designs: GiftVoucherDesign[]; heading: 'h2' | 'h3' }) {
  return (
    <ul className={css.cards}>
      {designs.map((design) => (
        <li key={design.id}>
          <VoucherCard design={design} heading={heading} />
        </li>
      ))}
    </ul>
  )
}
