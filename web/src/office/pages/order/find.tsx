import { fill } from '@foyer/contract/fill.ts'
import { find as t } from '@foyer/contract/office/orders/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import type { OfficePages } from '../../page.ts'
import { orderPathIn } from '../../paths.ts'
import { OrderState } from './order-state.tsx'

type Props = { data: OfficePageData['find']; shell: OfficeShell }

function statusText({ q, found, is_similar }: Pick<Props['data'], 'q' | 'found' | 'is_similar'>): string {
  if (q === '') return t.hint
  if (found.length === 0) return fill(t.none, { q })
  return is_similar ? fill(t.similar, { q }) : fill(t.results, { n: found.length, q })
}

export function FindPage({ data: { q, found, is_similar, has_more }, shell }: Props) {
  return (
    <>
      <h1>{t.title}</h1>
      <p role="status">{statusText({ q, found, is_similar })}</p>
      {found.length > 0 && (
        <table className="office-table">
          <caption className="visually-hidden">{t.title}</caption>
          <thead>
            <tr>
              <th scope="col">{t.who}</th>
              <th scope="col">{t.order}</th>
              <th scope="col">{t.what}</th>
              <th scope="col">{t.paid}</th>
              <th scope="col">{t.total}</th>
            </tr>
          </thead>
          <tbody>
            {found.map(({ order_id, number, name, email, holder, what, nice_paid, total, state }) => (
              <tr key={order_id}>
                <th scope="row">
                  <a href={orderPathIn(shell.organiser_id, order_id)}>{name || email || number}</a>
                  <span className="office-effect office-quiet">
                    {email}
                    {holder && ` · ${fill(t.holder, { name: holder })}`}
                  </span>
                </th>
                <td data-label={t.order}>
                  {number} <OrderState state={state} />
                </td>
                <td data-label={t.what}>{what}</td>
                <td data-label={t.paid}>{nice_paid}</td>
                <td data-label={t.total}>{total}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {has_more && <p>{t.more}</p>}
    </>
  )
}

export const pages: Pick<OfficePages, 'find'> = {
  find: { title: () => t.title, Body: FindPage },
}
