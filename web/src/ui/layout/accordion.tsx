import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../display/icon.tsx'
import { chevronIcon } from '../display/icons.ts'
import css from './accordion.module.css'

type Props = {
  title: ReactNode
  /** under the title: "1 of 3 to send" */
  aside?: ReactNode
  /** the heading level in the page */
  level?: 2 | 3 | 4
  defaultOpen?: boolean
  /** controlled by the caller together with `onToggle` */
  open?: boolean
  onToggle?: (open: boolean) => void
  children: ReactNode
}

/** A heading that opens and closes its panel; several can be stacked, and several can be open. */
export function Accordion({ title, aside, level = 3, defaultOpen = false, open, onToggle, children }: Props) {
  const id = useId()
  const [own, setOwn] = useState(defaultOpen)
  const isOpen = open ?? own
  const Heading = `h${level}` as const

  const toggle = () => {
    setOwn(!isOpen)
    onToggle?.(!isOpen)
  }

  return (
    <section className={css.accordion}>
      <Heading className={css.heading}>
        <button type="button" className={css.button} aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
          <span className={css.title}>{title}</span>
          {aside && <span className={css.aside}>{aside}</span>}
          <Icon shape={chevronIcon} size={20} className={css.chevron} />
        </button>
      </Heading>
      <div id={id} hidden={!isOpen} className={css.panel}>
        {children}
      </div>
    </section>
  )
}
