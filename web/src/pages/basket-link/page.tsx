import { shop } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { Page } from '../../page.ts'
import { buttonClass } from '../../ui/actions/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'

/** Shown when a link to another basket is opened while tickets are reserved here. A plain form: it works without JavaScript. */
const BasketLink = () => (
  <div className={`page ${narrow.narrow}`}>
    <h1>{shop['basketLink.title']}</h1>
    <p className={narrow.lead}>{shop['basketLink.lead']}</p>
    <Panel>
      <form method="post" action={PAGES.basket_link} className={narrow.form}>
        <button type="submit" name="open" value="own" className={buttonClass({ block: true })}>
          {shop['basketLink.own']}
        </button>
        <button type="submit" name="open" value="other" className={buttonClass({ block: true, variant: 'secondary' })}>
          {shop['basketLink.other']}
        </button>
      </form>
    </Panel>
  </div>
)

export const page: Page<'basket_link'> = { title: () => shop['basketLink.title'], frame: 'shop', Body: BasketLink }
