import { fill, joined } from '@foyer/contract/fill.ts'
import {
  paid,
  readersPage,
  seatsAtCounter,
  shiftPage,
  counter as t,
} from '@foyer/contract/office/counter/messages.en.ts'
import { OFFICE_PAGES, type OfficePageData, type OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { SelectField } from '../../../ui/forms/fields/select-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { sentValue } from '../../form/form.tsx'
import { OrganiserId } from '../../form/hidden-ids.tsx'
import { PlainForm } from '../../form/plain-form.tsx'
import type { OfficePages } from '../../page.ts'
import { counterSalePathIn, pathIn } from '../../paths.ts'
import { OpeningFloat } from './opening-float.tsx'
import { Seats } from './seats.tsx'

type Data = OfficePageData['counter']
type Props = { data: Data; shell: OfficeShell }

/** Up to this many tickets of a type are chosen with one press; more are added one by one. */
const NUMBERS = [1, 2, 3, 4, 5, 6]

/** The page where staff sell: a number of each type, then the payment. Every button submits a plain form. */
export function CounterPage({ data, shell }: Props) {
  const { failed } = shell
  return (
    <>
      <h1>{t.title}</h1>
      {failed && <Alert type="error">{failed.error}</Alert>}
      {shell.may.settings && (
        <p>
          <a href={pathIn('readers', shell.organiser_id)}>{readersPage.title}</a>
        </p>
      )}
      <Selling data={data} shell={shell} />
    </>
  )
}

function Selling({ data, shell }: Props) {
  const { shift } = data
  const shifts = pathIn('shift', shell.organiser_id)
  return (
    <>
      {shift ? (
        <p>
          <a href={shifts}>{fill(shiftPage.link, { time: shift.nice_opened })}</a>
        </p>
      ) : (
        <p>
          {shiftPage['opens.itself']} <a href={shifts}>{shiftPage.earlier}</a>
        </p>
      )}
      {data.dates.length === 0 ? <p role="status">{t.none}</p> : <Dates data={data} shell={shell} />}
      {data.types.length > 0 && <Types data={data} shell={shell} />}
      {data.halls.length > 0 && <Seats data={data} shell={shell} />}
      {data.chosen !== '' && <Pay data={data} shell={shell} />}
      {data.owed.length > 0 && <Owed data={data} shell={shell} />}
      {!shift?.is_counted && data.chosen === '' && (
        <OpeningFloat
          formKey={data.form_key}
          shell={shell}
          currency={data.currency}
          currencies={data.currencies}
          isOpen={shift !== null}
        />
      )}
      {data.sold.length > 0 && <Sold data={data} shell={shell} />}
    </>
  )
}

const Dates = ({ data: { dates, date_id }, shell }: Props) => (
  <form method="get" action={OFFICE_PAGES.counter.path} className="office-filter">
    <OrganiserId shell={shell} />
    <SelectField label={t.date} name="date_id" defaultValue={date_id ?? undefined}>
      {dates.map((date) => (
        <option key={date.date_id} value={date.date_id}>
          {date.is_today ? `${t.today}: ` : ''}
          {joined([date.title, date.nice_date], ', ')}
        </option>
      ))}
    </SelectField>
    <Button type="submit" variant="secondary">
      {t.show}
    </Button>
  </form>
)

function Types({ data, shell }: Props) {
  return (
    <form method="get" action={OFFICE_PAGES.counter.path} aria-labelledby="tickets">
      <h2 id="tickets">{t.tickets}</h2>
      <OrganiserId shell={shell} />
      <input type="hidden" name="date_id" value={data.date_id ?? ''} />
      <input type="hidden" name="chosen" value={data.chosen} />
      <input type="hidden" name="seats" value={data.seats} />
      <ul className="counter-types">
        {data.types.map((type) => (
          <Type key={type.ticket_id} type={type} />
        ))}
      </ul>
    </form>
  )
}

function Type({ type }: { type: Data['types'][number] }) {
  const { ticket_id, name, price, left, house, most, chosen, online_only } = type
  const can = Math.min(left + house, most)
  const id = `type-${ticket_id}`
  const button = (qty: number, text: string, label: string) => (
    <Button
      key={text}
      type="submit"
      name="set"
      value={`${ticket_id}x${qty}`}
      variant={qty === chosen && qty > 0 ? 'primary' : 'secondary'}
      aria-pressed={text === String(qty) ? qty === chosen : undefined}
      aria-label={label}
      disabled={qty > can}
    >
      {text}
    </Button>
  )
  return (
    <li className="office-card">
      <h3 id={id}>{name}</h3>
      <p>
        {price} · {left === 0 ? t.soldOut : fill(t.left, { n: left })}
        {house > 0 && ` · ${fill(seatsAtCounter.house, { n: house })}`}
        {chosen > 0 && (
          <>
            {' · '}
            <strong>{fill(t.chosen, { n: chosen })}</strong>
          </>
        )}
      </p>
      {online_only && <p>{t.onlineOnly}</p>}
      {can > 0 && !online_only && (
        <fieldset className="counter-numbers" aria-labelledby={id}>
          {NUMBERS.map((n) => button(n, String(n), fill(t.number, { n, name })))}
          {button(chosen + 1, '+1', fill(t.more, { name }))}
          {chosen > 0 && button(0, t.less, `${t.less}, ${name}`)}
        </fieldset>
      )}
    </li>
  )
}

function Pay({ data, shell }: Props) {
  const sends = {
    form_key: data.form_key,
    chosen: data.chosen,
    seats: data.seats,
    total: data.total_minor,
    opens: data.shift === null ? data.currency.code : '',
  }
  // Most people pay by card, where there is a reader.
  const byCard = data.total_minor > 0 && data.readers.length > 0
  return (
    <section className="office-stack" aria-labelledby="pay">
      <h2 id="pay" className="visually-hidden">
        {t.pay}
      </h2>
      <p className="counter-total" role="status">
        {fill(t.total, { total: data.total })}
      </p>
      {byCard && (
        <PlainForm call="reader_sale" shell={shell} sends={sends} className="counter-cash">
          {data.readers.map(({ reader_id, name }) => (
            <Button key={reader_id} type="submit" name="reader_id" value={reader_id}>
              {fill(t.reader, { name })}
            </Button>
          ))}
        </PlainForm>
      )}
      <PlainForm call="counter_sale" shell={shell} sends={sends} className="counter-cash">
        <Button type="submit" variant={byCard ? 'secondary' : 'primary'} name="how" value="cash">
          {data.total_minor === 0 ? t.free : t.exact}
        </Button>
        {data.cash.map(({ given, label, change }) => (
          <Button key={given} type="submit" variant="secondary" name="given" value={given}>
            {fill(t.note, { amount: label, change })}
          </Button>
        ))}
      </PlainForm>
      {data.total_minor > 0 && (
        <PlainForm call="counter_sale" shell={shell} sends={sends} className="office-row">
          <TextField
            label={t.given}
            name="given"
            prefix={data.currency.symbol}
            inputMode="decimal"
            autoComplete="off"
            short
            defaultValue={sentValue(shell, 'counter_sale', 'given')}
          />
          <Button type="submit" variant="secondary" name="how" value="cash">
            {t['given.button']}
          </Button>
        </PlainForm>
      )}
      <details className="office-fold" open={shell.failed?.code === 'counter_note_missing' || undefined}>
        <summary>{t.otherWays}</summary>
        <PayWithNote how="other" label={t['other.note']} button={t.other} sends={sends} shell={shell} />
        <PayWithNote how="free" label={t['comp.note']} button={t.comp} sends={sends} shell={shell} />
      </details>
    </section>
  )
}

type NoteProps = {
  how: 'other' | 'free'
  label: string
  button: string
  sends: Record<string, string | number>
  shell: OfficeShell
}

/** A way to pay that needs a note. */
const PayWithNote = ({ how, label, button, sends, shell }: NoteProps) => (
  <PlainForm call="counter_sale" shell={shell} sends={sends} className="office-row">
    <TextField
      label={label}
      name="note"
      autoComplete="off"
      defaultValue={sentValue(shell, 'counter_sale', 'note', ['how', how])}
    />
    <Button type="submit" variant="secondary" name="how" value={how}>
      {button}
    </Button>
  </PlainForm>
)

const Owed = ({ data: { owed, form_key }, shell }: Props) => (
  <section className="office-stack" aria-labelledby="owed">
    <h2 id="owed">{t.owed}</h2>
    <p>{t['owed.lead']}</p>
    <ul className="office-cards">
      {owed.map(({ refund_id, number, amount }) => (
        <li key={refund_id} className="office-card">
          <PlainForm
            call="hand_back"
            shell={shell}
            sends={{ form_key: `${form_key}-${refund_id}`, refund_id }}
            className="office-row"
          >
            <span>{fill(t.last, { number })}</span>
            <Button type="submit" variant="secondary" small>
              {fill(t.handBack, { amount })}
            </Button>
          </PlainForm>
        </li>
      ))}
    </ul>
  </section>
)

const Sold = ({ data: { sold }, shell }: Props) => (
  <section className="office-stack" aria-labelledby="sold">
    <h2 id="sold">{t.sold}</h2>
    <ul className="office-timeline">
      {sold.map(({ order_id, number, nice_at, what, how, total, is_voided }) => (
        <li key={order_id}>
          <a href={counterSalePathIn(shell.organiser_id, order_id)}>{number}</a> <bdi>{what}</bdi>, {total} ({paid[how]}
          ), {nice_at}
          {is_voided && <strong> {t.voided}</strong>}
        </li>
      ))}
    </ul>
  </section>
)

export const pages: Pick<OfficePages, 'counter'> = {
  counter: { title: () => t.title, Body: CounterPage },
}
