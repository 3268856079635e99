import { account } from '@foyer/contract/messages.ts'
import { PAGES, PERSONAL_DATA, PROVE_AGAIN } from '@foyer/contract/pages.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { LEAVING, useAction } from '../../ui/forms/use-action.ts'
import { onSubmit } from '../../ui/forms/use-form.ts'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import css from './account.module.css'

/** The data the shop stores about the buyer: to download, and to delete with the account. */
export function YourData() {
  const [typed, setTyped] = useState('')
  const { busy, failed, setFailed, run } = useAction()

  const erase = async () => {
    const answer = await call('erase_account', { email: typed })
    if (!answer.ok && answer.code !== 'proof_too_old') return setFailed(answer.error || account['settings.eraseFailed'])
    location.assign(answer.ok ? PAGES.home : PROVE_AGAIN)
    return LEAVING
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
        <form className={css.form} onSubmit={onSubmit(() => run(erase))} noValidate>
          <TextField
            label={account['settings.eraseLead']}
            type="email"
            autoComplete="off"
            value={typed}
            error={failed}
            onChange={(event) => {
              setTyped(event.target.value)
              setFailed('')
            }}
          />
          <LoadingButton type="submit" variant="danger" loading={busy !== null}>
            {account['settings.eraseConfirm']}
          </LoadingButton>
        </form>
      </Disclosure>
    </section>
  )
}
