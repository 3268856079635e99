import { fill } from '@foyer/contract/fill.ts'
import { codes as t } from '@foyer/contract/office/events/codes.en.ts'
import { OFFICE_PAGES, type OfficePageData, type OfficeShell } from '@foyer/contract/office/pages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { SelectField } from '../../../ui/forms/fields/select-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { OfficeForm, sentValue, wasChecked } from '../../form/form.tsx'
import { EventIds } from '../../form/hidden-ids.tsx'
import { PlainForm } from '../../form/plain-form.tsx'
import type { OfficePages } from '../../page.ts'
import { eventPathIn, orderPathIn } from '../../paths.ts'
import { EventHead } from './event-head.tsx'

type Props = { data: OfficePageData['codes']; shell: OfficeShell }
type Code = Props['data']['codes'][number]

const usesOf = ({ uses, max_uses: max }: Code) => (max === null ? String(uses) : fill(t['uses.of'], { uses, max }))

/** The codes and batches of codes of an event, and a form that creates more. */
export function CodesPage({ data, shell }: Props) {
  const { event_id, codes, batches, q, page, has_more } = data
  const here = eventPathIn('codes', shell.organiser_id, event_id)
  return (
    <>
      <EventHead event={data} shell={shell} here="codes-page" />
      <h2>{t.title}</h2>
      <form method="get" action={OFFICE_PAGES.codes.path} className="office-filter" aria-label={t.search}>
        <EventIds eventId={data.event_id} shell={shell} />
        <TextField label={t.search} name="q" type="search" defaultValue={q} />
        <Button type="submit" variant="secondary">
          {t.find}
        </Button>
      </form>
      {codes.length === 0 ? <p>{q === '' ? t.none : t.noneFound}</p> : <CodesTable data={data} shell={shell} />}
      {has_more && (
        <p>
          <a href={`${here}&q=${encodeURIComponent(q)}&page=${page + 1}`}>{t.older}</a>
        </p>
      )}
      {batches.length > 0 && <Batches data={data} shell={shell} />}
      <MakeCodes data={data} shell={shell} />
    </>
  )
}

