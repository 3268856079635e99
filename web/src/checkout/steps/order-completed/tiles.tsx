import { completed as t } from '@foyer/contract/messages.en.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import type { ComponentType, ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { ticketIcon } from '../../../ui/icons.ts'
import css from './order-completed.module.css'
import type { ViewProps } from './order-completed.tsx'

export type TileProps = Pick<ViewProps, 'go'>
type TileRow = { name: string; isShown: (checkout: Checkout) => boolean; Tile: ComponentType<TileProps> }

/** What the overview offers, in this order: one row per tile, one file for each that does more than lead somewhere. */
export const TILES: readonly TileRow[] = [
  {
    /** DONE-16 */
    name: 'wallet',
    isShown: () => true,
    Tile: () => (
      <TileLink main icon={ticketIcon} href={PAGES.wallet}>
        {t['link.goToTicketWallet']}
      </TileLink>
    ),
  },
]

type Look = { icon: string; main?: boolean; children: ReactNode }

/** A tile that leads to a page. */
export const TileLink = ({ icon, main, children, href }: Look & { href: string }) => (
  <a className={cx(css.tile, main && css.main)} href={href}>
    <Icon shape={icon} size={32} />
    {children}
  </a>
)

/** A tile that opens something here. */
export const TileButton = ({ icon, main, children, onClick }: Look & { onClick: () => void }) => (
  <button type="button" className={cx(css.tile, main && css.main)} onClick={onClick}>
    <Icon shape={icon} size={32} />
    {children}
  </button>
)
