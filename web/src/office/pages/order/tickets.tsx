import { fill } from '@foyer/contract/fill.ts'
import { partyPage as party, orderPage as t, ticketStates } from '@foyer/contract/office/orders/messages.en.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { sentValue } from '../../form/form.tsx'
import { changePathIn, partyPathIn, pathIn } from '../../paths.ts'
import { Disputed } from './disputed.tsx'
import { OrderForm, type OrderProps } from './order-form.tsx'

type Line = OrderProps['data']['lines'][number]
type Ticket = Line['tickets'][number]

const STATES = { valid: ticketStates.valid, admitted: ticketStates.admitted, void: ticketStates.void }
const TONES = { valid: 'success', admitted: 'info', void: 'error' } as const

/** What was bought, line by line, and each ticket with its actions. */
export function Lines({ data, shell }: OrderProps) {
  return (
    <section>
      <h2>{t.tickets}</h2>
      {data.lines.map((line) => (
        <div key={line.line} className="office-card">
          <h3>
            {line.title}
            <span className="office-effect">
              {[
                line.nice_date,
                fill(t.lineOf, { qty: line.qty, name: line.name }),
                line.left ? fill(t.lineAfterRefund, line) : line.paid,
              ]
                .filter(Boolean)
                .join(' · ')}{' '}
              {line.refunded_qty > 0 && <Tag tone="warning">{fill(t.refundedOf, { n: line.refunded_qty })}</Tag>}
            </span>
          </h3>
          <ul className="office-sums">
            {line.tickets.map((ticket, i) => (
              <TicketCard key={ticket.ticket_id} data={data} shell={shell} ticket={ticket} n={i + 1} />
            ))}
            {line.to_come?.map((ticket, i) => (
              <ToComeCard key={ticket.place} data={data} shell={shell} ticket={ticket} n={i + 1} />
            ))}
          </ul>
        </div>
      ))}
      {data.may.give && (
        <p>
          <a href={`${pathIn('give', shell.organiser_id)}&order_id=${data.order_id}`}>{t.give}</a>
        </p>
      )}
    </section>
  )
}

function TicketCard({ data, shell, ticket, n }: OrderProps & { ticket: Ticket; n: number }) {
  const { ticket_id, code, holder, seat, state, nice_admitted, transfer, worth, waiting } = ticket
  const isOpen = state === 'valid' && transfer === ''
  return (
    <li className="office-ticket">
      <p>
        <strong>{holder}</strong> <Tag tone={TONES[state]}>{STATES[state]}</Tag>
        <span className="office-effect office-quiet">
          {[seat && fill(t.seat, { seat }), nice_admitted, transfer && fill(t.transfer, { name: transfer })]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <code>{code}</code>
      </p>
      {waiting && (
        <>
          <p>{fill(t.waiting, { amount: waiting.amount, until: waiting.nice_until, to: waiting.to })}</p>
          {data.may.change && (
            <OrderForm call="end_ticket_change" data={data} shell={shell} about={['ticket_id', ticket_id]}>
              <Button type="submit" variant="secondary" small>
                {t.endWaiting}
              </Button>
            </OrderForm>
          )}
        </>
      )}
      {isOpen && data.may.change && (
        <>
          <OrderForm
            call="rename_holder"
            data={data}
            shell={shell}
            about={['ticket_id', ticket_id]}
            summary={<Named words={t.rename} of={fill(t.ofTicket, { n })} />}
          >
            <TextField
              label={t['rename.name']}
              hint={t['rename.lead']}
              name="name"
              autoComplete="off"
              defaultValue={sentValue(shell, 'rename_holder', 'name', ['ticket_id', ticket_id])}
            />
            <Button type="submit" small>
              {t['rename.save']}
            </Button>
          </OrderForm>
          {!waiting && (
            <p>
              <a href={changePathIn(shell.organiser_id, data.order_id, ticket_id)}>
                <Named words={t.change} of={fill(t.ofTicket, { n })} />
              </a>
              {seat && (
                <>
                  {' · '}
                  <a href={partyPathIn(shell.organiser_id, data.order_id, ticket_id)}>{party.title}</a>
                </>
              )}
            </p>
          )}
        </>
      )}
      {isOpen && data.may.refund && (
        <OrderForm
          call="refund_order"
          data={data}
          shell={shell}
          about={['ticket_id', ticket_id]}
          summary={<Named words={t.refundTicket} of={fill(t.ofTicket, { n })} />}
        >
          <input type="hidden" name="what" value="tickets" />
          <input type="hidden" name="ticket_ids[]" value={ticket_id} />
          <p className="office-quiet">{fill(t['refundTicket.lead'], { worth })}</p>
          {data.state === 'disputed' && <Disputed />}
          <Button type="submit" variant="danger" small>
            {fill(t['refundTicket.button'], { worth })}
          </Button>
        </OrderForm>
      )}
    </li>
  )
}

type ToCome = OrderProps & { ticket: NonNullable<Line['to_come']>[number]; n: number }

/** A ticket that a running payment plan issues after its last payment. */
function ToComeCard({ data, shell, ticket, n }: ToCome) {
  const { ticket_type_id, place, seat, holder } = ticket
  return (
    <li className="office-ticket">
      <p>
        <strong>{holder || t['toCome.buyer']}</strong> <Tag tone="info">{t['toCome.state']}</Tag>
        {seat && <span className="office-effect office-quiet">{fill(t.seat, { seat })}</span>}
      </p>
      {data.may.change && (
        <OrderForm
          call="set_plan_holder"
          data={data}
          shell={shell}
          about={['place', place]}
          summary={<Named words={t.rename} of={fill(t.ofTicket, { n })} />}
        >
          <input type="hidden" name="ticket_type_id" value={ticket_type_id} />
          <TextField
            label={t['rename.name']}
            hint={t['toCome.lead']}
            name="name"
            autoComplete="off"
            defaultValue={sentValue(shell, 'set_plan_holder', 'name', ['place', place])}
          />
          <Button type="submit" small>
            {t['rename.save']}
          </Button>
        </OrderForm>
      )}
    </li>
  )
}

/** A label with hidden words that distinguish it from the same label of other tickets. */
const Named = ({ words, of }: { words: string; of: string }) => (
  <>
    {words} <span className="visually-hidden">{of}</span>
  </>
)
