import { account } from '@foyer/contract/messages.ts'
import { PAGES, PERSONAL_DATA, PROVE_AGAIN } from '@foyer/contract/pages.ts'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import css from './account.module.css'

/** The data the shop stores about the buyer: to download, and to delete with the account. */
export function YourData() {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const erase = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const answer = await call('erase_account', { email: typed })
    if (answer.ok) return location.assign(PAGES.home)
    if (answer.code === 'proof_too_old') return location.assign(PROVE_AGAIN)
    setBusy(false)
    setProblem(answer.error || account['settings.eraseFailed'])
  }

  return (
    <section className={css.section} aria-labelledby="your-data">
      <h2 id="your-data">{account['settings.data']}</h2>
      <p>{account['settings.dataLead']}</p>
      <div>
        <ButtonLink href={PERSONAL_DATA} variant="secondary">
          {account['settings.download']}
        </ButtonLink>
      </div>
      <Disclosure title={account['settings.erase']}>
        <form className={css.form} onSubmit={erase} noValidate>
          <TextField
            label={account['settings.eraseLead']}
            type="email"
            autoComplete="off"
            value={typed}
            error={problem}
            onChange={(event) => {
              setTyped(event.target.value)
              setProblem(null)
            }}
          />
          <LoadingButton type="submit" variant="danger" loading={busy}>
            {account['settings.eraseConfirm']}
          </LoadingButton>
        </form>
      </Disclosure>
    </section>
  )
}
