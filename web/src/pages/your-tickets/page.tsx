import { yourTickets as t } from '@foyer/contract/messages.ts'
import { orderPath, PAGES, type PageData, yourTicketsPath } from '@foyer/contract/pages.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { useState } from 'react'
import type { Page } from '../../page.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'
import { Review } from './choices.tsx'
import { PlanNames } from './plan-names.tsx'
import { ReturnSeveral } from './return-several.tsx'
import { areNeeded } from './returnable.ts'
import { TicketsCard } from './ticket-card.tsx'
import css from './your-tickets.module.css'

type Data = PageData['your_tickets']

/** Where buyers return, change and rename tickets themselves, as far as the organiser allows. */
function YourTickets({ data }: { data: Data }) {
  const { reference, is_changed, refused } = data
  const [done, setDone] = useState(is_changed ? t['change.done'] : '')
  return (
    <div className={`page ${narrow.narrow}`}>
      <h1>{t.title}</h1>
      {done && (
        <Alert
          type="success"
          live
          action={
            <ButtonLink href={orderPath(reference)} small>
              {t.back}
            </ButtonLink>
          }
        >
          {done}
        </Alert>
      )}
      {refused && !done && <Alert type="error">{refused}</Alert>}
      {data.review !== null && !done ? (
        <Review data={data} review={data.review} onDone={setDone} />
      ) : (
        <Tickets data={data} done={done} onDone={setDone} />
      )}
    </div>
  )
}

type TicketsProps = { data: Data; done: string; onDone: (message: string) => void }

function Tickets({ data, done, onDone: setDone }: TicketsProps) {
  const { reference, is_proved, tickets, plan } = data
  const next = encodeURIComponent(yourTicketsPath(reference))
  return (
    <>
      {!is_proved && (
        <Alert
          type="info"
          action={
            <ButtonLink href={`${PAGES.signin}?next=${next}&again=1`} small>
              {t.proveLink}
            </ButtonLink>
          }
        >
          {t.prove}
        </Alert>
      )}
      {is_proved && tickets.length === 0 && plan === null && !done && <p>{t.none}</p>}
      {!done && plan !== null && (
        <Panel className={css.card}>
          <p>{t['plan.lead']}</p>
          {plan.names.map((named) => (
            <PlanNames key={named.ticket_type_id} reference={reference} named={named} onDone={setDone} />
          ))}
          {plan.places.length > 0 && <ReturnSeveral data={data} onDone={setDone} />}
        </Panel>
      )}
      {!done &&
        [...groupBy(tickets, ({ url, nice_date }) => `${url} ${nice_date}`)].map(([key, own]) => (
          <TicketsCard
            key={key}
            reference={reference}
            tickets={own}
            onDone={setDone}
            isNeeded={(ticket) => areNeeded(data, [ticket])}
          />
        ))}
      {!done && tickets.filter(({ returns }) => returns !== null).length > 1 && (
        <Disclosure title={t['several.open']}>
          <ReturnSeveral data={data} onDone={setDone} />
        </Disclosure>
      )}
      {!done && (
        <p>
          <a href={orderPath(reference)}>{t.back}</a>
        </p>
      )}
    </>
  )
}

export const page: Page<'your_tickets'> = { title: () => t.title, frame: 'shop', Body: YourTickets }
