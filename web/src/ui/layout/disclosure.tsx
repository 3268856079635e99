import type { ReactNode } from 'react'
import { Icon } from '../display/icon.tsx'
import { chevronIcon } from '../display/icons.ts'
import css from './disclosure.module.css'

/** "Why am I seeing this?": a native details element that works before the script loads. */
export function Disclosure({
  title,
  children,
  className,
}: {
  title: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    <details className={className}>
      <summary className={css.summary}>
        <Icon shape={chevronIcon} size={20} className={css.chevron} />
        {title}
      </summary>
      <div className={css.body}>{children}</div>
    </details>
  )
}
