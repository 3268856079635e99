import { fill } from '@foyer/contract/fill.ts'
import { account, completed } from '@foyer/contract/messages.ts'
import { seatsText } from '@foyer/contract/seats.ts'
import type { WalletTicket } from '@foyer/contract/types.ts'
import { directionsUrl } from '@foyer/domain/after-sale/visit-links.ts'
import { useId, useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { cx } from '../../ui/cx.ts'
import { EventHead } from '../../ui/display/event-head.tsx'
import { Html } from '../../ui/display/html.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import {
  calendarIcon,
  chevronIcon,
  codeIcon,
  pencilIcon,
  pinIcon,
  printerIcon,
  userIcon,
} from '../../ui/display/icons.ts'
import { Tag } from '../../ui/display/tag.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import type { Visit } from './groups.ts'
import { type PhoneWallets, Ticket } from './ticket.tsx'
import { VisitLinks } from './visit-links.tsx'
import css from './wallet.module.css'

type Props = {
  visit: Visit
  /** whether it is included when the page is printed */
  printed: boolean
  onShow: (tickets: WalletTicket[]) => void
  onPrint: () => void
  /** the wallets of phones for which the operator can issue passes */
  phones: PhoneWallets
}

/** One visit: the event, its tickets, and the actions for all of them. */
export function VisitCard({ visit: { tickets }, printed, onShow, onPrint, phones }: Props) {
  const [first] = tickets
  const validTicket = tickets.find(({ status }) => status !== 'void')
  const admission = tickets.find(({ status, extra }) => status !== 'void' && !extra)
  const transferable = tickets.find(
    ({ order_url, status, seat, leaves }) => order_url && status === 'valid' && seat === null && !leaves,
  )
  const waiver = tickets.find(({ waiver_url }) => waiver_url)?.waiver_url
  const showable = tickets.filter((ticket) => ticket.code !== null && ticket.status === 'valid')
  return (
    <article className={cx(css.visit, !printed && 'no-print')}>
      <EventHead
        heading="h3"
        className={css.visitHead}
        thumbnail={first.thumbnail}
        title={first.event}
        url={first.event_url}
        date={first.nice_date}
        dateTime={first.starts_at}
      >
        <p className={css.place}>{first.address ?? first.place}</p>
      </EventHead>
      {!first.past && validTicket && (
        <div className={css.actions}>
          {showable.length > 0 && (
            <Button icon={codeIcon} onClick={() => onShow(showable)}>
              {account['wallet.show']}
            </Button>
          )}
          {admission && (
            <ButtonLink
              href={`/account/wallet/tickets/${admission.id}.ics`}
              variant="secondary"
              small
              icon={calendarIcon}
              download
            >
              {account['wallet.calendar']}
            </ButtonLink>
          )}
          {admission?.address && (
            <ButtonLink
              href={directionsUrl(admission.address)}
              variant="secondary"
              small
              icon={pinIcon}
              target="_blank"
              rel="noreferrer"
            >
              {account['wallet.directions']}
            </ButtonLink>
          )}
          {waiver && (
            <ButtonLink href={waiver} variant="secondary" small icon={pencilIcon}>
              {account['wallet.waiver']}
            </ButtonLink>
          )}
          <Disclosure title={account['wallet.more']} className={css.rest}>
            {transferable && (
              <ButtonLink href={`${transferable.order_url}#transfer`} variant="quiet" small icon={userIcon}>
                {completed['link.transferTickets']}
              </ButtonLink>
            )}
            {admission && <VisitLinks ticket={admission} />}
            <Button variant="quiet" small icon={printerIcon} onClick={onPrint}>
              {account['wallet.print']}
            </Button>
          </Disclosure>
        </div>
      )}
      {!first.past && !validTicket && first.cancelled && (
        <div className={css.actions}>
          <ButtonLink
            href={`/account/wallet/tickets/${first.id}.ics`}
            variant="secondary"
            small
            icon={calendarIcon}
            download
          >
            {account['wallet.calendar']}
          </ButtonLink>
        </div>
      )}
      {!first.past && validTicket?.messages && validTicket.messages.length > 0 && (
        <div className="no-print">
          {validTicket.messages.map(({ organiser, html }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the organiser's messages in their order
            <Disclosure key={index} title={fill(account['wallet.message'], { organiser })}>
              <Html html={html} />
            </Disclosure>
          ))}
        </div>
      )}
      <ul className={css.tickets}>
        {tickets.map((ticket, index) => (
          <TicketLine
            key={ticket.id}
            ticket={ticket}
            position={fill(account['wallet.position'], { n: index + 1, m: tickets.length })}
            startsOpen={tickets.length === 1 && !ticket.past}
            printed={printed}
            phones={phones}
          />
        ))}
      </ul>
    </article>
  )
}

const STATUS = {
  valid: null,
  admitted: <Tag tone="success">{account['wallet.admitted']}</Tag>,
  void: <Tag tone="error">{account['wallet.void']}</Tag>,
}

function statusOf({ status, cancelled, postponed }: WalletTicket) {
  if (cancelled) return <Tag tone="error">{account['wallet.cancelled']}</Tag>
  return postponed && status === 'valid' ? <Tag tone="brass">{account['wallet.postponed']}</Tag> : STATUS[status]
}

type LineProps = {
  ticket: WalletTicket
  position: string
  startsOpen: boolean
  printed: boolean
  phones: PhoneWallets
}

function TicketLine({ ticket, position, startsOpen, printed, phones }: LineProps) {
  const [open, setOpen] = useState(startsOpen)
  const id = useId()
  return (
    <li className={css.line}>
      <button
        type="button"
        className={css.lineButton}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className={css.lineWords}>
          <span className={css.lineTitle}>
            {[ticket.ticket, ticket.seat && seatsText([ticket.seat])].filter(Boolean).join(', ')} {statusOf(ticket)}
          </span>
          <span className={css.place}>{[position, ticket.holder].filter(Boolean).join(' · ')}</span>
          {ticket.leaves && (
            <span className="event-date">
              {fill(account['wallet.leaves'], { name: ticket.leaves.to, when: ticket.leaves.nice_when })}
            </span>
          )}
        </span>
        <Icon shape={chevronIcon} className={cx(css.chevron, open && css.turned)} />
      </button>
      {/* Closed tickets are printed too, past ones when they are asked for. */}
      <div id={id} className={cx(css.drawer, !open && css.closed)}>
        {(open || printed) && <Ticket ticket={ticket} status={statusOf(ticket)} phones={phones} />}
      </div>
    </li>
  )
}
