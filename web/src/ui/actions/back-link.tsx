import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../display/icon.tsx'
import { backIcon } from '../display/icons.ts'
import css from './back-link.module.css'

type Props = ({ href: string } & ComponentProps<'a'>) | ({ href?: undefined } & ComponentProps<'button'>)

/** Leads back, above the h1: a link, or a button if going back changes the checkout's step. */
export function BackLink({ children, className, ...rest }: Props) {
  const classes = cx(css.back, className)
  const content = (
    <>
      <Icon shape={backIcon} size={20} className={css.arrow} />
      {children}
    </>
  )
  return rest.href === undefined ? (
    <button type="button" {...rest} className={classes}>
      {content}
    </button>
  ) : (
    <a {...rest} className={classes}>
      {content}
    </a>
  )
}
