import { fill } from '@foyer/contract/fill.ts'
import { providers, payments as t } from '@foyer/contract/office/events/payments.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { OfficeForm } from '../../form/form.tsx'
import { OrganiserId } from '../../form/hidden-ids.tsx'
import type { OfficePages } from '../../page.ts'
import { pathIn } from '../../paths.ts'
import { SettingsFrame } from './settings-frame.tsx'

type Props = { data: OfficePageData['payments']; shell: OfficeShell }

/** The accounts into which an organiser is paid. */
export function PaymentsPage({ data, shell }: Props) {
  const { accounts, is_saas, is_missing, may_change, offers } = data
  const nameOf = (provider: string) => (providers as Record<string, string>)[provider] ?? provider
  const wordsOf = (provider: string, isReplacing: boolean) =>
    accounts.some((account) => account.provider === provider) ? t.renew : isReplacing ? t.replace : t.connect
  return (
    <SettingsFrame>
      <h2>{t.title}</h2>
      {is_missing ? (
        <Alert type="error">{t.missing}</Alert>
      ) : (
        <p>{is_saas ? t.saas : accounts.length === 0 && t.shop}</p>
      )}
      {accounts.length > 0 && (
        <table className="office-table">
          <caption className="visually-hidden">{t.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t.provider}</th>
              <th scope="col">{t.account}</th>
              <th scope="col">{t.fee}</th>
              <th scope="col">{t.tested}</th>
              {may_change && <td />}
            </tr>
          </thead>
          <tbody>
            {accounts.map(({ account_id, provider, name, external_id, fee_percent, nice_tested, webhook_url }) => (
              <tr key={account_id}>
                <th scope="row">{nameOf(provider)}</th>
                <td data-label={t.account}>
                  {name} <span className="office-quiet">{external_id}</span>
                  {webhook_url !== '' && (
                    <p className="office-quiet">
                      {t.webhook} <code>{webhook_url}</code>
                    </p>
                  )}
                </td>
                <td data-label={t.fee}>{fee_percent}%</td>
                <td data-label={t.tested}>{nice_tested}</td>
                {may_change && (
                  <td>
                    <OfficeForm call="test_payment_account" shell={shell} only={['account_id', account_id]}>
                      <OrganiserId shell={shell} />
                      <input type="hidden" name="account_id" value={account_id} />
                      <Button type="submit" variant="secondary" small>
                        {fill(t.test, { name: name || nameOf(provider) })}
                      </Button>
                    </OfficeForm>
                    <OfficeForm call="disconnect_payment_account" shell={shell} only={['account_id', account_id]}>
                      <OrganiserId shell={shell} />
                      <input type="hidden" name="account_id" value={account_id} />
                      <Button type="submit" variant="danger" small>
                        {fill(t.disconnect, { name: name || nameOf(provider) })}
                      </Button>
                    </OfficeForm>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {may_change ? (
        <>
          <h3>{t.own}</h3>
          <p>{t['own.lead']}</p>
          <ul>
            {offers.map(({ provider, is_replacing }) => (
              <li key={provider}>
                <a href={`${pathIn('payment_account', shell.organiser_id)}&provider=${provider}`}>
                  {fill(wordsOf(provider, is_replacing), { provider: nameOf(provider) })}
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="office-quiet">{t.how}</p>
      )}
    </SettingsFrame>
  )
}

export const pages: Pick<OfficePages, 'payments'> = {
  payments: { title: () => t.title, Body: PaymentsPage },
}
