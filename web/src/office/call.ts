import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import type { OfficeLink } from '@foyer/contract/office/pages.ts'
import { OFFICE_PATHS, type OfficeCallName } from '@foyer/contract/office/paths.ts'

export type OfficeFailed = { ok: false; code: string; error: string; link?: OfficeLink | undefined }
export type OfficeAnswer<N extends OfficeCallName> = { ok: true; reply: OfficeReply<N> } | OfficeFailed

const TIMEOUT_MS = 30_000

/** Calls the office's server. Always resolves; `error` is empty without a reply. */
export async function callOffice<N extends OfficeCallName>(name: N, form: URLSearchParams): Promise<OfficeAnswer<N>> {
  const [method, path] = OFFICE_PATHS[name]
  try {
    const response = await fetch(method === 'GET' ? `${path}?${form}` : path, {
      method,
      ...(method === 'POST' && { body: form }),
      headers: { accept: 'application/json' },
      credentials: 'same-origin',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer = (await response.json()) as Record<string, unknown>
    if (response.ok) return { ok: true, reply: answer as OfficeReply<N> }
    const link = answer.link as OfficeLink | undefined
    return { ok: false, code: String(answer.code ?? ''), error: String(answer.error ?? ''), link }
  } catch {
    return { ok: false, code: '', error: '' }
  }
}
