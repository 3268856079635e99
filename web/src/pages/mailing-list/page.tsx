import { fill } from '@foyer/contract/fill.ts'
import { common, shop } from '@foyer/contract/messages.ts'
import { MAILING_LIST_CONFIRM, NEWS_OFF, type PageData, REMINDERS_OFF } from '@foyer/contract/pages.ts'
import { isEmail } from '@foyer/domain/people/email.ts'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import type { Page } from '../../page.ts'
import { buttonClass } from '../../ui/actions/button.tsx'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'

/** A plain form, so it works without JavaScript; nothing changes until it is submitted. */
const Confirm = () => (
  <>
    <p className={narrow.lead}>{shop['mailing.confirmLead']}</p>
    <Panel>
      <form method="post" action={MAILING_LIST_CONFIRM} className={narrow.form}>
        <button type="submit" className={buttonClass({})}>
          {shop['mailing.confirmButton']}
        </button>
      </form>
    </Panel>
  </>
)

/** Unsubscribes from reminders of events, with a plain form too. */
const Reminders = ({ state }: { state: 'ask' | 'off' }) => (
  <div className={`page ${narrow.narrow}`}>
    <h1>{shop['reminders.title']}</h1>
    {state === 'off' ? (
      <Alert type="success">{shop['reminders.off']}</Alert>
    ) : (
      <>
        <p className={narrow.lead}>{shop['reminders.ask']}</p>
        <Panel>
          <form method="post" action={REMINDERS_OFF} className={narrow.form}>
            <button type="submit" className={buttonClass({})}>
              {shop['reminders.stop']}
            </button>
          </form>
        </Panel>
      </>
    )}
  </div>
)

/** Unsubscribes from the news of an organiser, with a plain form too. */
const News = ({ news }: { news: { organiser: string } | 'off' }) => (
  <div className={`page ${narrow.narrow}`}>
    {news === 'off' ? (
      <>
        <h1>{shop['mailing.title']}</h1>
        <Alert type="success">{shop['news.off']}</Alert>
      </>
    ) : (
      <>
        <h1>{fill(shop['news.title'], news)}</h1>
        <p className={narrow.lead}>{fill(shop['news.ask'], news)}</p>
        <Panel>
          <form method="post" action={NEWS_OFF} className={narrow.form}>
            <button type="submit" className={buttonClass({})}>
              {shop['news.stop']}
            </button>
          </form>
        </Panel>
      </>
    )}
  </div>
)

function Body({ data }: { data: PageData['mailing_list'] }) {
  if (data.news) return <News news={data.news} />
  return data.reminders ? <Reminders state={data.reminders} /> : <MailingList data={data} />
}

function MailingList({ data: { joined, confirm } }: { data: PageData['mailing_list'] }) {
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  const { busy, failed: error, setFailed: setError, run } = useAction()
  const field = useRef<HTMLInputElement>(null)

  const send = async () => {
    const answer = await call('join_mailing_list', { email: email.trim() })
    if (answer.ok) setSent(true)
    else setError(answer.error || common['error.unknown'])
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!isEmail(email)) {
      setError(common['error.invalidEmail'])
      field.current?.focus()
      return
    }
    void run(send)
  }

  return (
    <div className={`page ${narrow.narrow}`}>
      <h1>{shop['mailing.title']}</h1>
      {joined ? (
        <Alert type="success">{shop['mailing.joined']}</Alert>
      ) : confirm ? (
        <Confirm />
      ) : (
        <>
          <p className={narrow.lead}>{shop['mailing.lead']}</p>
          <div role="status">{sent && <Alert type="success">{shop['mailing.sent']}</Alert>}</div>
          {!sent && (
            <Panel>
              <Form onSubmit={submit} className={narrow.form}>
                <TextField
                  ref={field}
                  id="email"
                  name="email"
                  type="email"
                  label={shop['mailing.email']}
                  error={error}
                  autoComplete="email"
                  inputMode="email"
                  spellCheck={false}
                  autoCapitalize="none"
                  enterKeyHint="send"
                  value={email}
                  onChange={(event) => {
                    setEmail(event.target.value)
                    if (isEmail(event.target.value)) setError('')
                  }}
                />
                <LoadingButton type="submit" loading={busy !== null}>
                  {shop['mailing.button']}
                </LoadingButton>
              </Form>
            </Panel>
          )}
        </>
      )}
    </div>
  )
}

export const page: Page<'mailing_list'> = { title: () => shop['mailing.title'], frame: 'shop', Body }
