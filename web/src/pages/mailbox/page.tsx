import { fill } from '@foyer/contract/fill.ts'
import { account, common } from '@foyer/contract/messages.ts'
import { type MailboxMail, PAGES, type PageData } from '@foyer/contract/pages.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import type { Page } from '../../page.ts'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import sheet from './mailbox.css?url'

function Mailbox({ data: { mails, to } }: { data: PageData['mailbox'] }) {
  return (
    <div className="page mailbox">
      {/* Apart from the shop's sheet, because a live shop has no mailbox. */}
      <link rel="stylesheet" href={sheet} />
      <header>
        <h1>{account['mailbox.title']}</h1>
        <p className="mail-quiet">{account['mailbox.lead']}</p>
      </header>
      <form action={PAGES.mailbox} method="get" className="mail-filter">
        <TextField label={account['mailbox.filter']} id="to" name="to" type="search" defaultValue={to} />
        <Button type="submit" variant="secondary">
          {account['mailbox.show']}
        </Button>
        {to && <a href={PAGES.mailbox}>{account['mailbox.all']}</a>}
      </form>
      {mails.length === 0 && (
        <EmptyState
          action={
            <a href={to ? `${PAGES.mailbox}?${new URLSearchParams({ to })}` : PAGES.mailbox}>
              {account['mailbox.refresh']}
            </a>
          }
        >
          {account['mailbox.empty']}
        </EmptyState>
      )}
      <ol className="mail-mails">
        {mails.map((mail, index) => (
          <li key={`${mail.date} ${mail.subject}`}>
            <Mail mail={mail} open={index === 0} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Six digits on their own: a one-time code. */
const CODE = /\b\d{6}\b/

function Mail({ mail, open }: { mail: MailboxMail; open: boolean }) {
  const code = CODE.exec(mail.subject)?.[0]
  return (
    <details className="mail" open={open}>
      <summary className="mail-subject">
        <h2>{mail.subject}</h2>
        <span className="mail-quiet">
          {account['mailbox.to']} {mail.to} · <time dateTime={mail.date}>{niceDate(mail.date)}</time>
        </span>
      </summary>
      <div className="mail-body">
        {code && (
          <CopyField
            label={account['mailbox.code']}
            value={code}
            labels={{ copy: common['button.copy'], copied: common['button.copied'] }}
            code
          />
        )}
        {mail.attachments.length > 0 && (
          <section>
            <h3>{account['mailbox.attachments']}</h3>
            <ul>
              {mail.attachments.map(({ filename, url, size }) => (
                <li key={url}>
                  <a href={url} className="mail-attachment">
                    {filename}
                  </a>{' '}
                  <span className="mail-quiet">{fill(account['mailbox.size'], { n: Math.ceil(size / 1000) })}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {/* scripts are off in the frame; a link opens in place of this page, not inside the frame */}
        <iframe
          className="mail-frame"
          title={mail.subject}
          sandbox="allow-top-navigation-by-user-activation"
          loading="lazy"
          src={mail.html_url}
        />
        <details>
          <summary className="mail-more">{account['mailbox.text']}</summary>
          <pre className="mail-text">{mail.text}</pre>
        </details>
      </div>
    </details>
  )
}

export const page: Page<'mailbox'> = { title: () => account['mailbox.title'], frame: 'shop', Body: Mailbox }
