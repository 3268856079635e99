import {
  type CSSProperties,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { cx } from './cx.ts'
import css from './Tooltip.module.css'

export type Placement = 'top' | 'right' | 'bottom' | 'left'

type Props = {
  /** helpful, never needed: not everybody meets it */
  text: ReactNode
  /** the side it prefers (UI-02); it changes to the other side where there is no room */
  placement?: Placement
  /** one element that can have the focus */
  children: ReactElement<{ 'aria-describedby'?: string }>
}

const OPPOSITE: Record<Placement, Placement> = { top: 'bottom', right: 'left', bottom: 'top', left: 'right' }
/** Time to cross the gap from the trigger to the words without losing them, in milliseconds. */
const GRACE_MS = 120
const EDGE = 8

/** Words about an element, on hover and focus; Escape puts them away. */
export function Tooltip({ text, placement = 'top', children }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [place, setPlace] = useState<{ side: Placement; shift: number }>({ side: placement, shift: 0 })
  const bubble = useRef<HTMLSpanElement>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = () => {
    clearTimeout(leaving.current)
    setOpen(true)
  }
  const hide = () => {
    clearTimeout(leaving.current)
    setOpen(false)
  }
  const hideSoon = () => {
    clearTimeout(leaving.current)
    leaving.current = setTimeout(hide, GRACE_MS)
  }

  useEffect(() => () => clearTimeout(leaving.current), [])

  useEffect(() => {
    if (!open) return setPlace({ side: placement, shift: 0 })
    const { left, right, top, bottom } = bubble.current!.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    const noRoom = { top: top < 0, bottom: bottom > clientHeight, left: left < 0, right: right > clientWidth }
    const upright = placement === 'top' || placement === 'bottom'
    const shift = upright ? Math.max(0, EDGE - left) - Math.max(0, right - clientWidth + EDGE) : 0
    setPlace({ side: noRoom[placement] ? OPPOSITE[placement] : placement, shift })

    // hovered words must be dismissable although the keyboard is elsewhere (WCAG 1.4.13)
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      event.preventDefault()
      setOpen(false)
    }
    document.addEventListener('keydown', key, true)
    return () => document.removeEventListener('keydown', key, true)
  }, [open, placement])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches; the element inside is what is used
    <span className={css.anchor} onPointerEnter={show} onPointerLeave={hideSoon} onFocus={show} onBlur={hide}>
      {cloneElement(children, { 'aria-describedby': cx(children.props['aria-describedby'], id) })}
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        hidden={!open}
        data-placement={place.side}
        className={cx(css.bubble, css[place.side])}
        style={place.shift ? ({ '--shift': `${place.shift}px` } as CSSProperties) : undefined}
      >
        {text}
      </span>
    </span>
  )
}
