import { checkout as t } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { Sellers } from '../../frame/frame.tsx'
import css from './payment.module.css'

const [before, after] = t['payment.terms'].split('{terms}')

/** Who sells, and the terms that buyers accept by paying. They open in a new tab, so that nothing typed is lost. */
export const Terms = () => (
  <>
    <Sellers className={css.terms} />
    <p className={css.terms}>
      {before}
      <a href={PAGES.terms} target="_blank" rel="noopener">
        {t['payment.termsLink']}
      </a>
      {after}
    </p>
  </>
)
