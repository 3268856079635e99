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
  /** it came after the page: it is spoken, an error at once. Leave out for what stands in the page from the start */
  live?: boolean
  /** what can be done about it: a link or button below the words */
  action?: ReactNode
  id?: string
  /** with a ref and tabIndex -1 the keyboard can be put on it (expired basket) */
  ref?: Ref<HTMLDivElement>
  tabIndex?: -1
  className?: string
}

/** A box that says how things stand. */
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
