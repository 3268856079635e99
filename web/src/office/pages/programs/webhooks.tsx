import { TEST_KIND, WEBHOOK_KINDS } from '@foyer/contract/api/webhook-kinds.ts'
import { fill } from '@foyer/contract/fill.ts'
import {
  keyRoles,
  messageStates,
  webhooksPage as t,
  webhookKinds,
  webhookStates,
} from '@foyer/contract/office/integrations/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { KEY_ROLES } from '@foyer/domain/office/rights.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { SelectField } from '../../../ui/forms/fields/select-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { OfficeForm, sentValue, wasChecked } from '../../form/form.tsx'
import { OrganiserId } from '../../form/hidden-ids.tsx'
import { ProveFirst } from '../../form/prove-first.tsx'
import type { OfficePages } from '../../page.ts'
import { eventPathIn, orderPathIn, pathIn } from '../../paths.ts'
import { EventChoice, ProgramPages, Secret } from './programs.tsx'

type Webhook = OfficePageData['webhook']['webhook']
type Events = OfficePageData['webhooks']['events']
type Shell = { shell: OfficeShell }

function WebhooksPage({ data: { webhooks, events, form_key }, shell }: { data: OfficePageData['webhooks'] } & Shell) {
  return (
    <>
      <ProgramPages shell={shell} here="webhooks" />
      <h1>{t.title}</h1>
      <p>{t.lead}</p>
      <ProveFirst shell={shell} />
      <Secret shell={shell} title={t.new} lead={t['new.lead']} />
      <h2>{t.made}</h2>
      {webhooks.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <ul className="office-cards">
          {webhooks.map((hook) => (
            <li key={hook.webhook_id} className="office-card">
              <h3>{hook.url}</h3>
              <State hook={hook} />
              <p>
                <a
                  href={`${pathIn('webhook', shell.organiser_id)}&webhook_id=${hook.webhook_id}`}
                  aria-label={fill(t.openOf, { url: hook.url })}
                >
                  {t.open}
                </a>
              </p>
            </li>
          ))}
        </ul>
      )}
      <h2>{t.make}</h2>
      <OfficeForm call="make_webhook" shell={shell} className="office-stack office-narrow-form">
        <input type="hidden" name="form_key" value={form_key} />
        <Fields call="make_webhook" events={events} shell={shell} />
        <Button type="submit">{t['make.button']}</Button>
      </OfficeForm>
    </>
  )
}

const State = ({ hook }: { hook: Webhook }) => (
  <>
    <p>
      {webhookStates[hook.state]} {hook.nice_since && fill(t.since, { date: hook.nice_since })}
      {hook.waiting > 0 && ` · ${fill(t.waiting, { n: hook.waiting })}`}
    </p>
    {hook.state === 'off' && hook.is_orphaned && <p>{fill(t.orphaned, { name: hook.made_by })}</p>}
  </>
)

type FieldsProps = { call: 'make_webhook' | 'change_webhook'; events: Events; hook?: Webhook } & Shell

function Fields({ call, events, hook, shell }: FieldsProps) {
  return (
    <>
      <OrganiserId shell={shell} />
      <TextField
        label={t.url}
        hint={t['url.hint']}
        name="url"
        type="url"
        autoComplete="off"
        defaultValue={sentValue(shell, call, 'url') || (hook?.url ?? '')}
      />
      <fieldset className="office-stack">
        <legend className="office-legend">{t.kinds}</legend>
        <div>
          {WEBHOOK_KINDS.map((kind) => (
            <Checkbox
              key={kind}
              label={webhookKinds[kind]}
              name="kinds[]"
              value={kind}
              defaultChecked={wasChecked(shell, call, 'kinds[]', kind, { is: hook?.kinds.includes(kind) ?? false })}
            />
          ))}
        </div>
      </fieldset>
      <SelectField
        label={t.rights}
        name="role"
        defaultValue={sentValue(shell, call, 'role') || (hook?.role ?? 'reader')}
      >
        {KEY_ROLES.map((role) => (
          <option key={role} value={role}>
            {keyRoles[role]}
          </option>
        ))}
      </SelectField>
      <EventChoice call={call} events={events} shell={shell} chosen={hook?.event_ids ?? []} />
    </>
  )
}

type Data = OfficePageData['webhook']
type Act = 'test_webhook' | 'renew_webhook_secret' | 'switch_webhook' | 'end_webhook'

