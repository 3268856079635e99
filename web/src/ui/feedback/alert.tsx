import type { ReactNode, Ref } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../display/icon.tsx'
import { alertIcon, doneIcon, infoIcon, stopIcon } from '../display/icons.ts'
import css from './alert.module.css'

export type AlertType = 'info' | 'success' | 'warning' | 'error'

const SHAPE: Record<AlertType, string> = {
  info: infoIcon,
  success: doneIcon,
  warning: alertIcon,
  error: stopIcon,
}

type Props = {
  type: AlertType
  /** bold first line */
  title?: ReactNode
  children?: ReactNode
  /** it appears after the page has loaded and is read out, an error at once; leave out for content of the initial page */
  live?: boolean
  /** a link or button below the text */
  action?: ReactNode
  id?: string
  /** with a ref and tabIndex -1 it can be focused (expired basket) */
  ref?: Ref<HTMLDivElement>
  tabIndex?: -1
  className?: string
}

/** A box with a status message. */
export function Alert({ type, title, children, live = false, action, className, ...rest }: Props) {
  const role = live ? (type === 'error' ? 'alert' : 'status') : undefined
  return (
    <div {...rest} className={cx(css.alert, css[type], className)} role={role} data-type={type}>
      <Icon shape={SHAPE[type]} className={css.icon} />
      <div className={css.body}>
        {title && <p className={css.title}>{title}</p>}
        {children}
        {action && <div className={css.action}>{action}</div>}
      </div>
    </div>
  )
}
