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
import { cx } from '../cx.ts'
import css from './tooltip.module.css'

export type Placement = 'top' | 'right' | 'bottom' | 'left'

type Props = {
  /** helpful, but never essential, because not all users see it */
  text: ReactNode
  /** the preferred side; another one is used when there is no room */
  placement?: Placement
  /** one focusable element */
  children: ReactElement<{ 'aria-describedby'?: string }>
}

const OPPOSITE: Record<Placement, Placement> = { top: 'bottom', right: 'left', bottom: 'top', left: 'right' }
/** Time to move the pointer from the trigger to the tooltip before it closes, in milliseconds. */
const GRACE_MS = 120
/** Between the trigger and the tooltip, and between the tooltip and the window's edge, in pixels. */
const GAP = 8

/** The side with enough room, preferred side first, and how far the tooltip shifts to stay inside the window. */
function positionFor(preferred: Placement, bubble: HTMLElement): { side: Placement; shift: number } {
  const { clientWidth, clientHeight } = document.documentElement
  const trigger = bubble.parentElement!.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const room: Record<Placement, boolean> = {
    top: trigger.top >= height + GAP,
    bottom: trigger.bottom + height + GAP <= clientHeight,
    left: trigger.left >= width + GAP,
    right: trigger.right + width + GAP <= clientWidth,
  }
  const choices: Placement[] = [preferred, OPPOSITE[preferred], 'top', 'bottom']
  const side = choices.find((each) => room[each]) ?? preferred
  if (side === 'left' || side === 'right') return { side, shift: 0 }
  const left = (trigger.left + trigger.right - width) / 2
  const shift = Math.max(0, GAP - left) - Math.max(0, left + width + GAP - clientWidth)
  return { side, shift }
}

/** A tooltip on hover and focus; Escape closes it. */
export function Tooltip({ text, placement = 'top', children }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [position, setPosition] = useState<{ side: Placement; shift: number }>({ side: placement, shift: 0 })
  const bubble = useRef<HTMLSpanElement>(null)
  const hideTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = () => {
    clearTimeout(hideTimer.current)
    setOpen(true)
  }
  const hide = () => {
    clearTimeout(hideTimer.current)
    setOpen(false)
  }
  const hideSoon = () => {
    clearTimeout(hideTimer.current)
    hideTimer.current = setTimeout(hide, GRACE_MS)
  }

  useEffect(() => () => clearTimeout(hideTimer.current), [])

  useEffect(() => {
    if (!open) return setPosition({ side: placement, shift: 0 })
    setPosition(positionFor(placement, bubble.current!))

    // a hovered tooltip must be dismissible even when focus is elsewhere (WCAG 1.4.13)
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      event.preventDefault()
      setOpen(false)
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [open, placement])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens; the element inside is the control
    <span className={css.anchor} onPointerEnter={show} onPointerLeave={hideSoon} onFocus={show} onBlur={hide}>
      {cloneElement(children, { 'aria-describedby': cx(children.props['aria-describedby'], id) })}
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        hidden={!open}
        data-placement={position.side}
        className={cx(css.bubble, css[position.side])}
        style={position.shift ? ({ '--shift': `${position.shift}px` } as CSSProperties) : undefined}
      >
        {text}
      </span>
    </span>
  )
}
