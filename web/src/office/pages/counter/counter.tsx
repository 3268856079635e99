import { fill } from '@foyer/contract/fill.ts'
import { paid, readersPage, shiftPage, counter as t } from '@foyer/contract/office/counter/messages.en.ts'
import { OFFICE_PAGES, type OfficePageData, type OfficeShell } from '@foyer/contract/office/pages.ts'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { SelectField } from '../../../ui/forms/fields/select-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { sentValue } from '../../form/form.tsx'
import { OrganiserId } from '../../form/hidden-ids.tsx'
import type { OfficePages } from '../../page.ts'
import { counterSalePathIn, pathIn } from '../../paths.ts'

type Data = OfficePageData['counter']
type Props = { data: Data; shell: OfficeShell }

/** Up to this many tickets of a type are chosen with one press; more are added one by one. */
const NUMBERS = [1, 2, 3, 4, 5, 6]

const Act = ({ call, form_key, shell }: { call: string; form_key: string; shell: OfficeShell }) => (
  <>
    <input type="hidden" name="call" value={call} />
    <OrganiserId shell={shell} />
    <input type="hidden" name="form_key" value={form_key} />
  </>
)

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
      {data.shift === null ? <OpenShift data={data} shell={shell} /> : <Selling data={data} shell={shell} />}
    </>
  )
}

