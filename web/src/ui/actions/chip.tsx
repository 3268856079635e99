import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../display/icon.tsx'
import { tickIcon } from '../display/icons.ts'
import css from './chip.module.css'

type Props = {
  /** it is in force: filled and ticked */
  selected?: boolean
  /** a drawing of icons.ts before the words, while it is not selected */
  icon?: string
  children: ReactNode
}

const look = (selected?: boolean, className?: string) => cx(css.chip, selected && css.selected, className)

function Content({ selected, icon, children }: Props) {
  const shape = selected ? tickIcon : icon
  return (
    <>
      {shape && <Icon shape={shape} size={16} />}
      {children}
    </>
  )
}

/** A filter to switch on and off. */
export function Chip({ selected = false, icon, children, className, ...rest }: ComponentProps<'button'> & Props) {
  return (
    <button type="button" {...rest} aria-pressed={selected} className={look(selected, className)}>
      <Content selected={selected} icon={icon}>
        {children}
      </Content>
    </button>
  )
}

/** A filter that is an address, so it works without script and can be shared. */
export function ChipLink({ selected, icon, children, className, ...rest }: ComponentProps<'a'> & Props) {
  return (
    <a {...rest} aria-current={selected ? 'true' : undefined} className={look(selected, className)}>
      <Content selected={selected} icon={icon}>
        {children}
      </Content>
    </a>
  )
}

/** Chips in one line that scrolls sideways on a phone, fading at its edge; it wraps from 768. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={css.row} aria-label={label}>
      {children}
    </fieldset>
  )
}
