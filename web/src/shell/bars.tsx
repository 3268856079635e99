import { common } from '@foyer/contract/messages.ts'
import { PAGES, type Shell } from '@foyer/contract/pages.ts'
import css from './bars.module.css'
import { useOnline } from './use-online.ts'

/** Above every page: the skip link, and notices about the shop and the network. */
export function Bars({ shell }: { shell: Shell }) {
  const online = useOnline()
  return (
    <>
      <a className="skip-link" href="#content">
        {common.skip}
      </a>
      {shell.notice && (
        <aside className={css.sandbox} aria-label={shell.notice}>
          <strong>{shell.notice}</strong>
        </aside>
      )}
      {shell.sandbox && (
        <aside className={css.sandbox} aria-label={common['sandbox.label']}>
          {common['sandbox.bar']} <a href={PAGES.mailbox}>{common['sandbox.mailbox']}</a>
        </aside>
      )}
      <div role="status">
        {!online && <p className={css.offline}>{common.offline}</p>}
        {/* shown by the script in the head, which waits for the page's own */}
        <p id="not-loaded" hidden className={css.offline}>
          {/* biome-ignore lint/a11y/useValidAnchor: the empty address is this page's own, with its query */}
          {common.notLoaded} <a href="">{common.reload}</a>
        </p>
      </div>
      <noscript>
        <p className={css.offline}>{common.noScript}</p>
      </noscript>
    </>
  )
}
