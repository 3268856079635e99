import { checkout as t } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import css from './payment.module.css'

const [before, after] = t['payment.terms'].split('{terms}')

/** The terms that buyers accept by paying. They open in a new tab, so that nothing typed is lost. */
export const Terms = () => (
  <p className={css.terms}>
    {before}
    <a href={PAGES.terms} target="_blank" rel="noopener">
      {t['payment.termsLink']}
    </a>
    {after}
  </p>
)
