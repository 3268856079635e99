import { fill } from '@foyer/contract/fill.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { parts, requests as t } from '@foyer/contract/office/requests/messages.en.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { FiguresTable } from '../../figures-table.tsx'
import { OfficeForm, sentValue } from '../../form/form.tsx'
import { OrganiserId } from '../../form/hidden-ids.tsx'
import { PlainForm } from '../../form/plain-form.tsx'
import type { OfficePages } from '../../page.ts'
import { orderPathIn, pathIn } from '../../paths.ts'

type Data = OfficePageData['requests']
type Props = { data: Data; shell: OfficeShell }

/** People who ask for their data or to be erased: found by address, as a file, erased; and what only the operator can do. */
function RequestsPage({ data, shell }: Props) {
  const { email, is_email, found, passed } = data
  return (
    <>
      <h1>{t.title}</h1>
      <p>{t.lead}</p>
      <form method="get" action={pathIn('requests', null)} className="office-stack office-narrow-form">
        <OrganiserId shell={shell} />
        <TextField
          label={t.email}
          name="email"
          type="email"
          defaultValue={email}
          maxLength={LIMITS.text.email}
          error={email !== '' && !is_email && t.notEmail}
          required
        />
        {data.may_choose && <Checkbox label={t.whole} name="whole" value="1" defaultChecked={data.is_whole} />}
        <Button type="submit">{t.find}</Button>
      </form>
      {is_email && found === null && <p role="status">{fill(t.none, { email })}</p>}
      {found !== null && <Found data={data} found={found} shell={shell} />}
      {is_email && !data.is_whole && <PassOn data={data} shell={shell} />}
      {passed.length > 0 && <Passed data={data} shell={shell} />}
    </>
  )
}

type OfFound = Props & { found: NonNullable<Data['found']> }

function Found({ data, found, shell }: OfFound) {
  const { email, is_whole, shop } = data
  const sends = { email, ...(is_whole && { whole: 1 }) }
  const title = fill(is_whole ? t.foundWhole : t.foundHere, { email })
  return (
    <>
      <section className="office-stack" aria-labelledby="found">
        <h2 id="found">{title}</h2>
        <FiguresTable
          title={title}
          heads={[t.what, t.n]}
          rows={found.parts.map(({ part, n }) => ({ key: part, label: parts[part], cells: [String(n)] }))}
        />
        {found.orders.length > 0 && !is_whole && (
          <p>
            {t.orders}:{' '}
            {found.orders.map(({ order_id, number, nice_paid }, i) => (
              <span key={order_id}>
                {i > 0 && ', '}
                <a href={orderPathIn(shell.organiser_id, order_id)}>{number}</a> ({nice_paid})
              </span>
            ))}
          </p>
        )}
        {found.shared > 0 && <p>{fill(t.shared, { n: found.shared, shop })}</p>}
        <PlainForm call="export_person" shell={shell} sends={sends} className="office-stack">
          <p>{fill(is_whole ? t.exportWholeHint : t.exportHint, { email })}</p>
          <p>
            <Button type="submit" variant="secondary">
              {t.export}
            </Button>
          </p>
        </PlainForm>
      </section>
      <section className="office-stack" aria-labelledby="erase">
        <h2 id="erase">{t.erase}</h2>
        <p>{is_whole ? t.eraseWhole : t.eraseHere}</p>
        <h3>{t.stays}</h3>
        <ul>
          <li>{t['stays.books']}</li>
          <li>{t['stays.giftAid']}</li>
          <li>{t['stays.waivers']}</li>
          <li>{t['stays.claimed']}</li>
          <li>{t['stays.complaints']}</li>
          {!is_whole && <li>{fill(t['stays.account'], { shop })}</li>}
        </ul>
        {found.refusal === '' ? (
          <OfficeForm call="erase_person" shell={shell} className="office-stack office-narrow-form">
            <OrganiserId shell={shell} />
            {Object.entries(sends).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <TextField
              label={fill(t.typed, { email })}
              name="typed"
              type="email"
              autoComplete="off"
              maxLength={LIMITS.text.email}
              defaultValue={sentValue(shell, 'erase_person', 'typed')}
              required
            />
            <p>
              <Button type="submit" variant="danger">
                {t.eraseButton}
              </Button>
            </p>
          </OfficeForm>
        ) : (
          <Alert type="warning">{found.refusal}</Alert>
        )}
      </section>
    </>
  )
}

function PassOn({ data: { email, shop, passed }, shell }: Props) {
  if (passed.some((request) => request.email === email)) return null
  return (
    <section className="office-stack" aria-labelledby="pass">
      <h2 id="pass">{fill(t.pass, { shop })}</h2>
      <p>{t.passHint}</p>
      <PlainForm call="pass_request" shell={shell} sends={{ email }}>
        <Button type="submit" variant="secondary">
          {fill(t.passButton, { shop })}
        </Button>
      </PlainForm>
    </section>
  )
}

function Passed({ data, shell }: Props) {
  const isOperator = shell.me?.is_operator === true
  return (
    <section className="office-stack" aria-labelledby="passed">
      <h2 id="passed">{fill(t.passed, { shop: data.shop })}</h2>
      <ul className="office-cards">
        {data.passed.map(({ request_id, email, organiser, nice_at, nice_due, days_left }) => (
          <li key={request_id} className="office-card">
            <p>{fill(t.passedLine, { email, organiser, at: nice_at })}</p>
            <p>
              <strong>
                {days_left < 0 ? fill(t.overdue, { date: nice_due }) : fill(t.due, { date: nice_due, n: days_left })}
              </strong>
            </p>
            <PlainForm call="end_request" shell={shell} sends={{ request_id }} className="office-row">
              {isOperator && (
                <a
                  href={`${pathIn('requests', shell.organiser_id)}&whole=1&email=${encodeURIComponent(email)}`}
                  aria-label={`${t.look}: ${email}`}
                >
                  {t.look}
                </a>
              )}
              <Button type="submit" variant="secondary" small>
                {t.end}
              </Button>
            </PlainForm>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const pages: Pick<OfficePages, 'requests'> = {
  requests: { title: () => t.title, Body: RequestsPage },
}
