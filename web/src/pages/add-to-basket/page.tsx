import { shop } from '@foyer/contract/messages.ts'
import { PAGES, type PageData } from '@foyer/contract/pages.ts'
import type { Page } from '../../page.ts'
import { buttonClass } from '../../ui/actions/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'

/** Shown when tickets chosen on another page would change a basket that has something in it. Plain forms: no script is needed. */
const AddToBasket = ({ data }: { data: PageData['add_to_basket'] }) => (
  <div className={`page ${narrow.narrow}`}>
    <h1>{data.held ? shop['basketLink.title'] : shop['addToBasket.title']}</h1>
    <p className={narrow.lead}>{data.held ? shop['addToBasket.held'] : shop['addToBasket.lead']}</p>
    {data.problem && <Alert type="error">{data.problem}</Alert>}
    <Panel>
      <h2>
        <a href={data.url}>{data.title}</a>
      </h2>
      <ul>
        {data.lines.map(({ name, nice_date, quantity }) => (
          <li key={`${name} ${nice_date}`}>
            {quantity} × {name}, {nice_date}
          </li>
        ))}
      </ul>
      {data.sold_by && <p>{data.sold_by}</p>}
      {!data.held && (
        <form method="post" action={PAGES.add_to_basket} className={narrow.form}>
          <input type="hidden" name="event" value={data.event} />
          <input type="hidden" name="tickets" value={data.tickets} />
          <button type="submit" className={buttonClass({ block: true })}>
            {shop['addToBasket.add']}
          </button>
        </form>
      )}
      <p>
        <a href={PAGES.checkout} className={buttonClass({ block: true, variant: 'secondary' })}>
          {shop['addToBasket.own']}
        </a>
      </p>
    </Panel>
  </div>
)

export const page: Page<'add_to_basket'> = {
  title: () => shop['addToBasket.title'],
  frame: 'shop',
  Body: AddToBasket,
}
