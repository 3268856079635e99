import { fill, joined } from '@foyer/contract/fill.ts'
import { lists } from '@foyer/contract/office/lists/messages.en.ts'
import { mailStates, orderPage as t } from '@foyer/contract/office/orders/messages.en.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ButtonLink } from '../../../ui/actions/button-link.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { backIcon } from '../../../ui/display/icons.ts'
import { Tag } from '../../../ui/display/tag.tsx'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { TextAreaField } from '../../../ui/forms/fields/text-area-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { shownAmount } from '../../figures-table.tsx'
import { isReturned, sentValue, wasChecked } from '../../form/form.tsx'
import type { OfficePages } from '../../page.ts'
import { listBehind } from '../../paths.ts'
import { Disputes } from './disputes.tsx'
import { FileForm } from './file-form.tsx'
import { GiftAid } from './gift-aid.tsx'
import { OrderForm, type OrderProps } from './order-form.tsx'
import { OrderState } from './order-state.tsx'
import { REFUND, RefundForm } from './refund.tsx'
import { Lines } from './tickets.tsx'

export function OrderPage({ data, shell }: OrderProps) {
  const { is_shared, notes } = data
  return (
    <>
      <Head data={data} shell={shell} />
      {is_shared && <p className="office-note">{t.shared}</p>}
      {data.disputes.length > 0 && <Disputes data={data} shell={shell} />}
      <div className="office-columns">
        <div>
          <Lines data={data} shell={shell} />
          <Money data={data} shell={shell} />
          {data.gift_aid.length > 0 && <GiftAid data={data} shell={shell} />}
          <Facts title={t.answers} rows={data.answers} />
        </div>
        <div>
          <Buyer data={data} shell={shell} />
          {(notes.length > 0 || data.may.change) && <Notes data={data} shell={shell} />}
          <Facts title={t.facts} rows={data.facts} />
        </div>
        <div>
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
        </div>
      </div>
    </>
  )
}

/** The way back to the list, the number and the state, and the acts that are done most. */
function Head({ data, shell }: OrderProps) {
  const { number, state, nice_paid, total, refunded, left, may } = data
  const { list, path } = listBehind(shell)
  return (
    <header className="office-event office-order">
      {shell.may[list] && (
        <a href={path} title={BACK[list]} aria-label={BACK[list]}>
          <Icon shape={backIcon} size={20} />
        </a>
      )}
      <h1>{fill(t.title, { number })}</h1>
      <p>
        <OrderState state={state} /> <strong>{left || total}</strong>{' '}
        {fill(left ? t.paidAndRefunded : t.paidOn, { total, refunded, date: nice_paid })}
      </p>
      <div className="office-tools">
        {may.change && state !== 'refunded' && (
          <OrderForm call="resend_order" data={data} shell={shell}>
            <Button type="submit" variant="secondary" small>
              {t.resend}
            </Button>
          </OrderForm>
        )}
        {may.refund && (
          <ButtonLink variant="secondary" small href={`#${REFUND}`}>
            {t.refund}
          </ButtonLink>
        )}
      </div>
    </header>
  )
}

const BACK = { orders: lists.orders, people: lists.people }

function Notes({ data, shell }: OrderProps) {
  return (
    <section className="office-card">
      <h2>{t.notes}</h2>
      {data.notes.map(({ note_id, words, who, nice_at, at_door }) => (
        <div key={note_id} className="office-written">
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
        </div>
      ))}
      {data.may.change && (
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
      )}
    </section>
  )
}

function Buyer({ data, shell }: OrderProps) {
  const { name, email, phone, may } = data
  return (
    <section className="office-card">
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
      {data.receipt && (
        <FileForm call="office_receipt" data={data} shell={shell}>
          {t.receipt}
        </FileForm>
      )}
    </section>
  )
}

function Money({ data, shell }: OrderProps) {
  return (
    <section className="office-card">
      <h2>{t.money}</h2>
      <ul className="office-sums">
        {data.payments.map(({ what, amount, state, nice_at, id }) => (
          <li key={what + id + nice_at}>
            <span>
              {what} <Tag>{state}</Tag>
              <span className="office-effect office-quiet">
                {nice_at} {id && <code>{id}</code>}
              </span>
            </span>
            <strong>{shownAmount(amount)}</strong>
          </li>
        ))}
        {data.left && (
          <li className="office-total">
            <span>{t.net}</span>
            <strong>{data.left}</strong>
          </li>
        )}
      </ul>
      {data.may.refund && <RefundForm data={data} shell={shell} />}
    </section>
  )
}

function Facts({ title, rows }: { title: string; rows: { label: string; text: string }[] }) {
  if (rows.length === 0) return null
  return (
    <section className="office-card">
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
