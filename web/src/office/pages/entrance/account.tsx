import { fill } from '@foyer/contract/fill.ts'
import { office, me as t } from '@foyer/contract/office/messages.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { type Option, OptionGroup } from '../../../ui/forms/fields/option-group.tsx'
import { SelectField } from '../../../ui/forms/fields/select-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { useHydrated } from '../../../ui/hooks/use-hydrated.ts'
import { callOffice } from '../../call.ts'
import { openPage, pageAfter } from '../../form/after.ts'
import { OfficeForm } from '../../form/form.tsx'
import { ProveAgain } from '../../form/prove-again.tsx'
import type { OfficePages } from '../../page.ts'
import { canUsePasskeys, makePasskey } from '../../passkey.ts'
import { roleTitle } from '../../roles.ts'

type Props = { data: OfficePageData['account']; shell: OfficeShell }

export function AccountPage({ data, shell }: Props) {
  const { sessions, passkeys } = data
  return (
    <>
      <h1>{t.title}</h1>
      <p>
        {data.name !== data.email && (
          <>
            <bdi>{data.name}</bdi> ·{' '}
          </>
        )}
        {data.email}
      </p>
      <h2>{t.roles}</h2>
      <ul>
        {data.is_operator && <li>{office['role.operator']}</li>}
        {data.roles.map(({ organiser, role, events }) => (
          <li key={organiser}>
            <bdi>{organiser}</bdi>: {roleTitle(role)}
            {events !== null && ` · ${fill(t['roles.events'], { n: events })}`}
          </li>
        ))}
      </ul>
      <h2>{t.theme}</h2>
      <OfficeForm call="set_office_dark_mode" shell={shell}>
        <input type="hidden" name="is_dark_mode" value={data.is_dark_mode ? '0' : '1'} />
        <Button type="submit" variant="secondary">
          {data.is_dark_mode ? t.light : t.dark}
        </Button>
      </OfficeForm>
      {data.emails && <Emails email={data.email} emails={data.emails} shell={shell} />}
      <h2>{t.passkeys}</h2>
      <p>{t['passkeys.lead']}</p>
      {passkeys.length === 0 ? (
        <p className="office-quiet">{t['passkeys.none']}</p>
      ) : (
        <ul className="office-cards">
          {passkeys.map(({ id, name, nice_added, nice_used }) => (
            <li key={id} className="office-card">
              <p>{name}</p>
              <p className="office-quiet">
                {fill(t.added, { date: nice_added })} · {nice_used ? fill(t.used, { date: nice_used }) : t.unused}
              </p>
              <OfficeForm call="end_passkey" shell={shell} only={['passkey_id', id]}>
                <input type="hidden" name="passkey_id" value={id} />
                <Button type="submit" variant="secondary" small aria-label={fill(t.removeOf, { name })}>
                  {t.remove}
                </Button>
              </OfficeForm>
            </li>
          ))}
        </ul>
      )}
      <AddPasskey shell={shell} />
      <h2>{t.sessions}</h2>
      <p>{t['sessions.lead']}</p>
      <ul className="office-cards">
        {sessions.map(({ number, device, nice_last_seen, is_this }) => (
          <li key={number} className="office-card">
            <p>{device || t.unknownDevice}</p>
            <p className="office-quiet">{is_this ? t.this : fill(t.seen, { date: nice_last_seen })}</p>
            {!is_this && (
              <OfficeForm call="end_office_session" shell={shell} only={['number', number]}>
                <input type="hidden" name="number" value={number} />
                <Button
                  type="submit"
                  variant="secondary"
                  small
                  aria-label={fill(t.endOf, { device: device || t.unknownDevice })}
                >
                  {t.end}
                </Button>
              </OfficeForm>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <OfficeForm call="end_other_office_sessions" shell={shell}>
          <Button type="submit" variant="secondary">
            {t.endOthers}
          </Button>
        </OfficeForm>
      )}
    </>
  )
}

type Emails = NonNullable<Props['data']['emails']>

const CHOICES = [
  { value: 'each', label: t['emails.each'], hint: t['emails.eachHint'] },
  { value: 'daily', label: t['emails.daily'], hint: t['emails.dailyHint'] },
  { value: 'weekly', label: t['emails.weekly'], hint: t['emails.weeklyHint'] },
  { value: 'problems', label: t['emails.problems'], hint: t['emails.problemsHint'] },
  { value: 'nothing', label: t['emails.nothing'], hint: t['emails.nothingHint'] },
] as const satisfies (Option & { value: Emails['notifications'] })[]

function Emails({ email, emails, shell }: { email: string; emails: Emails; shell: OfficeShell }) {
  const [chosen, setChosen] = useState<string>(emails.notifications)
  return (
    <>
      <h2>{t.emails}</h2>
      <p>{fill(t['emails.lead'], { email })}</p>
      <OfficeForm call="set_notifications" shell={shell} className="office-stack office-narrow-form">
        <OptionGroup
          legend={t['emails.which']}
          name="notifications"
          options={CHOICES}
          value={chosen}
          onChange={setChosen}
        />
        <SelectField label={t['emails.language']} name="language" defaultValue={emails.language}>
          <option value="en">{t['emails.en']}</option>
          <option value="fr" lang="fr">
            {t['emails.fr']}
          </option>
        </SelectField>
        <Button type="submit" variant="secondary">
          {t['emails.save']}
        </Button>
      </OfficeForm>
    </>
  )
}

/** Only with JavaScript, because the browser creates the passkey. */
function AddPasskey({ shell }: { shell: OfficeShell }) {
  const [state, setState] = useState<{ error?: string; prove?: boolean }>({})
  const [name, setName] = useState('')
  if (!useHydrated()) return null
  if (!canUsePasskeys()) return <p className="office-quiet">{t['passkeys.unsupported']}</p>
  const add = async () => {
    const { response, mustProve } = await makePasskey()
    if (mustProve) return setState({ prove: true })
    if (response === null) return setState({ error: office.failed })
    const answer = await callOffice('save_passkey', new URLSearchParams({ name, response }))
    if (answer.ok) openPage(pageAfter(answer.reply, shell.page_path))
    else setState({ error: answer.error || office.failed })
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setState({})
    void add()
  }
  return (
    <>
      {state.prove && (
        <ProveAgain
          shell={shell}
          onProved={() => {
            setState({})
            void add()
          }}
        />
      )}
      <form className="office-stack office-narrow-form" onSubmit={submit}>
        {state.error && (
          <Alert type="error" live>
            {state.error}
          </Alert>
        )}
        <TextField
          label={t['passkeys.name']}
          hint={t['passkeys.nameHint']}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" variant="secondary">
          {t['passkeys.add']}
        </Button>
      </form>
    </>
  )
}

export const pages: Pick<OfficePages, 'account'> = {
  account: { title: () => t.title, Body: AccountPage },
}
