import { fill } from '@foyer/contract/fill.ts'
import { account } from '@foyer/contract/messages.ts'
import { seatsText } from '@foyer/contract/seats.ts'
import type { WalletTicket } from '@foyer/contract/types.ts'
import { type KeyboardEvent, type TouchEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { backIcon, crossIcon } from '../../ui/display/icons.ts'
import css from './door.module.css'
import { QrCode } from './qr-code.tsx'
import { useWakeLock } from './use-wake-lock.ts'

/** A sideways movement of at least this many pixels counts as a swipe. */
const SWIPE = 48

/** A white full-screen view with a large code, to show at the door. */
export function DoorView({ tickets, onClose }: { tickets: WalletTicket[]; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const swipeFrom = useRef<number | null>(null)
  const [index, setIndex] = useState(0)
  const ticket = tickets[index]
  useWakeLock()

  useEffect(() => {
    const node = dialog.current!
    const opener = document.activeElement
    node.showModal()
    return () => {
      node.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  const move = (by: number) => setIndex((now) => Math.min(Math.max(now + by, 0), tickets.length - 1))

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by) move(by)
  }
  const onTouchEnd = (event: TouchEvent) => {
    const moved = (event.changedTouches[0]?.clientX ?? 0) - (swipeFrom.current ?? 0)
    if (swipeFrom.current !== null && Math.abs(moved) >= SWIPE) move(moved < 0 ? 1 : -1)
    swipeFrom.current = null
  }

  if (!ticket) return null
  return (
    <dialog
      ref={dialog}
      className={css.door}
      aria-label={account['wallet.show']}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onTouchStart={(event) => {
        swipeFrom.current = event.touches.length === 1 ? (event.touches[0]?.clientX ?? null) : null
      }}
      onTouchEnd={onTouchEnd}
    >
      <div className={css.top}>
        <p>{account['wallet.brightness']}</p>
        <Button
          variant="quiet"
          icon={crossIcon}
          iconOnly
          className={css.button}
          aria-label={account['wallet.hide']}
          onClick={onClose}
        />
      </div>
      <div className={css.middle}>
        <div className={css.code}>
          {ticket.code && (
            <QrCode
              code={ticket.code}
              drawn={ticket.qr}
              label={fill(account['wallet.codeLabel'], { code: ticket.short_code })}
            />
          )}
        </div>
        <p className={css.short}>{ticket.short_code}</p>
        <div className={css.words} aria-live="polite">
          <h2>{ticket.event}</h2>
          <p>{ticket.nice_date}</p>
          <p className={css.strong}>
            {[ticket.ticket, ticket.seat && seatsText([ticket.seat])].filter(Boolean).join(', ')}
          </p>
          <p>{ticket.holder}</p>
        </div>
      </div>
      {tickets.length > 1 && (
        <div className={css.pager}>
          <Button
            variant="quiet"
            icon={backIcon}
            iconOnly
            className={css.button}
            aria-label={account['wallet.previous']}
            aria-disabled={index === 0 || undefined}
            onClick={() => move(-1)}
          />
          <p>{fill(account['wallet.position'], { n: index + 1, m: tickets.length })}</p>
          <Button
            variant="quiet"
            icon={backIcon}
            iconOnly
            className={`${css.button} ${css.forward}`}
            aria-label={account['wallet.next']}
            aria-disabled={index === tickets.length - 1 || undefined}
            onClick={() => move(1)}
          />
        </div>
      )}
    </dialog>
  )
}
