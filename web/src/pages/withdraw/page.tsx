import { fill, joined } from '@foyer/contract/fill.ts'
import { withdrawal as t } from '@foyer/contract/messages.ts'
import { PAGES, type PageData } from '@foyer/contract/pages.ts'
import type { WithdrawalProblem, WithdrawalState } from '@foyer/contract/withdrawal.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import type { Page } from '../../page.ts'
import { buttonClass } from '../../ui/actions/button.tsx'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Checkbox } from '../../ui/forms/fields/checkbox.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'

type Data = PageData['withdraw']

const PROBLEMS: Record<WithdrawalProblem, string> = {
  missing: t['problem.missing'],
  unknown: t['problem.unknown'],
  too_many: t['problem.tooMany'],
  in_person: t['problem.inPerson'],
  none_chosen: t['problem.noneChosen'],
  disputed: t['problem.disputed'],
  plan_paying: t['problem.planPaying'],
  not_now: t['problem.notNow'],
}

const WHY_NOT: Record<Exclude<WithdrawalState, 'open' | 'late'>, string> = {
  dated: t['state.dated'],
  returned: t['state.returned'],
  spent: t['state.spent'],
  in_use: t['state.inUse'],
  claimed: t['state.claimed'],
}

/** Withdraws from a contract in two steps, without an account. Plain forms: no script is needed. */
function Withdraw({ data }: { data: Data }) {
  const { step, problem } = data
  return (
    <div className={`page ${narrow.narrow}`}>
      <h1>{t.title}</h1>
      {problem !== null && <Alert type="error">{PROBLEMS[problem]}</Alert>}
      {step === 'done' && (
        <Alert
          type="success"
          action={
            <ButtonLink href={PAGES.home} small>
              {t.home}
            </ButtonLink>
          }
        >
          {t.done}
        </Alert>
      )}
      {step === 'who' && <Who data={data} />}
      {step === 'what' && <What data={data} />}
      {step !== 'done' && (
        <Disclosure title={t.letter}>
          <p>{t['letter.lead']}</p>
          <p>{t['letter.words']}</p>
        </Disclosure>
      )}
    </div>
  )
}

const Who = ({ data: { values } }: { data: Data }) => (
  <>
    <p className={narrow.lead}>{t.lead}</p>
    <Panel>
      <form method="post" action={PAGES.withdraw} className={narrow.form} noValidate>
        <TextField
          name="name"
          label={t.name}
          autoComplete="name"
          maxLength={LIMITS.text.name}
          defaultValue={values.name}
          required
        />
        <TextField
          name="reference"
          label={t.reference}
          hint={t.referenceHint}
          maxLength={LIMITS.text.code}
          defaultValue={values.reference}
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <TextField
          name="email"
          type="email"
          label={t.email}
          hint={t.emailHint}
          autoComplete="email"
          inputMode="email"
          maxLength={LIMITS.text.email}
          defaultValue={values.email}
          spellCheck={false}
          autoCapitalize="none"
          required
        />
        <button type="submit" className={buttonClass({})}>
          {t.next}
        </button>
      </form>
    </Panel>
  </>
)

function What({ data: { values, lines } }: { data: Data }) {
  const open = lines.filter(({ state }) => state === 'open')
  const others = lines.filter(({ state }) => state !== 'open')
  return (
    <>
      {open.length === 0 ? (
        <Alert type="info">{t.nothing}</Alert>
      ) : (
        <Panel>
          <form method="post" action={PAGES.withdraw} className={narrow.form}>
            <fieldset className={narrow.form}>
              <legend>
                <strong>{t.what}</strong>
              </legend>
              {open.map((line) => (
                <Checkbox
                  key={line.line}
                  name="lines"
                  value={line.line}
                  defaultChecked
                  label={titleOf(line)}
                  aside={line.amount}
                  hint={joined([line.is_balance && t.balance, fill(t.until, { date: line.nice_until })], ' ')}
                />
              ))}
            </fieldset>
            <p>{t.money}</p>
            <input type="hidden" name="name" value={values.name} />
            <input type="hidden" name="reference" value={values.reference} />
            <input type="hidden" name="email" value={values.email} />
            <button type="submit" name="confirm" value="1" className={buttonClass({})}>
              {t.confirm}
            </button>
          </form>
        </Panel>
      )}
      {others.length > 0 && (
        <section>
          <h2>{t.others}</h2>
          <ul>
            {others.map((line) => (
              <li key={line.line}>
                <strong>{titleOf(line)}</strong>
                <br />
                {line.state === 'late'
                  ? fill(t['state.late'], { date: line.nice_until })
                  : WHY_NOT[line.state as keyof typeof WHY_NOT]}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const titleOf = ({ qty, name, title, nice_date }: Data['lines'][number]): string =>
  joined([qty > 0 ? fill(t.line, { n: qty, name }) : name, title, nice_date], ', ')

export const page: Page<'withdraw'> = { title: () => t.title, frame: 'shop', Body: Withdraw }
