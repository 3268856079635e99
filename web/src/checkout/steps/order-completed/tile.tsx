import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import css from './order-completed.module.css'
import type { ViewProps } from './view.ts'

type TileContent = { icon: string; main?: boolean; children: ReactNode }

/** A tile that leads to a page. */
export const TileLink = ({ icon, main, children, href }: TileContent & { href: string }) => (
  <a className={cx(css.tile, main && css.main)} href={href}>
    <Icon shape={icon} size={32} />
    {children}
  </a>
)

/** A tile that opens something here. */
export const TileButton = ({ icon, main, children, ...button }: TileContent & ComponentProps<'button'>) => (
  <button type="button" {...button} className={cx(css.tile, main && css.main)}>
    <Icon shape={icon} size={32} />
    {children}
  </button>
)

export type TileProps = Pick<ViewProps, 'go' | 'referralLink'> & { main?: boolean }