function WebhookPage({ data, shell }: { data: Data } & Shell) {
  const { webhook: hook, events } = data
  const act = (call: Act, label: string, more: { on?: string; danger?: true } = {}) => (
    <OfficeForm
      call={call}
      shell={shell}
      {...(call === 'end_webhook' && { next: pathIn('webhooks', shell.organiser_id) })}
    >
      <OrganiserId shell={shell} />
      <input type="hidden" name="webhook_id" value={hook.webhook_id} />
      {call === 'renew_webhook_secret' && <input type="hidden" name="form_key" value={data.form_key} />}
      {more.on !== undefined && <input type="hidden" name="on" value={more.on} />}
      <Button type="submit" variant={more.danger ? 'danger' : 'secondary'} small>
        {label}
      </Button>
    </OfficeForm>
  )
  return (
    <>
      <h1>{t.one}</h1>
      <p>{hook.url}</p>
      <State hook={hook} />
      <ProveFirst shell={shell} />
      <Secret shell={shell} title={t.new} lead={t['new.lead']} />
      <div className="office-row">
        {act('test_webhook', t.test)}
        {hook.state === 'off' ? act('switch_webhook', t.on, { on: '1' }) : act('switch_webhook', t.off, { on: '0' })}
        {act('end_webhook', t.end, { danger: true })}
      </div>
      <h2>{t.messages}</h2>
      <p>{t['messages.lead']}</p>
      {data.messages.length === 0 ? <p>{t['messages.none']}</p> : <Messages data={data} shell={shell} />}
      {data.older !== null && (
        <p>
          <a href={`${pathIn('webhook', shell.organiser_id)}&webhook_id=${hook.webhook_id}&before=${data.older}`}>
            {t.older}
          </a>
        </p>
      )}
      <h2>{t.renew}</h2>
      <p>{hook.nice_old_until === '' ? t['renew.lead'] : fill(t['renew.until'], { date: hook.nice_old_until })}</p>
      {act('renew_webhook_secret', t.renew)}
      <h2>{t.change}</h2>
      <OfficeForm call="change_webhook" shell={shell} className="office-stack office-narrow-form">
        <input type="hidden" name="webhook_id" value={hook.webhook_id} />
        <Fields call="change_webhook" events={events} hook={hook} shell={shell} />
        <Button type="submit">{t.save}</Button>
      </OfficeForm>
    </>
  )
}

function Messages({ data: { messages, webhook }, shell }: { data: Data } & Shell) {
  return (
    <table className="office-table">
      <caption className="visually-hidden">{t.messages}</caption>
      <thead>
        <tr>
          <th scope="col">{t.message}</th>
          <th scope="col">{t.about}</th>
          <th scope="col">{t.state}</th>
          <th scope="col">{t.tries}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {messages.map((message) => (
          <tr key={message.message_id}>
            <th scope="row">
              {message.kind}
              <span className="office-effect office-quiet">{message.nice_at}</span>
            </th>
            <td data-label={t.about}>
              <About message={message} shell={shell} />
            </td>
            <td data-label={t.state}>{messageStates[message.state]}</td>
            <td data-label={t.tries}>
              {message.tries.map(({ status, ms, nice_at, excerpt }) => (
                <span key={`${nice_at} ${ms} ${excerpt}`} className="office-effect">
                  {fill(t.try, { status: status ?? t['try.none'], ms, date: nice_at })}
                  {excerpt && <span className="office-effect office-quiet">{excerpt}</span>}
                </span>
              ))}
            </td>
            <td>
              <OfficeForm call="retry_webhook" shell={shell} only={['message_id', message.message_id]}>
                <OrganiserId shell={shell} />
                <input type="hidden" name="webhook_id" value={webhook.webhook_id} />
                <input type="hidden" name="message_id" value={message.message_id} />
                <Button type="submit" variant="quiet" small aria-label={fill(t.againOf, { id: message.message_id })}>
                  {t.again}
                </Button>
              </OfficeForm>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function About({ message: { kind, about }, shell }: { message: Data['messages'][number] } & Shell) {
  const { label, order_id, event_id } = about
  if (order_id !== null) return <a href={orderPathIn(shell.organiser_id, order_id)}>{label}</a>
  if (event_id !== null) return <a href={eventPathIn('event', shell.organiser_id, event_id)}>{label}</a>
  return kind === TEST_KIND ? t['about.test'] : t['about.gone']
}

export const pages: Pick<OfficePages, 'webhooks' | 'webhook'> = {
  webhooks: { title: () => t.title, Body: WebhooksPage },
  webhook: { title: ({ webhook }) => `${t.one} - ${webhook.url}`, Body: WebhookPage },
}
