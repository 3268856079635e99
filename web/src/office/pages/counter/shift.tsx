import { fill } from '@foyer/contract/fill.ts'
import { counter, paid, shiftPage as t } from '@foyer/contract/office/counter/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { OfficeForm, sentValue } from '../../form/form.tsx'
import { OrganiserId } from '../../form/hidden-ids.tsx'
import type { OfficePages } from '../../page.ts'
import { pathIn } from '../../paths.ts'
import { OpeningFloat } from './opening-float.tsx'
import { PrintButton } from './print.tsx'

type Props = { data: OfficePageData['shift']; shell: OfficeShell }
type Shift = NonNullable<Props['data']['shift']>

/** The report of a shift, and the form that closes it. */
export function ShiftPage({ data, shell }: Props) {
  const { shift, earlier } = data
  return (
    <>
      <h1>{t.title}</h1>
      <p className="office-row office-unprinted">
        <a href={pathIn('counter', shell.organiser_id)}>{counter.title}</a>
        {shift && <PrintButton label={t.print} />}
      </p>
      {shift === null ? <p role="status">{t.none}</p> : <Report shift={shift} />}
      {shift?.is_own && shift.nice_closed === '' && shift.float === '' && (
        <OpeningFloat formKey={data.form_key} shell={shell} currency={shift.currency} isOpen />
      )}
      {shift?.is_own && shift.nice_closed === '' && <Close data={data} shell={shell} />}
      {earlier.length > 0 && (
        <section className="office-stack office-unprinted" aria-labelledby="earlier">
          <h2 id="earlier">{t.earlier}</h2>
          <ul className="office-timeline">
            {earlier.map(({ shift_id, who, nice_closed, difference }) => (
              <li key={shift_id}>
                <a href={`${pathIn('shift', shell.organiser_id)}&shift_id=${shift_id}`}>{nice_closed}</a>{' '}
                <bdi>{who}</bdi>, {difference || t['not.counted']}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Report({ shift }: { shift: Shift }) {
  const { who, nice_opened, nice_closed, float, taken, expected, counted, difference } = shift
  const facts: [string, string][] = [
    [t.who, who],
    [t.opened, nice_opened],
    ...(nice_closed ? [[t.closed, nice_closed] satisfies [string, string]] : []),
    [t.float, float || t['not.counted']],
    [t.expected, float ? expected : fill(t['expected.without'], { amount: expected })],
    ...(nice_closed
      ? [
          [t.counted, counted] satisfies [string, string],
          [t.difference, difference || t['not.counted']] satisfies [string, string],
        ]
      : []),
  ]
  return (
    <section className="office-stack" aria-labelledby="report">
      <h2 id="report">{nice_closed ? t.z : t.x}</h2>
      <p className="office-quiet">{nice_closed ? t['z.lead'] : t['x.lead']}</p>
      {taken.length === 0 ? (
        <p>{t.nothing}</p>
      ) : (
        <table className="office-table">
          <caption className="visually-hidden">{nice_closed ? t.z : t.x}</caption>
          <thead>
            <tr>
              <th scope="col">{t.how}</th>
              <th scope="col">{t.sales}</th>
              <th scope="col">{t.tickets}</th>
              <th scope="col">{t.taken}</th>
              <th scope="col">{t.back}</th>
            </tr>
          </thead>
          <tbody>
            {taken.map(({ how, sales, tickets, taken: minor, back }) => (
              <tr key={how}>
                <th scope="row">{paid[how]}</th>
                <td data-label={t.sales}>{sales}</td>
                <td data-label={t.tickets}>{tickets}</td>
                <td data-label={t.taken}>{minor}</td>
                <td data-label={t.back}>{back}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl className="office-facts">
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Close = ({ data, shell }: Props) => (
  <OfficeForm call="close_shift" shell={shell} className="office-stack office-narrow-form office-unprinted">
    <h2>{t.close}</h2>
    <p>{t['close.lead']}</p>
    <OrganiserId shell={shell} />
    <input type="hidden" name="form_key" value={data.form_key} />
    <TextField
      label={t['close.counted']}
      name="counted"
      prefix={data.shift?.currency.symbol}
      inputMode="decimal"
      autoComplete="off"
      short
      defaultValue={sentValue(shell, 'close_shift', 'counted')}
    />
    <Button type="submit">{t['close.button']}</Button>
  </OfficeForm>
)

export const pages: Pick<OfficePages, 'shift'> = {
  shift: { title: ({ shift }) => (shift?.nice_closed ? t.z : t.title), Body: ShiftPage },
}
