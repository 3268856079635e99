import { fill, joined } from '@foyer/contract/fill.ts'
import { mailStates, orderPage as t } from '@foyer/contract/office/orders/messages.en.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { TextAreaField } from '../../../ui/forms/fields/text-area-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { isReturned, sentValue, wasChecked } from '../../form/form.tsx'
import type { OfficePages } from '../../page.ts'
import { Disputes } from './disputes.tsx'
import { FileForm } from './file-form.tsx'
import { GiftAid } from './gift-aid.tsx'
import { OrderForm, type OrderProps } from './order-form.tsx'
import { OrderState } from './order-state.tsx'
import { RefundForm } from './refund.tsx'
import { Lines } from './tickets.tsx'

export function OrderPage({ data, shell }: OrderProps) {
  const { number, state, nice_paid, total, refunded, left, is_shared, notes } = data
  return (
    <>
      <div className="office-head">
        <h1>
          {fill(t.title, { number })} <OrderState state={state} />
        </h1>
        <p>
          <strong>{left || total}</strong>{' '}
          <span className="office-quiet">
            {fill(left ? t.paidAndRefunded : t.paidOn, { total, refunded, date: nice_paid })}
          </span>
        </p>
      </div>
      {is_shared && <p className="office-note">{t.shared}</p>}
      {data.disputes.length > 0 && <Disputes data={data} shell={shell} />}
      {notes.length > 0 && <Notes data={data} shell={shell} />}
      <Buyer data={data} shell={shell} />
      <Lines data={data} shell={shell} />
      <Money data={data} shell={shell} />
      <Facts title={t.facts} rows={data.facts} />
      {data.gift_aid.length > 0 && <GiftAid data={data} shell={shell} />}
      <Facts title={t.answers} rows={data.answers} />
      {data.may.change && (
        <section>
          {notes.length === 0 && <h2>{t.notes}</h2>}
          <OrderForm call="add_note" data={data} shell={shell}>
            <TextAreaField
              label={t['notes.words']}
              name="words"
              rows={2}
              defaultValue={sentValue(shell, 'add_note', 'words')}
            />
            <Checkbox
              label={t['notes.door']}
              name="at_door"
              value="1"
              defaultChecked={wasChecked(shell, 'add_note', 'at_door', 1)}
            />
            <Button type="submit" variant="secondary" small>
              {t['notes.add']}
            </Button>
          </OrderForm>
        </section>
      )}
      <Mails title={t.mails} mails={data.mails} />
      {data.texts.length > 0 && (
        <Mails title={t.texts} mails={data.texts.map(({ body, ...text }) => ({ ...text, subject: body }))} />
      )}
      <section>
        <h2>{t.timeline}</h2>
        <ol className="office-timeline">
          {data.timeline.map(({ nice_at, what, who }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes while it is shown
            <li key={i}>
              <span className="office-quiet">{nice_at}</span> {what}
              {who && <span className="office-quiet"> · {who}</span>}
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

function Notes({ data, shell }: OrderProps) {
  return (
    <section>
      <h2>{t.notes}</h2>
      <ul className="office-cards">
        {data.notes.map(({ note_id, words, who, nice_at, at_door }) => (
          <li key={note_id} className="office-card">
            <p>
              {words} {at_door && <Tag tone="warning">{t['notes.door']}</Tag>}
            </p>
            <p className="office-quiet">
              <bdi>{who}</bdi> · {nice_at}
            </p>
            {data.may.change && (
              <OrderForm call="end_note" data={data} shell={shell} about={['note_id', note_id]}>
                <Button type="submit" variant="quiet" small aria-label={fill(t['notes.endOf'], { words })}>
                  {t['notes.end']}
                </Button>
              </OrderForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Buyer({ data, shell }: OrderProps) {
  const { name, email, phone, may, state } = data
  return (
    <section>
      <h2>{t.contact}</h2>
      <p>
        {name}
        <span className="office-effect">
          <a href={`mailto:${email}`}>{email}</a>
        </span>
        {phone && (
          <span className="office-effect">
            <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
          </span>
        )}
      </p>
      {may.correct && (
        <OrderForm call="mend_contact" data={data} shell={shell} summary={t['correct.open']}>
          <p className="office-quiet">{t['correct.lead']}</p>
          <TextField
            label={t.email}
            name="email"
            type="email"
            autoComplete="off"
            defaultValue={sentValue(shell, 'mend_contact', 'email') || email}
          />
          <TextField
            label={t.phone}
            name="phone"
            type="tel"
            autoComplete="off"
            defaultValue={isReturned(shell, 'mend_contact') ? sentValue(shell, 'mend_contact', 'phone') : phone}
          />
          <Button type="submit">{t['correct.save']}</Button>
        </OrderForm>
      )}
      <div className="office-row">
        {may.change && state !== 'refunded' && (
          <OrderForm call="resend_order" data={data} shell={shell}>
            <Button type="submit" variant="secondary" small>
              {t.resend}
            </Button>
          </OrderForm>
        )}
        {data.receipt && (
          <FileForm call="office_receipt" data={data} shell={shell}>
            {t.receipt}
          </FileForm>
        )}
      </div>
    </section>
  )
}

function Money({ data, shell }: OrderProps) {
  return (
    <section>
      <h2>{t.money}</h2>
      <ul className="office-timeline">
        {data.payments.map(({ what, amount, state, nice_at, id }) => (
          <li key={what + id + nice_at}>
            {what} <strong>{amount}</strong> <Tag>{state}</Tag>{' '}
            <span className="office-quiet">
              {nice_at} {id && <code>{id}</code>}
            </span>
          </li>
        ))}
      </ul>
      {data.may.refund && <RefundForm data={data} shell={shell} />}
    </section>
  )
}

function Facts({ title, rows }: { title: string; rows: { label: string; text: string }[] }) {
  if (rows.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <dl className="office-facts">
        {rows.map(({ label, text }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes while it is shown
          <div key={i}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const MAIL_STATES = { queued: mailStates.queued, sent: mailStates.sent, refused: mailStates.refused }
const MAIL_TONES = { queued: 'info', sent: 'success', refused: 'error' } as const

function Mails({ title, mails }: { title: string; mails: OrderProps['data']['mails'] }) {
  return (
    <section>
      <h2>{title}</h2>
      {mails.length === 0 ? (
        <p>{t['mails.none']}</p>
      ) : (
        <ul className="office-timeline">
          {mails.map(({ subject, recipient, status, reason, nice_at }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes while it is shown
            <li key={i}>
              {subject} <Tag tone={MAIL_TONES[status]}>{MAIL_STATES[status]}</Tag>{' '}
              <span className="office-quiet">{joined([recipient, nice_at, reason], ' · ')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export const pages: Pick<OfficePages, 'order'> = {
  order: { title: ({ number }) => fill(t.title, { number }), Body: OrderPage },
}
