import { fill } from '@foyer/contract/fill.ts'
import { yourTickets as t } from '@foyer/contract/messages.ts'
import type { PageData } from '@foyer/contract/pages.ts'
import { useState } from 'react'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { useCallForm } from './use-call-form.tsx'
import css from './your-tickets.module.css'

type Named = NonNullable<PageData['your_tickets']['plan']>['names'][number]
type Props = { reference: string; named: Named; onDone: (message: string) => void }

/** The names with which a running payment plan will issue tickets of one type. */
export const PlanNames = ({ reference, named, onDone }: Props) => (
  <Disclosure title={`${t['names.open']}: ${named.name}, ${named.nice_date}`}>
    <p>{t['names.lead']}</p>
    {named.tickets.map((ticket, i) => (
      <PlanName key={ticket.place} reference={reference} named={named} ticket={ticket} onDone={onDone} n={i + 1} />
    ))}
  </Disclosure>
)

function PlanName({ reference, named, ticket, n, onDone }: Props & { ticket: Named['tickets'][number]; n: number }) {
  const { place, seat, holder } = ticket
  const [name, setName] = useState(holder)
  const { busy, send, errorAlert } = useCallForm('name_plan_ticket', () => onDone(t['names.done']))
  const body = { reference, ticket_type_id: named.ticket_type_id, place, name: name.trim() }
  return (
    <Form className={css.form} onSubmit={(event) => void send(event, body)}>
      {errorAlert}
      <TextField
        id={`name-${named.ticket_type_id}-${place}`}
        label={seat ? fill(t['names.seat'], { seat }) : fill(t['names.label'], { n })}
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
