import { fill, joined } from '@foyer/contract/fill.ts'
import { paid, counterSale as t } from '@foyer/contract/office/counter/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ButtonLink } from '../../../ui/actions/button-link.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { OfficeForm, sentValue } from '../../form/form.tsx'
import { OrganiserId } from '../../form/hidden-ids.tsx'
import type { OfficePages } from '../../page.ts'
import { orderPathIn, pathIn } from '../../paths.ts'
import { PrintButton } from './print.tsx'

type Props = { data: OfficePageData['counter_sale']; shell: OfficeShell }

const OrderFields = ({ data: { order_id, form_key }, shell, what }: Props & { what: string }) => (
  <>
    <OrganiserId shell={shell} />
    <input type="hidden" name="order_id" value={order_id} />
    <input type="hidden" name="form_key" value={`${form_key}-${what}`} />
  </>
)

/** A sale that was just made: the change to give, then its tickets. */
export function CounterSalePage({ data, shell }: Props) {
  const { number, total, given, change, how, note, is_voided, may_void, is_sent, tickets } = data
  return (
    <>
      <div className="office-unprinted office-stack">
        <h1>{fill(t.title, { number })}</h1>
        {is_voided ? (
          <p role="status">{t.voided}</p>
        ) : change === '' ? (
          <p className="counter-total" role="status">
            {fill(t.total, { total, how: paid[how] })}
          </p>
        ) : (
          <>
            <p className="counter-total" role="status">
              {fill(t.change, { change })}
            </p>
            <p>{fill(t.given, { total, given })}</p>
          </>
        )}
        {note && <p>{note}</p>}
        <p className="counter-cash">
          <ButtonLink href={pathIn('counter', shell.organiser_id)}>{t.next}</ButtonLink>
        </p>
        <p className="office-row">
          {shell.may.orders && <a href={orderPathIn(shell.organiser_id, data.order_id)}>{t.order}</a>}
          {tickets.length > 0 && <PrintButton label={t.print} />}
        </p>
      </div>
      {tickets.length > 0 && <Papers tickets={tickets} />}
      <div className="office-unprinted office-stack">
        {is_sent ? (
          <p>{t.sent}</p>
        ) : (
          !is_voided && (
            <OfficeForm call="send_counter_tickets" shell={shell} className="office-stack office-narrow-form">
              <h2>{t.send}</h2>
              <OrderFields data={data} shell={shell} what="send" />
              <TextField
                label={t.email}
                name="email"
                type="email"
                autoComplete="off"
                defaultValue={sentValue(shell, 'send_counter_tickets', 'email')}
              />
              <Button type="submit" variant="secondary">
                {t['send.button']}
              </Button>
            </OfficeForm>
          )
        )}
        {may_void && (
          <OfficeForm call="void_sale" shell={shell} className="office-stack office-narrow-form">
            <h2>{t.void}</h2>
            <p>{t['void.lead']}</p>
            <OrderFields data={data} shell={shell} what="void" />
            <TextField
              label={t['void.reason']}
              name="reason"
              autoComplete="off"
              defaultValue={sentValue(shell, 'void_sale', 'reason')}
            />
            <Button type="submit" variant="danger">
              {t['void.button']}
            </Button>
          </OfficeForm>
        )}
      </div>
    </>
  )
}

const Papers = ({ tickets }: { tickets: Props['data']['tickets'] }) => (
  <section aria-labelledby="papers">
    <h2 id="papers" className="office-unprinted">
      {t.tickets}
    </h2>
    <ul className="counter-papers">
      {tickets.map(({ ticket_id, title, nice_date, place, name, seat, code, qr }) => (
        <li key={ticket_id} className="counter-paper">
          <p>
            <strong>{title}</strong>
          </p>
          <p>{nice_date}</p>
          {place && <p>{place}</p>}
          <p>{joined([name, seat], ', ')}</p>
          <svg viewBox={`0 0 ${qr.size} ${qr.size}`} aria-hidden="true">
            <path d={qr.path} />
          </svg>
          <p>{fill(t.code, { code })}</p>
        </li>
      ))}
    </ul>
  </section>
)

export const pages: Pick<OfficePages, 'counter_sale'> = {
  counter_sale: { title: ({ number }) => fill(t.title, { number }), Body: CounterSalePage },
}
