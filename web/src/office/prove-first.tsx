import { prove as t } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES, type OfficeShell } from '@foyer/contract/office/pages.ts'

/** On pages whose changes need a fresh proof: told before anything is typed. */
export function ProveFirst({ shell }: { shell: OfficeShell }) {
  if (shell.proved) return null
  return (
    <p className="office-note">
      {t.needed} <a href={`${OFFICE_PAGES.prove.path}?next=${encodeURIComponent(shell.here)}`}>{t.link}</a>
    </p>
  )
}
