import { prove as t } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES, type OfficeShell } from '@foyer/contract/office/pages.ts'

/** Asks for a fresh proof of identity before any input, on pages whose changes need one. */
export function ProveFirst({ shell }: { shell: OfficeShell }) {
  if (shell.proved) return null
  return (
    <p className="office-note">
      {t.needed} <a href={`${OFFICE_PAGES.prove.path}?next=${encodeURIComponent(shell.page_path)}`}>{t.link}</a>
    </p>
  )
}
