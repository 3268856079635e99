import { fill, joined } from '@foyer/contract/fill.ts'
import { team as t } from '@foyer/contract/office/messages.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { mayBeLimited, ROLES, type Role } from '@foyer/domain/office/rights.ts'
import { useState } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { ButtonLink } from '../../../ui/actions/button-link.tsx'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { SelectField } from '../../../ui/forms/fields/select-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { useHydrated } from '../../../ui/hooks/use-hydrated.ts'
import { isReturned, OfficeForm, sentValue, wasChecked } from '../../form/form.tsx'
import { OrganiserId } from '../../form/hidden-ids.tsx'
import { ProveFirst } from '../../form/prove-first.tsx'
import type { OfficePages } from '../../page.ts'
import { ROLE_LEADS, roleTitle } from '../../roles.ts'

type Props = { data: OfficePageData['team']; shell: OfficeShell }
type Person = OfficePageData['team']['people'][number]
type Events = OfficePageData['team']['events']

export function TeamPage({ data, shell }: Props) {
  const { people, invitations, events } = data
  const titles = new Map(events.map(({ id, title }) => [id, title]))
  const eventsOf = (ids: readonly number[]) =>
    ids.length === 0
      ? t['events.all']
      : joined(
          ids.map((id) => titles.get(id) ?? ''),
          ', ',
        )
  return (
    <>
      <div className="office-head">
        <h1>{t.title}</h1>
        {shell.may.change_team && <ButtonLink href="#invite">{t.invite}</ButtonLink>}
      </div>
      <ProveFirst shell={shell} />
      <h2>{t.people}</h2>
      <ul className="office-cards">
        {people.map((person) => (
          <li key={person.staff_id} className="office-card">
            <h3>
              {person.name} {person.is_you && <span className="office-quiet">({t.you})</span>}
            </h3>
            <p className="office-quiet">{person.email}</p>
            <p>
              {roleTitle(person.role)} · {eventsOf(person.event_ids)}
            </p>
            <p className="office-quiet">
              {t.seen}: {person.nice_last_seen || t.never} ·{' '}
              {person.passkeys === 0 ? t['passkeys.none'] : fill(t.passkeys, { n: person.passkeys })}
            </p>
            {shell.may.change_team && <Change person={person} events={events} shell={shell} />}
          </li>
        ))}
      </ul>
      {invitations.length > 0 && (
        <>
          <h2>{t.open}</h2>
          <ul className="office-cards">
            {invitations.map(({ invitation_id, email, role, event_ids, nice_until }) => (
              <li key={invitation_id} className="office-card">
                <p>{email}</p>
                <p>
                  {roleTitle(role)} · {eventsOf(event_ids)}
                </p>
                <p className="office-quiet">{fill(t.until, { date: nice_until })}</p>
                <OfficeForm call="end_invitation" shell={shell} only={['invitation_id', invitation_id]}>
                  <OrganiserId shell={shell} />
                  <input type="hidden" name="invitation_id" value={invitation_id} />
                  <Button type="submit" variant="secondary" small aria-label={fill(t.withdrawOf, { email })}>
                    {t.withdraw}
                  </Button>
                </OfficeForm>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2 id="invite">{t.invite}</h2>
      <p>{t['invite.lead']}</p>
      <OfficeForm call="invite_staff" shell={shell} className="office-stack office-narrow-form">
        <OrganiserId shell={shell} />
        <TextField
          label={t['invite.email']}
          name="email"
          type="email"
          autoComplete="off"
          defaultValue={sentValue(shell, 'invite_staff', 'email')}
        />
        <Job
          events={events}
          role={(sentValue(shell, 'invite_staff', 'role') || 'manager') as Role}
          isChosen={(id) => wasChecked(shell, 'invite_staff', 'event_ids[]', id)}
        />
        <Button type="submit">{t['invite.send']}</Button>
      </OfficeForm>
      {shell.may.change_team && (
        <>
          <h2>{t.refunds}</h2>
          <OfficeForm call="set_refund_limit" shell={shell} className="office-stack office-narrow-form">
            <OrganiserId shell={shell} />
            <TextField
              label={t['refunds.limit']}
              hint={t['refunds.hint']}
              name="limit"
              inputMode="decimal"
              defaultValue={sentValue(shell, 'set_refund_limit', 'limit') || data.refund_limit}
            />
            <Button type="submit" variant="secondary">
              {t['refunds.save']}
            </Button>
          </OfficeForm>
        </>
      )}
    </>
  )
}

/** The role, and the events it is limited to. */
function Job({ events, role: initial, isChosen }: { events: Events; role: Role; isChosen: (id: number) => boolean }) {
  const [role, setRole] = useState(initial)
  // Without JavaScript, changing the role can't open the list of events.
  const isHydrated = useHydrated()
  return (
    <>
      <SelectField
        label={t.role}
        hint={ROLE_LEADS[role]}
        name="role"
        defaultValue={initial}
        onChange={({ target }) => setRole(target.value as Role)}
      >
        {ROLES.map((name) => (
          <option key={name} value={name}>
            {roleTitle(name)}
          </option>
        ))}
      </SelectField>
      {events.length > 0 && (
        <fieldset className="office-stack" disabled={isHydrated && !mayBeLimited(role)}>
          <legend className="office-legend">{t.events}</legend>
          <p className="office-quiet">{t['events.hint']}</p>
          <div className="office-checks">
            {events.map(({ id, title }) => (
              <Checkbox key={id} label={title} name="event_ids[]" value={id} defaultChecked={isChosen(id)} />
            ))}
          </div>
        </fieldset>
      )}
    </>
  )
}

function Change({ person, events, shell }: { person: Person; events: Events; shell: OfficeShell }) {
  const { staff_id, name } = person
  const only: [string, number] = ['staff_id', staff_id]
  return (
    <>
      <details open={isReturned(shell, 'change_staff', only) || undefined}>
        <summary>
          {t.change} <span className="visually-hidden">{name}</span>
        </summary>
        <OfficeForm call="change_staff" shell={shell} only={only} className="office-stack office-narrow-form">
          <OrganiserId shell={shell} />
          <input type="hidden" name="staff_id" value={staff_id} />
          <Job
            events={events}
            role={(sentValue(shell, 'change_staff', 'role', only) || person.role) as Role}
            isChosen={(id) =>
              wasChecked(shell, 'change_staff', 'event_ids[]', id, { only, is: person.event_ids.includes(id) })
            }
          />
          <Button type="submit" small>
            {t.save}
          </Button>
        </OfficeForm>
      </details>
      {!person.is_you && (
        <details open={isReturned(shell, 'end_staff', only) || undefined}>
          <summary>
            {t.end} <span className="visually-hidden">{name}</span>
          </summary>
          <OfficeForm call="end_staff" shell={shell} only={only} className="office-stack">
            <OrganiserId shell={shell} />
            <input type="hidden" name="staff_id" value={staff_id} />
            <p>{fill(t.endLead, { name })}</p>
            <Button type="submit" variant="danger" small>
              {fill(t.endConfirm, { name })}
            </Button>
          </OfficeForm>
        </details>
      )}
    </>
  )
}

export const pages: Pick<OfficePages, 'team'> = {
  team: { title: () => t.title, Body: TeamPage },
}
