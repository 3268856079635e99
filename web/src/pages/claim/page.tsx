import { fill } from '@foyer/contract/fill.ts'
import { account, claiming as t } from '@foyer/contract/messages.ts'
import { PAGES, type PageData } from '@foyer/contract/pages.ts'
import { useState } from 'react'
import { SignIn } from '../../account/sign-in.tsx'
import { call } from '../../api/client.ts'
import type { Page } from '../../page.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { EventHead } from '../../ui/display/event-head.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'
import css from './claim.module.css'

type Data = PageData['claim']

const titleOf = ({ is_gift }: Data) => (is_gift ? t['claim.titleGift'] : t['claim.title'])

/** Tickets sent to a recipient, who proves their address and then claims them. */
function Claim({ data }: { data: Data }) {
  const { status, from, message, event, nice_date, place, thumbnail, ticket, qty, is_recipient } = data
  const [proved, setProved] = useState(is_recipient)
  return (
    <div className={`page ${narrow.narrow}`}>
      <h1>{titleOf(data)}</h1>
      <p className={narrow.lead}>{fill(t['claim.from'], { from })}</p>
      {status !== 'gone' && (
        <Panel>
          <EventHead thumbnail={thumbnail} title={event} date={nice_date}>
            {place && <p>{place}</p>}
            <p>{fill(t['claim.tickets'], { n: qty, ticket })}</p>
          </EventHead>
        </Panel>
      )}
      {message && (
        <figure className={css.message}>
          <figcaption>{fill(t['claim.message'], { from })}</figcaption>
          <blockquote>{message}</blockquote>
        </figure>
      )}
      {status === 'open' ? (
        <ClaimTickets data={data} proved={proved} setProved={setProved} />
      ) : (
        <Outcome status={status} from={from} />
      )}
    </div>
  )
}

const wallet = (
  <ButtonLink href={PAGES.wallet} small>
    {account['signin.toWallet']}
  </ButtonLink>
)

function Outcome({ status, from, live }: { status: Exclude<Data['status'], 'open'>; from: string; live?: boolean }) {
  if (status === 'yours')
    return (
      <Alert type="success" action={wallet} live={live}>
        {t['claim.yours']}
      </Alert>
    )
  return (
    <Alert type="info" live={live}>
      {status === 'claimed' ? t['claim.claimed'] : fill(t['claim.gone'], { from })}
    </Alert>
  )
}

type ClaimTicketsProps = { data: Data; proved: boolean; setProved: (proved: boolean) => void }

/** Claiming takes a press, so that programs that preview the link claim nothing. */
function ClaimTickets({ data: { token, from, email_hint }, proved, setProved }: ClaimTicketsProps) {
  const [otherAddress, setOtherAddress] = useState(false)
  const [done, setDone] = useState<'yours' | 'gone' | null>(null)
  const { busy, failed, setFailed, run } = useAction()

  const claim = async () => {
    const answer = await call('claim_transfer', { token })
    if (answer.ok) return setDone('yours')
    if (answer.code === 'transfer_taken_back') return setDone('gone')
    if (answer.code === 'other_recipient') {
      setProved(false)
      return setOtherAddress(true)
    }
    setFailed(answer.error || t['claim.failed'])
  }

  if (done) return <Outcome status={done} from={from} live />
  if (!proved)
    return (
      <Panel className={narrow.form}>
        <h2>{t['claim.prove']}</h2>
        {otherAddress && (
          <Alert type="error" live>
            {fill(t['claim.wrongAddress'], { email: email_hint })}
          </Alert>
        )}
        <SignIn
          key={String(otherAddress)}
          lead={fill(t['claim.proveLead'], { email: email_hint })}
          onChecked={() => {
            setOtherAddress(false)
            setProved(true)
          }}
        />
      </Panel>
    )
  return (
    <Panel className={narrow.form}>
      {failed && (
        <Alert type="error" live>
          {failed}
        </Alert>
      )}
      <p>{t['claim.note']}</p>
      <LoadingButton loading={busy !== null} onClick={() => run(claim)} block>
        {t['claim.button']}
      </LoadingButton>
    </Panel>
  )
}

export const page: Page<'claim'> = { title: titleOf, frame: 'shop', Body: Claim }
