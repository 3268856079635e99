import { fill } from '@foyer/contract/fill.ts'
import {
  paymentFields,
  paymentSteps,
  payments,
  providerNames,
  paymentAccount as t,
} from '@foyer/contract/office/events/payments.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { TextAreaField } from '../../../ui/forms/fields/text-area-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { OfficeForm } from '../../form/form.tsx'
import { OrganiserId } from '../../form/hidden-ids.tsx'
import { ProveFirst } from '../../form/prove-first.tsx'
import type { OfficePages } from '../../page.ts'
import { pathIn } from '../../paths.ts'

type Data = OfficePageData['payment_account']
type Props = { data: Data; shell: OfficeShell }

const nameOf = (provider: string): string => (providerNames as Record<string, string>)[provider] ?? provider

/** What an owner does to be paid into an account of their own. A plain page, so that no script handles its secrets. */
function PaymentAccountPage({ data, shell }: Props) {
  const provider = nameOf(data.provider)
  return (
    <>
      <h1>{fill(t.title, { provider })}</h1>
      <p>
        <a href={pathIn('payments', shell.organiser_id)}>{t.back}</a>
      </p>
      {data.replaces !== '' && <Alert type="info">{fill(t.replaces, { provider: nameOf(data.replaces) })}</Alert>}
      <ProveFirst shell={shell} />
      {data.is_made_there ? <MadeThere data={data} shell={shell} /> : <Typed data={data} shell={shell} />}
    </>
  )
}

/** An account that is made at the provider and finished there. */
function MadeThere({ data: { provider: id, state, external_id: account }, shell }: Props) {
  const provider = nameOf(id)
  return (
    <>
      <p role="status">{fill(t[`state.${state}`], { provider, account })}</p>
      {shell.secret !== null ? (
        <section className="office-note">
          <p>
            <a href={shell.secret}>{fill(t.go, { provider })}</a>
          </p>
          <p className="office-quiet">{t['go.lead']}</p>
        </section>
      ) : state === 'ready' ? (
        <Form call="connect_payment_account" provider={id} shell={shell}>
          <Button type="submit">{t.connect}</Button>
        </Form>
      ) : state === 'unknown' || state === 'checking' ? (
        <p>
          <a href={shell.page_path}>{t.refresh}</a>
        </p>
      ) : (
        <Form call="begin_payment_account" provider={id} shell={shell}>
          <Button type="submit">{fill(state === 'none' ? t.begin : t.resume, { provider })}</Button>
        </Form>
      )}
    </>
  )
}

/** An account whose ids and keys are copied from the provider. */
function Typed({ data, shell }: Props) {
  const { provider: id, fields, needs_key, public_key, webhook_url, form_key } = data
  const provider = nameOf(id)
  const steps = (paymentSteps as Record<string, readonly string[]>)[id] ?? []
  const labelOf = (name: string) => (paymentFields as Record<string, string>)[`${id}.${name}`] ?? name
  return (
    <>
      <h2>{t.steps}</h2>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {webhook_url !== '' && (
        <p>
          {t.webhook}: <code>{webhook_url}</code>
        </p>
      )}
      {needs_key && (
        <section className="office-stack">
          {public_key !== '' && (
            <TextAreaField label={t['key.public']} hint={t['key.lead']} rows={6} readOnly value={public_key} />
          )}
          <Form call="make_payment_key" provider={id} shell={shell}>
            <input type="hidden" name="form_key" value={form_key} />
            <Button type="submit" variant="secondary">
              {public_key === '' ? t.key : t['key.again']}
            </Button>
            {public_key !== '' && <p className="office-quiet">{t['key.again.lead']}</p>}
          </Form>
        </section>
      )}
      {(!needs_key || public_key !== '') && (
        <>
          <h2>{fill(t.form, { provider })}</h2>
          <Form call="connect_payment_account" provider={id} shell={shell}>
            {fields.map(({ name, is_secret }) => (
              <TextField
                key={name}
                label={labelOf(name)}
                name={`f[${name}]`}
                type={is_secret ? 'password' : 'text'}
                autoComplete="off"
                // A secret that was refused isn't written into the page again.
                defaultValue={is_secret ? undefined : shell.failed?.sent[`f[${name}]`]?.toString()}
              />
            ))}
            <p className="office-quiet">{fill(t['check.lead'], { provider })}</p>
            <Button type="submit">{t.check}</Button>
          </Form>
        </>
      )}
    </>
  )
}

type Calls = 'make_payment_key' | 'begin_payment_account' | 'connect_payment_account'
const Form = ({
  call,
  provider,
  shell,
  children,
}: {
  call: Calls
  provider: string
  shell: OfficeShell
  children: React.ReactNode
}) => (
  <OfficeForm call={call} shell={shell} className="office-stack office-narrow-form">
    <OrganiserId shell={shell} />
    <input type="hidden" name="provider" value={provider} />
    {children}
  </OfficeForm>
)

export const pages: Pick<OfficePages, 'payment_account'> = {
  payment_account: { title: () => payments.own, Body: PaymentAccountPage },
}
