import { fill } from '@foyer/contract/fill.ts'
import { yourTickets as t } from '@foyer/contract/messages.ts'
import type { PageData } from '@foyer/contract/pages.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { useState } from 'react'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { Checkbox } from '../../ui/forms/fields/checkbox.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { areNeeded, bodyOf, itemsOf, worthOf } from './returnable.ts'
import { useCallForm } from './use-call-form.tsx'
import css from './your-tickets.module.css'

type Data = PageData['your_tickets']

type Worth = ReturnType<typeof worthOf>

function doneText(n: number, { back_minor, less_minor }: Worth, amount: string): string {
  if (back_minor > 0) return fill(n === 1 ? t['return.done'] : t['several.done'], { amount })
  if (less_minor > 0) return t['plan.done']
  return n === 1 ? t['return.doneFree'] : t['several.doneFree']
}

function submitText(n: number, { back_minor }: Worth, amount: string): string {
  if (back_minor > 0) return fill(n === 1 ? t['return.submit'] : t['several.submit'], { n, amount })
  return n === 1 ? t['return.submitFree'] : fill(t['several.submitFree'], { n })
}

/** All or some tickets of an order, returned in one go. */
export function ReturnSeveral({ data, onDone }: { data: Data; onDone: (message: string) => void }) {
  const items = itemsOf(data)
  const [chosenKeys, setChosenKeys] = useState<ReadonlySet<string>>(new Set())
  const chosen = items.filter(({ key }) => chosenKeys.has(key))
  const n = chosen.length
  const needed = areNeeded(data, chosen)
  const worth = worthOf(data, chosen)
  const amount = formatMinor(worth.back_minor, data.currency)
  const { busy, send, errorAlert } = useCallForm('return_tickets', () => onDone(doneText(n, worth, amount)))
  const toggle = (key: string, isChosen: boolean) => {
    const next = new Set(chosenKeys)
    if (isChosen) next.add(key)
    else next.delete(key)
    setChosenKeys(next)
  }
  return (
    <Form className={css.form} onSubmit={(event) => void send(event, bodyOf(data, chosen, worth))}>
      {errorAlert}
      <fieldset className={css.card} disabled={busy}>
        <legend>{t['several.legend']}</legend>
        {items.length > 1 && (
          <Checkbox
            id="return-all"
            label={fill(t['several.all'], { n: items.length })}
            checked={n === items.length}
            onChange={(event) => setChosenKeys(new Set(event.target.checked ? items.map(({ key }) => key) : []))}
          />
        )}
        {items.map(({ key, label }) => (
          <Checkbox
            key={key}
            id={`return-${key}`}
            label={label}
            checked={chosenKeys.has(key)}
            onChange={(event) => toggle(key, event.target.checked)}
          />
        ))}
      </fieldset>
      <div className={css.form} aria-live="polite">
        {n === 0 ? (
          <p>{t['several.none']}</p>
        ) : needed ? (
          <p>{t['several.needed']}</p>
        ) : (
          <Sum data={data} worth={worth} isProtected={chosen.some(({ is_protected }) => is_protected)} />
        )}
      </div>
      {n > 0 && !needed && !worth.isPaying && (
        <LoadingButton type="submit" variant="danger" loading={busy}>
          {submitText(n, worth, amount)}
        </LoadingButton>
      )}
    </Form>
  )
}

type SumProps = { data: Data; worth: ReturnType<typeof worthOf>; isProtected: boolean }

/** What is refunded, what no longer has to be paid, and what is kept. */
function Sum({ data: { plan, currency }, worth, isProtected }: SumProps) {
  const { back_minor, voucher_minor, kept_minor, less_minor, isPaying, payments } = worth
  const money = (minor: number) => formatMinor(minor, currency)
  if (isPaying) return <p>{t['plan.paying']}</p>
  const isFree = back_minor + voucher_minor + less_minor + kept_minor === 0
  return (
    <>
      {isFree && <p>{t['several.free']}</p>}
      {payments
        .filter(({ minor, amount_minor }) => minor < amount_minor)
        .map(({ nice_due, minor, amount_minor }) => (
          <p key={nice_due}>
            {minor === 0
              ? fill(t['plan.gone'], { day: nice_due, before: money(amount_minor) })
              : fill(t['plan.falls'], { day: nice_due, before: money(amount_minor), after: money(minor) })}
          </p>
        ))}
      {back_minor > 0 && <p>{fill(t['return.what'], { amount: money(back_minor) })}</p>}
      {voucher_minor > 0 && <p>{fill(t['several.voucher'], { amount: money(voucher_minor) })}</p>}
      {kept_minor > 0 && <p>{fill(t['return.kept'], { amount: money(kept_minor) })}</p>}
      {isProtected && <p>{t['return.protected']}</p>}
      {plan === null && <p>{t['several.codes']}</p>}
    </>
  )
}
