import { fill } from '@foyer/contract/fill.ts'
import { referralsPage as t } from '@foyer/contract/office/orders/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import type { OfficePages } from '../../page.ts'
import { orderPathIn } from '../../paths.ts'
import { EventHead } from './event-head.tsx'

type Props = { data: OfficePageData['referrals']; shell: OfficeShell }

/** The buyers whose shared links brought others to an event. */
export function ReferralsPage({ data, shell }: Props) {
  const { visits, orders, tickets, people } = data
  return (
    <>
      <EventHead event={data} shell={shell} here="referrals" />
      <h2>{t.title}</h2>
      <p>{t.lead}</p>
      <p>{people.length === 0 ? t.none : fill(t.total, { visits, orders, tickets })}</p>
      {people.length > 0 && (
        <table className="office-table">
          <caption className="visually-hidden">{t.title}</caption>
          <thead>
            <tr>
              <th scope="col">{t.who}</th>
              <th scope="col">{t.order}</th>
              <th scope="col">{t.visits}</th>
              <th scope="col">{t.orders}</th>
              <th scope="col">{t.tickets}</th>
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <tr key={person.order_id}>
                <th scope="row">{person.name}</th>
                <td data-label={t.order}>
                  <a href={orderPathIn(shell.organiser_id, person.order_id)}>{person.number}</a>
                </td>
                <td data-label={t.visits}>{person.visits}</td>
                <td data-label={t.orders}>{person.orders}</td>
                <td data-label={t.tickets}>{person.tickets}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

export const pages: Pick<OfficePages, 'referrals'> = {
  referrals: { title: ({ title }) => `${t.title} - ${title}`, Body: ReferralsPage },
}
