import { fill } from '@foyer/contract/fill.ts'
import { yourTickets as t } from '@foyer/contract/messages.ts'
import type { PageData } from '@foyer/contract/pages.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { useState } from 'react'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useAct } from './use-act.tsx'
import css from './your-tickets.module.css'

type Data = PageData['your_tickets']
type Ticket = Data['tickets'][number]

/** What the organiser's policy gives back for these tickets. The server compares it with its own sum. */
export function worthOf(worth: Data['worth'], tickets: readonly Ticket[]) {
  const all = { back_minor: 0, voucher_minor: 0, kept_minor: 0 }
  for (const { ticket_type_id, of } of worth) {
    const count = tickets.filter((ticket) => ticket.ticket_type_id === ticket_type_id).length
    const one = of[count - 1]
    all.back_minor += one?.back_minor ?? 0
    all.voucher_minor += one?.voucher_minor ?? 0
    all.kept_minor += one?.kept_minor ?? 0
  }
  return all
}

/** All or some tickets of an order, returned in one go. */
export function ReturnSeveral({ data, onDone }: { data: Data; onDone: (words: string) => void }) {
  const { reference, currency, worth } = data
  const tickets = data.tickets.filter(({ returns }) => returns !== null)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set())
  const chosen = tickets.filter(({ ticket_id }) => chosenIds.has(ticket_id))
  const { back_minor, voucher_minor, kept_minor } = worthOf(worth, chosen)
  const money = (minor: number) => formatMinor(minor, currency)
  const amount = money(back_minor)
  const voucher = voucher_minor > 0 ? money(voucher_minor) : ''
  const n = chosen.length
  const isFree = back_minor === 0
  const { busy, send, shown } = useAct('return_tickets', () =>
    onDone(
      isFree
        ? n === 1
          ? t['return.doneFree']
          : t['several.doneFree']
        : fill(n === 1 ? t['return.done'] : t['several.done'], { amount }),
    ),
  )
  const toggle = (id: number, isChosen: boolean) => {
    const next = new Set(chosenIds)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosenIds(next)
  }
  const body = { reference, ticket_ids: chosen.map(({ ticket_id }) => ticket_id), amount, voucher }
  return (
    <Form className={css.form} onSubmit={(event) => void send(event, body)}>
      {shown}
      <fieldset className={css.tickets} disabled={busy}>
        <legend>{t['several.legend']}</legend>
        <Checkbox
          id="return-all"
          label={fill(t['several.all'], { n: tickets.length })}
          checked={n === tickets.length}
          onChange={(event) =>
            setChosenIds(new Set(event.target.checked ? tickets.map(({ ticket_id }) => ticket_id) : []))
          }
        />
        {tickets.map((ticket) => (
          <Checkbox
            key={ticket.ticket_id}
            id={`return-${ticket.ticket_id}`}
            label={wordsOf(ticket)}
            checked={chosenIds.has(ticket.ticket_id)}
            onChange={(event) => toggle(ticket.ticket_id, event.target.checked)}
          />
        ))}
      </fieldset>
      <div className={css.form} aria-live="polite">
        {n === 0 && <p>{t['several.none']}</p>}
        {n > 0 && <p>{isFree ? !voucher && t['several.free'] : fill(t['return.what'], { amount })}</p>}
        {voucher && <p>{fill(t['several.voucher'], { amount: voucher })}</p>}
        {kept_minor > 0 && <p>{fill(t['return.kept'], { amount: money(kept_minor) })}</p>}
        {chosen.some(({ returns }) => returns!.is_protected) && <p>{t['return.protected']}</p>}
        {n > 0 && <p>{t['several.codes']}</p>}
      </div>
      {n > 0 && (
        <LoadingButton type="submit" variant="danger" loading={busy}>
          {isFree
            ? n === 1
              ? t['return.goFree']
              : fill(t['several.goFree'], { n })
            : fill(n === 1 ? t['return.go'] : t['several.go'], { n, amount })}
        </LoadingButton>
      )}
    </Form>
  )
}

const wordsOf = ({ title, name, nice_date, seat, holder }: Ticket): string =>
  [title, name, nice_date, seat && fill(t.seat, { seat }), holder].filter(Boolean).join(', ')