function CodesTable({ data, shell }: Props) {
  return (
    <table className="office-table">
      <caption className="visually-hidden">{t.title}</caption>
      <thead>
        <tr>
          <th scope="col">{t.code}</th>
          <th scope="col">{t.terms}</th>
          <th scope="col">{t.uses}</th>
          <th scope="col">{t.until}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {data.codes.map((code) => {
          const { code_id, kind, is_ended } = code
          const path = `${eventPathIn('code', shell.organiser_id, data.event_id)}&kind=${kind}&code_id=${code_id}`
          return (
            <tr key={`${kind} ${code_id}`}>
              <th scope="row">
                <a href={path}>{code.code}</a> {is_ended && <Tag tone="error">{t.ended}</Tag>}
              </th>
              <td data-label={t.terms}>{code.terms}</td>
              <td data-label={t.uses}>{usesOf(code)}</td>
              <td data-label={t.until}>{code.nice_until}</td>
              <td>
                {!is_ended && (
                  <OfficeForm call="stop_code" shell={shell} only={['code_id', code_id]} next={shell.page_path}>
                    <EventIds eventId={data.event_id} shell={shell} />
                    <input type="hidden" name="code_id" value={code_id} />
                    <input type="hidden" name="kind" value={kind} />
                    <Button type="submit" variant="quiet" small>
                      {fill(t.stop, { code: code.code })}
                    </Button>
                  </OfficeForm>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Batches({ data, shell }: Props) {
  return (
    <>
      <h2>{t.batches}</h2>
      <table className="office-table">
        <caption className="visually-hidden">{t.batches}</caption>
        <thead>
          <tr>
            <th scope="col">{t.batch}</th>
            <th scope="col">{t.count}</th>
            <th scope="col">{t.uses}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {data.batches.map(({ kind, prefix, codes, uses }) => (
            <tr key={`${kind} ${prefix}`}>
              <th scope="row">{prefix}</th>
              <td data-label={t.count}>{codes}</td>
              <td data-label={t.uses}>{uses}</td>
              <td>
                <PlainForm call="export_codes" shell={shell} sends={{ event_id: data.event_id, kind, prefix }}>
                  <Button type="submit" variant="secondary" small>
                    {fill(t.csv, { prefix })}
                  </Button>
                </PlainForm>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function MakeCodes({ data, shell }: Props) {
  const field = (name: string) => ({ name, defaultValue: sentValue(shell, 'make_codes', name) })
  return (
    <section aria-labelledby="make">
      <h2 id="make">{t.make}</h2>
      <p>{t['make.lead']}</p>
      <OfficeForm
        call="make_codes"
        shell={shell}
        draft={`codes of event ${data.event_id}`}
        className="office-stack office-narrow-form"
      >
        <EventIds eventId={data.event_id} shell={shell} />
        {data.by_code.length === 0 ? (
          <input type="hidden" name="kind" value="discount" />
        ) : (
          <SelectField label={t['make.kind']} {...field('kind')}>
            <option value="discount">{t['make.discount']}</option>
            <option value="access">{t['make.access']}</option>
          </SelectField>
        )}
        <div className="office-pair">
          <TextField label={t['make.count']} inputMode="numeric" {...field('count')} />
          <TextField
            label={t['make.prefix']}
            hint={t['make.prefixHint']}
            maxLength={LIMITS.text.codePrefix}
            {...field('prefix')}
          />
        </div>
        <div className="office-pair">
          <TextField label={t['make.percent']} suffix="%" inputMode="decimal" {...field('percent')} />
          <TextField label={t['make.amount']} prefix={data.symbol} inputMode="decimal" {...field('amount')} />
        </div>
        {data.by_code.length > 0 && (
          <fieldset className="office-checks">
            <legend className="office-legend">{t['make.tickets']}</legend>
            {data.by_code.map((name) => (
              <Checkbox
                key={name}
                label={name}
                name="tickets[]"
                value={name}
                defaultChecked={wasChecked(shell, 'make_codes', 'tickets[]', name)}
              />
            ))}
          </fieldset>
        )}
        <TextField
          label={t['make.maxUses']}
          hint={data.by_code.length > 0 ? t['make.maxTickets'] : undefined}
          inputMode="numeric"
          short
          {...field('max_uses')}
        />
        <TextField label={t['make.until']} type="date" {...field('valid_until')} />
        <Button type="submit">{t['make.submit']}</Button>
      </OfficeForm>
    </section>
  )
}

/** One code with the orders that used it. */
export function CodePage({ data, shell }: { data: OfficePageData['code']; shell: OfficeShell }) {
  const { event_id, code, given, uses } = data
  return (
    <>
      <EventHead event={data} shell={shell} here="codes-page" />
      <p>
        <a href={eventPathIn('codes', shell.organiser_id, event_id)}>{t.title}</a>
      </p>
      <h2>
        {code.code} {code.is_ended && <Tag tone="error">{t.ended}</Tag>}
      </h2>
      <p>
        {code.terms}. {t.uses}: {usesOf(code)}. {given && fill(t.givenOf, { amount: given, n: uses.length })}
      </p>
      {uses.length === 0 ? (
        <p>{t.noOrders}</p>
      ) : (
        <table className="office-table">
          <caption className="visually-hidden">{t.orders}</caption>
          <thead>
            <tr>
              <th scope="col">{t.order}</th>
              <th scope="col">{t.buyer}</th>
              <th scope="col">{t.paid}</th>
              <th scope="col">{t.tickets}</th>
              {given && <th scope="col">{t.given}</th>}
            </tr>
          </thead>
          <tbody>
            {uses.map((use) => (
              <tr key={use.number}>
                <th scope="row">
                  {shell.may.orders ? (
                    <a href={orderPathIn(shell.organiser_id, use.order_id)}>{use.number}</a>
                  ) : (
                    use.number
                  )}
                </th>
                <td data-label={t.buyer}>{use.name}</td>
                <td data-label={t.paid}>{use.nice_paid}</td>
                <td data-label={t.tickets}>{use.tickets}</td>
                {given && <td data-label={t.given}>{use.given}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

export const pages: Pick<OfficePages, 'codes' | 'code'> = {
  codes: { title: ({ title }) => `${t.title} - ${title}`, Body: CodesPage },
  code: { title: ({ code, title }) => `${code.code} - ${title}`, Body: CodePage },
}
