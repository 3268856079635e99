import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../display/icon.tsx'
import { tickIcon } from '../display/icons.ts'
import css from './chip.module.css'

type Props = {
  /** applied: filled and ticked */
  selected?: boolean
  /** an icon from icons.ts before the label, while it is not selected */
  icon?: string
  children: ReactNode
}

const classNameOf = (selected?: boolean, className?: string) => cx(css.chip, selected && css.selected, className)

function Content({ selected, icon, children }: Props) {
  const shape = selected ? tickIcon : icon
  return (
    <>
      {shape && <Icon shape={shape} size={16} />}
      {children}
    </>
  )
}

/** A filter that can be switched on and off. */
export function Chip({ selected = false, icon, children, className, ...rest }: ComponentProps<'button'> & Props) {
  return (
    <button type="button" {...rest} aria-pressed={selected} className={classNameOf(selected, className)}>
      <Content selected={selected} icon={icon}>
        {children}
      </Content>
    </button>
  )
}

/** A filter as a link, so it works without JavaScript and can be shared. */
export function ChipLink({ selected, icon, children, className, ...rest }: ComponentProps<'a'> & Props) {
  return (
    <a {...rest} aria-current={selected ? 'true' : undefined} className={classNameOf(selected, className)}>
      <Content selected={selected} icon={icon}>
        {children}
      </Content>
    </a>
  )
}

type RowProps = { label: string; children: ReactNode }

/** Groups of chips, on a phone all in one row that scrolls sideways, with a faded edge. */
export const ChipRows = ({ children }: { children: ReactNode }) => <div className={css.rows}>{children}</div>

/** Chips of one kind; they wrap from 768 pixels. */
export const ChipGroup = ({ label, children }: RowProps) => (
  <fieldset className={css.row} aria-label={label}>
    {children}
  </fieldset>
)

export const ChipRow = (props: RowProps) => (
  <ChipRows>
    <ChipGroup {...props} />
  </ChipRows>
)
