import { fill } from '@foyer/contract/fill.ts'
import { yourTickets as t } from '@foyer/contract/messages.ts'
import type { PageData } from '@foyer/contract/pages.ts'
import { useState } from 'react'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { EventHead } from '../../ui/display/event-head.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'
import { Choices } from './choices.tsx'
import { useCallForm } from './use-call-form.tsx'
import css from './your-tickets.module.css'

type Ticket = PageData['your_tickets']['tickets'][number]
type Props = { reference: string; ticket: Ticket; onDone: (message: string) => void }

type CardProps = Pick<Props, 'reference' | 'onDone'> & { tickets: Ticket[]; isNeeded: (ticket: Ticket) => boolean }

/** The tickets for one date of an event. */
export function TicketsCard({ reference, tickets, isNeeded, onDone }: CardProps) {
  const { thumbnail, title, url, nice_date } = tickets[0]!
  return (
    <Panel className={css.card}>
      <EventHead thumbnail={thumbnail} title={title} url={url} date={nice_date} />
      {tickets.map((ticket) => (
        <OneTicket
          key={ticket.ticket_id}
          reference={reference}
          ticket={ticket}
          onDone={onDone}
          isNeeded={isNeeded(ticket)}
        />
      ))}
    </Panel>
  )
}

/** One ticket, and what its buyer may do with it. */
function OneTicket({ reference, ticket, isNeeded, onDone }: Props & { isNeeded: boolean }) {
  const { name, seat, holder, returns, may_rename, changes_left, waiting, choices } = ticket
  return (
    <section className={css.ticket}>
      <h3>{[name, seat && fill(t.seat, { seat })].filter(Boolean).join(', ')}</h3>
      <p>{fill(t.holder, { name: holder })}</p>
      {waiting && (
        <Alert
          type="info"
          action={
            <ButtonLink href={waiting} small>
              {t['change.finish']}
            </ButtonLink>
          }
        >
          {t['change.waiting']}
        </Alert>
      )}
      {returns && (
        <Disclosure title={t['return.open']}>
          {isNeeded ? (
            <p>{t['return.needed']}</p>
          ) : (
            <Return reference={reference} ticket={ticket} returns={returns} onDone={onDone} />
          )}
        </Disclosure>
      )}
      {choices.length > 0 && (
        <Disclosure title={t['change.open']}>
          <Choices reference={reference} ticket={ticket} />
        </Disclosure>
      )}
      {may_rename && (
        <Disclosure title={t['rename.open']}>
          <Rename reference={reference} ticket={ticket} onDone={onDone} />
        </Disclosure>
      )}
      {(may_rename || choices.length > 0) && <p className={narrow.lead}>{fill(t.left, { n: changes_left })}</p>}
    </section>
  )
}

function Return({ reference, ticket, returns, onDone }: Props & { returns: NonNullable<Ticket['returns']> }) {
  const { amount, kept, voucher, is_protected, nice_until } = returns
  const isFree = !/[1-9]/.test(amount)
  const { busy, send, errorAlert } = useCallForm('return_tickets', () =>
    onDone(isFree ? t['return.doneFree'] : fill(t['return.done'], { amount })),
  )
  const body = { reference, ticket_ids: [ticket.ticket_id], amount, voucher }
  return (
    <Form className={css.form} onSubmit={(event) => void send(event, body)}>
      {errorAlert}
      <p>{isFree ? !voucher && t['return.free'] : fill(t['return.what'], { amount })}</p>
      {voucher && <p>{fill(t['return.voucher'], { amount: voucher })}</p>}
      {kept && <p>{fill(t['return.kept'], { amount: kept })}</p>}
      {is_protected && <p>{t['return.protected']}</p>}
      <p>{fill(t['return.until'], { until: nice_until })}</p>
      <LoadingButton type="submit" variant="danger" loading={busy}>
        {isFree ? t['return.submitFree'] : fill(t['return.submit'], { amount })}
      </LoadingButton>
    </Form>
  )
}

function Rename({ reference, ticket, onDone }: Props) {
  const [name, setName] = useState('')
  const { busy, send, errorAlert } = useCallForm('rename_ticket', () => onDone(t['rename.done']))
  return (
    <Form
      className={css.form}
      onSubmit={(event) => void send(event, { reference, ticket_id: ticket.ticket_id, name: name.trim() })}
    >
      {errorAlert}
      <TextField
        id={`name-${ticket.ticket_id}`}
        label={t['rename.label']}
        value={name}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <LoadingButton type="submit" variant="secondary" loading={busy}>
        {t['rename.submit']}
      </LoadingButton>
    </Form>
  )
}
