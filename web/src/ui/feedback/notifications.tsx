import { type CSSProperties, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../actions/button.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../display/icon.tsx'
import { crossIcon, doneIcon, infoIcon, stopIcon } from '../display/icons.ts'
import { LiveRegions } from './live-regions.tsx'
import css from './notifications.module.css'
import { type Notification, type NotificationType, notifications } from './notify.ts'

export type NotificationPosition = 'top right' | 'top left' | 'bottom right' | 'bottom left'

type Props = {
  labels: {
    /** the accessible name of the region: "Notifications" */
    region: string
    close: string
  }
  /** false on the checkout page, where notifications stay until they are clicked */
  autoClose?: boolean
  /** how long each is shown, in milliseconds */
  duration?: number
  /** duration of the enter and leave animations, in milliseconds */
  speed?: number
  /** width in pixels */
  width?: number
  position?: NotificationPosition
  /** only the newest `max` are shown; no limit by default */
  max?: number
  /** a click anywhere on a notification closes it */
  closeOnClick?: boolean
}

const SHAPE: Record<NotificationType, string> = { success: doneIcon, error: stopIcon, info: infoIcon }

/**
 * Shows the notifications of `notify`, and contains the page's live regions. Rendered once, in the shell. While the pointer or
 * keyboard focus is on them none closes automatically; afterwards each gets its full time again.
 */
export function Notifications({
  labels,
  autoClose = true,
  duration = 3000,
  speed = 300,
  width = 300,
  position = 'top right',
  max = Number.POSITIVE_INFINITY,
  closeOnClick = true,
}: Props) {
  const all = useSyncExternalStore(notifications.subscribe, notifications.now, notifications.onServer)
  const shown = max < all.length ? all.slice(-max) : all
  const corner = useRef<HTMLElement>(null)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  /** the element that had the focus before the notifications got it */
  const previousFocus = useRef<HTMLElement | null>(null)
  const newest = all.at(-1)?.id

  // The top layer stacks by opening order: without reopening, a modal opened later would cover the next notification.
  useEffect(() => {
    const node = corner.current
    if (!node?.showPopover || newest === undefined) return
    const open = node.matches(':popover-open')
    if (open && !document.querySelector('dialog:modal')) return
    if (open) node.hidePopover()
    node.showPopover()
  }, [newest])

  const isAtBottom = position.startsWith('bottom')
  useEffect(() => (isAtBottom && all.length > 0 ? keepFocusClear(corner.current!) : undefined), [isAtBottom, all])

  // Elements removed from under the pointer or focus fire no leave or blur event.
  useEffect(() => {
    if (all.length === 0) setHovered(false)
    const { activeElement, body } = document
    const hasFocus = corner.current?.contains(activeElement) ?? false
    setFocused(hasFocus)
    if (hasFocus) return
    if (activeElement === body) previousFocus.current?.focus({ preventScroll: true })
    previousFocus.current = null
  }, [all])

  return (
    <>
      {shown.length > 0 && (
        <section
          ref={corner}
          popover="manual"
          aria-label={labels.region}
          className={cx(css.corner, ...position.split(' ').map((side) => css[side]))}
          style={{ '--speed': `${speed}ms`, '--width': `${width}px` } as CSSProperties}
          onPointerEnter={() => setHovered(true)}
          onPointerLeave={() => setHovered(false)}
          onFocus={({ currentTarget, relatedTarget }) => {
            setFocused(true)
            if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget as HTMLElement | null
          }}
          onBlur={({ currentTarget, relatedTarget }) => {
            const stays = currentTarget.contains(relatedTarget)
            setFocused(stays)
            if (!stays) previousFocus.current = null
          }}
        >
          {shown.map((each) => (
            <Toast
              key={each.id}
              {...each}
              closeAfter={autoClose && !hovered && !focused ? duration : null}
              speed={speed}
              closeOnClick={closeOnClick}
              closeLabel={labels.close}
            />
          ))}
        </section>
      )}
      <LiveRegions />
    </>
  )
}

/**
 * Keeps notifications at the bottom from covering what the buyer uses: the page gets extra padding at its end, and the
 * focused field or button isn't covered. Returns a function that removes the padding.
 */
function keepFocusClear(corner: HTMLElement): () => void {
  const { style } = document.documentElement
  const { top, height } = corner.getBoundingClientRect()
  style.paddingBottom = `${height}px`
  style.scrollPaddingBottom = `${innerHeight - top + 16}px`
  const used = document.activeElement?.closest('main *')
  // A bar that stays at the edge of the window moves with it.
  if (used && !used.closest('[data-sticky]') && used.getBoundingClientRect().bottom > top)
    used.scrollIntoView({ block: 'nearest' })
  return () => {
    style.paddingBottom = ''
    style.scrollPaddingBottom = ''
  }
}

type ToastProps = Notification & {
  /** milliseconds until it closes automatically; null: not at present */
  closeAfter: number | null
  speed: number
  closeOnClick: boolean
  closeLabel: string
}

function Toast({ id, type, text, closeAfter, speed, closeOnClick, closeLabel }: ToastProps) {
  const [leaving, setLeaving] = useState(false)

  useEffect(() => {
    if (leaving || closeAfter === null) return
    const timer = setTimeout(() => setLeaving(true), closeAfter)
    return () => clearTimeout(timer)
  }, [leaving, closeAfter])

  useEffect(() => {
    if (!leaving) return
    const timer = setTimeout(() => notifications.remove(id), speed)
    return () => clearTimeout(timer)
  }, [leaving, speed, id])

  const close = () => setLeaving(true)

  return (
    <div className={cx(css.place, leaving && css.leaving)} data-notification={type}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the close button inside is for the keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the close button inside is for the keyboard */}
      <div className={cx(css.toast, css[type])} onClick={closeOnClick ? close : undefined}>
        <Icon shape={SHAPE[type]} className={css.icon} />
        <p className={css.text}>{text}</p>
        <Button
          variant="quiet"
          icon={crossIcon}
          iconOnly
          className={css.close}
          aria-label={closeLabel}
          onClick={close}
        />
      </div>
    </div>
  )
}
