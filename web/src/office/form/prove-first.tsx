import { prove as t } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES, type OfficeShell } from '@foyer/contract/office/pages.ts'

/** Shown before anything is typed, on pages whose changes need a fresh proof. */
export function ProveFirst({ shell }: { shell: OfficeShell }) {
  if (shell.proved) return null
  return (
    <p className="office-note">
      {t.needed} <a href={`${OFFICE_PAGES.prove.path}?next=${encodeURIComponent(shell.here)}`}>{t.link}</a>
    </p>
  )
}
