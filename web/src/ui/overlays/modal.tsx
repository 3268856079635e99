import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { Button } from '../actions/button.tsx'
import { cx } from '../cx.ts'
import { crossIcon } from '../display/icons.ts'
import { LiveRegions } from '../feedback/live-regions.tsx'
import css from './modal.module.css'

type Props = {
  open: boolean
  /** called for Escape, the backdrop and the close button; the caller then sets `open` to false */
  onClose: () => void
  title: ReactNode
  /** 960 pixels wide instead of 480 */
  double?: boolean
  /** a save is running, so it cannot be closed */
  saving?: boolean
  labels: { close: string }
  /** the buttons, in a row at the end, with the main action first */
  footer?: ReactNode
  children?: ReactNode
}

/** A native dialog over the page; a bottom sheet below 600 pixels. Its content is only rendered while it is open. */
export function Modal(props: Props) {
  return props.open ? <OpenModal {...props} /> : null
}

function OpenModal({ onClose, title, double, saving = false, labels, footer, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()

  useEffect(() => {
    const node = dialog.current!
    const opener = node.ownerDocument.activeElement
    node.showModal()
    heading.current?.focus()
    return () => {
      node.close()
      // React removes the dialog from the page, and then the browser no longer restores focus itself
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])

  const requestClose = () => {
    if (!saving) onClose()
  }

  const onDialogCancel = (event: SyntheticEvent) => {
    if (event.target !== dialog.current) return
    event.preventDefault()
    requestClose()
  }

  // A second Escape closes a dialog even when the first was refused, so open it again.
  const onDialogClose = (event: SyntheticEvent) => {
    const node = dialog.current
    // the event of our own close arrives late, when strict mode may have opened the dialog again
    if (!node || event.target !== node || node.open) return
    if (saving) node.showModal()
    else onClose()
  }

  const onDialogClick = (event: MouseEvent) => {
    if (event.target !== dialog.current) return
    const edge = dialog.current.getBoundingClientRect()
    const { clientX: x, clientY: y } = event
    if (x < edge.left || x > edge.right || y < edge.top || y > edge.bottom) requestClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Escape, which the dialog reports as cancel
    <dialog
      ref={dialog}
      className={cx(css.modal, double && css.double)}
      aria-labelledby={titleId}
      onCancel={onDialogCancel}
      onClose={onDialogClose}
      onClick={onDialogClick}
    >
      <div className={css.head}>
        <h2 ref={heading} id={titleId} tabIndex={-1} className={css.title}>
          {title}
        </h2>
        <Button
          variant="quiet"
          icon={crossIcon}
          iconOnly
          aria-label={labels.close}
          disabled={saving}
          onClick={requestClose}
        />
      </div>
      <div className={css.body}>{children}</div>
      {footer && <div className={css.footer}>{footer}</div>}
      <LiveRegions />
    </dialog>
  )
}