export const OpenShift = ({ data, shell }: { data: Pick<Data, 'form_key' | 'currencies'>; shell: OfficeShell }) => (
  <form method="post" action={shell.page_path} className="office-stack office-narrow-form">
    <h2>{shiftPage.open}</h2>
    <p>{shiftPage['open.lead']}</p>
    <Act call="open_shift" form_key={data.form_key} shell={shell} />
    {data.currencies.length === 1 ? (
      <input type="hidden" name="currency" value={data.currencies[0]} />
    ) : (
      <SelectField
        label={shiftPage.currency}
        name="currency"
        defaultValue={sentValue(shell, 'open_shift', 'currency') || undefined}
      >
        {data.currencies.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </SelectField>
    )}
    <TextField
      label={shiftPage.float}
      name="float"
      inputMode="decimal"
      autoComplete="off"
      short
      defaultValue={sentValue(shell, 'open_shift', 'float')}
    />
    <Button type="submit">{shiftPage['open.button']}</Button>
    <p>
      <a href={pathIn('shift', shell.organiser_id)}>{shiftPage.earlier}</a>
    </p>
  </form>
)

function Selling({ data, shell }: Props) {
  return (
    <>
      <p>
        <a href={pathIn('shift', shell.organiser_id)}>{fill(shiftPage.link, { time: data.shift!.nice_opened })}</a>
      </p>
      {data.dates.length === 0 ? <p role="status">{t.none}</p> : <Dates data={data} shell={shell} />}
      {data.types.length > 0 && <Types data={data} shell={shell} />}
      {data.chosen !== '' && <Pay data={data} shell={shell} />}
      {data.owed.length > 0 && <Owed data={data} shell={shell} />}
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
          {date.title}, {date.nice_date}
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
      <ul className="counter-types">
        {data.types.map((type) => (
          <Type key={type.ticket_id} type={type} />
        ))}
      </ul>
    </form>
  )
}

function Type({ type }: { type: Data['types'][number] }) {
  const { ticket_id, name, price, left, most, chosen, online_only } = type
  const can = Math.min(left, most)
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
        {chosen > 0 && (
          <>
            {' · '}
            <strong>{fill(t.chosen, { n: chosen })}</strong>
          </>
        )}
      </p>
      {online_only && <p>{t.onlineOnly}</p>}
      {left > 0 && !online_only && (
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
  const hidden = (
    <>
      <Act call="counter_sale" form_key={data.form_key} shell={shell} />
      <input type="hidden" name="chosen" value={data.chosen} />
      <input type="hidden" name="total" value={data.total_minor} />
    </>
  )
  return (
    <section className="office-stack" aria-labelledby="pay">
      <h2 id="pay" className="visually-hidden">
        {t.pay}
      </h2>
      <p className="counter-total" role="status">
        {fill(t.total, { total: data.total })}
      </p>
      <form method="post" action={shell.page_path} className="counter-cash">
        {hidden}
        <Button type="submit" name="how" value="cash">
          {data.total_minor === 0 ? t.free : t.exact}
        </Button>
        {data.cash.map(({ given, label, change }) => (
          <Button key={given} type="submit" variant="secondary" name="given" value={given}>
            {fill(t.note, { amount: label, change })}
          </Button>
        ))}
      </form>
      {data.total_minor > 0 && (
        <form method="post" action={shell.page_path} className="office-row">
          {hidden}
          <TextField
            label={t.given}
            name="given"
            inputMode="decimal"
            autoComplete="off"
            short
            defaultValue={sentValue(shell, 'counter_sale', 'given')}
          />
          <Button type="submit" variant="secondary" name="how" value="cash">
            {t['given.button']}
          </Button>
        </form>
      )}
      {data.total_minor > 0 && data.readers.length > 0 && (
        <form method="post" action={shell.page_path} className="counter-cash">
          <Act call="reader_sale" form_key={data.form_key} shell={shell} />
          <input type="hidden" name="chosen" value={data.chosen} />
          <input type="hidden" name="total" value={data.total_minor} />
          {data.readers.map(({ reader_id, name }) => (
            <Button key={reader_id} type="submit" variant="secondary" name="reader_id" value={reader_id}>
              {fill(t.reader, { name })}
            </Button>
          ))}
        </form>
      )}
      <details className="office-fold" open={shell.failed?.code === 'counter_note_missing' || undefined}>
        <summary>{t.otherWays}</summary>
        <PayWithNote how="other" label={t['other.note']} button={t.other} shell={shell}>
          {hidden}
        </PayWithNote>
        <PayWithNote how="free" label={t['comp.note']} button={t.comp} shell={shell}>
          {hidden}
        </PayWithNote>
      </details>
    </section>
  )
}

type NoteProps = { how: 'other' | 'free'; label: string; button: string; shell: OfficeShell; children: ReactNode }

/** A way to pay that needs a note. `children` are the form's hidden fields. */
const PayWithNote = ({ how, label, button, shell, children }: NoteProps) => (
  <form method="post" action={shell.page_path} className="office-row">
    {children}
    <TextField
      label={label}
      name="note"
      autoComplete="off"
      defaultValue={sentValue(shell, 'counter_sale', 'note', ['how', how])}
    />
    <Button type="submit" variant="secondary" name="how" value={how}>
      {button}
    </Button>
  </form>
)

const Owed = ({ data: { owed, form_key }, shell }: Props) => (
  <section className="office-stack" aria-labelledby="owed">
    <h2 id="owed">{t.owed}</h2>
    <p>{t['owed.lead']}</p>
    <ul className="office-cards">
      {owed.map(({ refund_id, number, amount }) => (
        <li key={refund_id} className="office-card">
          <form method="post" action={shell.page_path} className="office-row">
            <Act call="hand_back" form_key={`${form_key}-${refund_id}`} shell={shell} />
            <input type="hidden" name="refund_id" value={refund_id} />
            <span>{fill(t.last, { number })}</span>
            <Button type="submit" variant="secondary" small>
              {fill(t.handBack, { amount })}
            </Button>
          </form>
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
          <a href={counterSalePathIn(shell.organiser_id, order_id)}>{number}</a> {what}, {total} ({paid[how]}),{' '}
          {nice_at}
          {is_voided && <strong> {t.voided}</strong>}
        </li>
      ))}
    </ul>
  </section>
)

export const pages: Pick<OfficePages, 'counter'> = {
  counter: { title: () => t.title, Body: CounterPage },
}
