import { fill } from '@foyer/contract/fill.ts'
import { groupNames, paidHeads, moneyPage as t } from '@foyer/contract/office/money/messages.en.ts'
import { OFFICE_PAGES, type OfficePageData, type OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SelectField } from '../../../ui/forms/fields/select-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { FiguresTable, shownAmount } from '../../figures-table.tsx'
import { FormatButtons } from '../../form/format-buttons.tsx'
import { OrganiserId } from '../../form/hidden-ids.tsx'
import { PlainForm } from '../../form/plain-form.tsx'
import type { OfficePages } from '../../page.ts'
import { pathIn } from '../../paths.ts'

type Props = { data: OfficePageData['money']; shell: OfficeShell }
type Books = Props['data']['currencies'][number]

/** What was sold and refunded in a period, its taxes and payments, and statements to download. */
export function MoneyPage({ data, shell }: Props) {
  const { from, until, by, currencies, complimentary, month, periods } = data
  const isShown = (period: { from: string; until: string }) => period.from === from && period.until === until
  return (
    <>
      <h1>{t.title}</h1>
      <nav className="office-chips" aria-label={t.periods}>
        {periods.map((period) => (
          <a
            key={period.name}
            href={`${pathIn('money', shell.organiser_id)}&from=${period.from}&until=${period.until}&by=${by}`}
            aria-current={isShown(period) ? 'true' : undefined}
          >
            {t[`period.${period.name}`]}
          </a>
        ))}
      </nav>
      <details open={!periods.some(isShown)}>
        <summary>{t.otherPeriod}</summary>
        <form method="get" action={OFFICE_PAGES.money.path} className="office-filter" aria-label={t.filter}>
          <OrganiserId shell={shell} />
          <TextField label={t.from} name="from" type="date" defaultValue={from} />
          <TextField label={t.until} name="until" type="date" defaultValue={until} />
          <SelectField label={t.by} name="by" defaultValue={by}>
            {Object.entries(groupNames).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </SelectField>
          <Button type="submit" variant="secondary">
            {t.show}
          </Button>
        </form>
      </details>
      {currencies.every(({ rows }) => rows.length === 0) && <p role="status">{t.none}</p>}
      {currencies.map((books) => (
        <Currency key={books.currency} books={books} isOnly={currencies.length === 1} />
      ))}
      {complimentary.length > 0 && (
        <section className="office-stack" aria-labelledby="complimentary">
          <h2 id="complimentary">{t.complimentary}</h2>
          <p>{t['complimentary.lead']}</p>
          <dl className="office-facts">
            {complimentary.map(({ label, tickets }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{tickets}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section className="office-stack" aria-labelledby="export">
        <h2 id="export">{t.export}</h2>
        <PlainForm call="export_money" shell={shell} sends={{ from, until, by }} className="office-row">
          <FormatButtons words={t} />
        </PlainForm>
      </section>
      <section className="office-stack" aria-labelledby="statement">
        <h2 id="statement">{t['statement.title']}</h2>
        <p>{t['statement.lead']}</p>
        <PlainForm call="money_statement" shell={shell} className="office-row">
          <TextField label={t['statement.month']} name="month" type="month" defaultValue={month} />
          <Button type="submit" variant="secondary" name="format" value="pdf">
            {t['statement.pdf']}
          </Button>
          <FormatButtons words={t} />
        </PlainForm>
      </section>
    </>
  )
}

function Currency({
  books: { currency, heads, rows, total, taxes, paid, beside, vouchers_owed },
  isOnly,
}: {
  books: Books
  isOnly: boolean
}) {
  return (
    <section className="office-stack" aria-labelledby={`in-${currency}`}>
      <h2 id={`in-${currency}`} className={isOnly ? 'visually-hidden' : undefined}>
        {currency}
      </h2>
      {paid.rows.length > 0 && (
        <dl className="office-numbers">
          {paid.total.map((amount, i) => (
            <div key={paid.heads[i + 1]}>
              <dt>{paid.heads[i + 1]}</dt>
              <dd>{shownAmount(amount)}</dd>
            </div>
          ))}
        </dl>
      )}
      {rows.length > 0 && <Amounts title={currency} heads={heads} rows={rows} total={total} />}
      {taxes.length > 0 && (
        <>
          <h3>{t['tax.title']}</h3>
          <Amounts
            title={t['tax.title']}
            heads={[t['tax.rate'], t['tax.gross'], t['tax.tax'], t['tax.refunded'], t['tax.refundedTax'], t['tax.due']]}
            rows={taxes}
          />
        </>
      )}
      {paid.rows.length > 0 && (
        <>
          <h3>{t['paid.title']}</h3>
          <p>{t['paid.lead']}</p>
          <Amounts
            title={t['paid.title']}
            heads={paid.heads}
            rows={paid.rows}
            total={paid.total}
            totalLabel={paidHeads.total}
          />
        </>
      )}
      {beside.length > 0 && (
        <>
          <h3>{t['beside.title']}</h3>
          <dl className="office-facts">
            {beside.map(({ label, amount }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{amount}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {vouchers_owed && <p>{fill(t.vouchers, { amount: vouchers_owed })}</p>}
    </section>
  )
}

type AmountsProps = { title: string; heads: string[]; rows: Books['rows']; total?: string[]; totalLabel?: string }

const Amounts = ({ title, heads, rows, total = [], totalLabel = t.total }: AmountsProps) => (
  <FiguresTable
    title={title}
    heads={heads}
    rows={[
      ...rows.map((row) => ({ key: row.label, ...row })),
      ...(total.length > 0 ? [{ key: totalLabel, label: totalLabel, cells: total, isTotal: true }] : []),
    ]}
  />
)

export const pages: Pick<OfficePages, 'money'> = {
  money: { title: () => t.title, Body: MoneyPage },
}
