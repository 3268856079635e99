import { fill } from '@foyer/contract/fill.ts'
import { account, common, complaint, completed } from '@foyer/contract/messages.ts'
import { PAGES, type PageData, type Shell, yourTicketsPath } from '@foyer/contract/pages.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import type { Page } from '../../page.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { Html } from '../../ui/display/html.tsx'
import { Alert, type AlertType } from '../../ui/feedback/alert.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'
import { Bought } from './bought.tsx'
import { GiftAid } from './gift-aid.tsx'
import css from './order.module.css'
import { Signatures } from './signatures.tsx'
import { TransferTickets } from './transfer-tickets.tsx'
import { Transfers } from './transfers.tsx'
import { Undelivered } from './undelivered.tsx'
import { WaiverLink } from './waiver-link.tsx'

type Outcome = PageData['order']['outcome']

/** The state of an order: text, colour and next action. */
const OUTCOMES: Record<Outcome, { type: AlertType; text: string; way: { href: string; label: string } }> = {
  open: {
    type: 'info',
    text: account['order.open'],
    way: { href: PAGES.checkout, label: account['order.continue'] },
  },
  plan: {
    type: 'info',
    text: account['order.plan'],
    way: { href: PAGES.account, label: account['settings.title'] },
  },
  fulfilled: {
    type: 'success',
    text: account['order.fulfilled'],
    way: { href: PAGES.wallet, label: account['signin.toWallet'] },
  },
  refunded: {
    type: 'info',
    text: account['order.refunded'],
    way: { href: PAGES.events, label: common['link.browseEvents'] },
  },
}

function Order({ data, shell }: { data: PageData['order']; shell: Shell }) {
  const { reference, number, email, outcome, total, timeline, transfers, waivers, undelivered } = data
  const {
    waiver_url,
    messages,
    transferable,
    tax,
    method,
    bought,
    receipts = [],
    texts = [],
    cancelled = [],
    helps_itself,
    gift_aid,
    can_withdraw,
  } = data
  const totalText = tax ? fill(account['order.totalWithTax'], { total, tax }) : total
  const { type, text, way } = OUTCOMES[outcome]
  // What has to be signed before the visit stands above everything else until the first signature.
  const toSign = outcome !== 'refunded' && (waivers.length === 0 || waivers.some(({ signed }) => signed.length === 0))
  const isPartlyRefunded = outcome === 'fulfilled' && Boolean(bought?.refunded)
  return (
    <div className={`page ${narrow.narrow}`}>
      <h1>{account['order.title']}</h1>
      <Alert
        type={isPartlyRefunded ? 'info' : type}
        action={
          <ButtonLink href={way.href} small>
            {way.label}
          </ButtonLink>
        }
      >
        {isPartlyRefunded ? account['order.partlyRefunded'] : text}
      </Alert>
      {cancelled.map((event) => (
        <Alert key={event} type="error">
          {fill(account['order.eventCancelled'], { event })}
        </Alert>
      ))}
      {waiver_url && toSign && <WaiverLink reference={reference} url={waiver_url} />}
      {undelivered && <Undelivered reference={reference} undelivered={undelivered} />}
      {helps_itself && (
        <p>
          {account['order.helpYourself']} <a href={yourTicketsPath(reference)}>{account['order.helpYourselfLink']}</a>
        </p>
      )}
      {can_withdraw && (
        <p>
          {account['order.withdraw']} <a href={`${PAGES.withdraw}?order=${reference}`}>{common['footer.withdraw']}</a>
        </p>
      )}
      {bought && <Bought bought={bought} total={totalText} />}
      {number && (
        <p>
          <a href={PAGES.complaint}>{complaint.link}</a>
        </p>
      )}
      <Panel className={css.facts}>
        <dl className={css.list}>
          {number && (
            <div>
              <dt>{account['order.number']}</dt>
              <dd>{number}</dd>
            </div>
          )}
          <div>
            <dt>{account['order.email']}</dt>
            <dd>{email}</dd>
          </div>
          {!bought && (
            <div>
              <dt>{account['order.total']}</dt>
              <dd>{totalText}</dd>
            </div>
          )}
          {method && (
            <div>
              <dt>{account['order.method']}</dt>
              <dd>{method}</dd>
            </div>
          )}
          {receipts.length > 0 && (
            <div>
              <dt>{account['order.receipt']}</dt>
              {receipts.map(({ organiser, url }) => (
                <dd key={url}>
                  <a href={url}>{fill(account['order.receiptOf'], { organiser })}</a>
                </dd>
              ))}
            </div>
          )}
          {texts.length > 0 && (
            <div>
              <dt>{account['order.texts']}</dt>
              {texts.map(({ title, url }) => (
                <dd key={url}>
                  <a href={url}>{title}</a>
                </dd>
              ))}
            </div>
          )}
        </dl>
      </Panel>
      {messages.length > 0 && <Messages messages={messages} />}
      {waiver_url && !toSign && <WaiverLink reference={reference} url={waiver_url} />}
      {transferable.length > 0 && <TransferTickets reference={reference} tickets={transferable} now={shell.now} />}
      {transfers.length > 0 && <Transfers transfers={transfers} />}
      {waivers.length > 0 && <Signatures waivers={waivers} />}
      {gift_aid && <GiftAid reference={reference} giftAid={gift_aid} />}
      {timeline.length > 0 && (
        <section className={css.story}>
          <h2>{account['order.timeline']}</h2>
          <ol className={css.timeline}>
            {timeline.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added
              <li key={index}>
                <time dateTime={entry.at} className="event-date">
                  {niceDate(entry.at)}
                </time>
                <p>{entry.text}</p>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}

/** The organisers' messages to guests. */
const Messages = ({ messages }: { messages: PageData['order']['messages'] }) => (
  <section className={css.story}>
    <h2>{messages.length > 1 ? completed['title.organiserMessages'] : completed['title.organiserMessage']}</h2>
    {messages.map(({ organiser, event, html }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list of a paid order doesn't change
      <Panel key={index}>
        <p className={css.strong}>{fill(account['order.messageFrom'], { organiser, event })}</p>
        <Html html={html} />
      </Panel>
    ))}
  </section>
)

export const page: Page<'order'> = { title: () => account['order.title'], frame: 'shop', Body: Order }
