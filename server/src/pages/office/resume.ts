import type { OfficeShell } from '@foyer/contract/office/pages.ts'
import { OFFICE_PATHS, type OfficeCallName } from '@foyer/contract/office/paths.ts'
import { ownPath } from '../../http/own-path.ts'
import { SECRET_FIELDS } from '../../payment/providers/table.ts'

/**
 * A form whose sender has been signed out meanwhile, or whose proof of identity has expired. The page that asks for a code
 * carries it in a hidden field, so that no input is lost, with or without JavaScript, and the server stores nothing for
 * strangers.
 */
export type Resume = { path: string; call: OfficeCallName; sent: Record<string, string> }

export const isCall = (name: unknown): name is OfficeCallName =>
  typeof name === 'string' && Object.hasOwn(OFFICE_PATHS, name)

const HOME = '/office/'

/** Returns the path if it is within the office; otherwise an empty string. */
export const officePath = (wanted: unknown): string => {
  const path = typeof wanted === 'string' ? ownPath(wanted) : ''
  return path.startsWith(HOME) ? path : ''
}

const NOT_TYPED = new Set(['call', 'next', 'response', 'token', 'upload', 'resume'])
/** Calls whose code is emailed and works once, so that it isn't shown again. In a filter a code is one like any other. */
const WITH_EMAILED_CODE: ReadonlySet<string> = new Set<OfficeCallName>(['office_check_code', 'office_prove'])

/** What was typed in a form of this call, by field name. Names may have one level of brackets. */
export const textsIn = (call: OfficeCallName, form: object, within = ''): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([key, value]): [string, string][] => {
      const name = within === '' ? key : `${within}[${key}]`
      if (typeof value === 'string') return isSecret(call, key) ? [] : [[name, value]]
      if (Array.isArray(value)) return [[`${name}[]`, value.filter((item) => typeof item === 'string').join('\n')]]
      return within === '' && typeof value === 'object' && value !== null
        ? Object.entries(textsIn(call, value, key))
        : []
    }),
  )

/** In this call’s form, secrets of payment accounts: they are typed again rather than written into a page. */
const WITH_ACCOUNT_SECRETS: OfficeCallName = 'connect_payment_account'

const isSecret = (call: OfficeCallName, key: string): boolean =>
  NOT_TYPED.has(key) ||
  (key === 'code' && WITH_EMAILED_CODE.has(call)) ||
  (call === WITH_ACCOUNT_SECRETS && SECRET_FIELDS.has(key.replace(/^f\[(.*)\]$/, '$1')))

export const carried = (resume: Resume): OfficeShell['resume'] => JSON.stringify(resume)

/** The form that a page carries; null if there is none. It comes from the browser, so it is only displayed. */
export function resumeIn(field: unknown): Resume | null {
  if (typeof field !== 'string') return null
  try {
    const { path, call, sent } = JSON.parse(field) as Record<string, unknown>
    if (!isCall(call) || officePath(path) === '' || typeof sent !== 'object' || sent === null) return null
    return { path: officePath(path), call, sent: textsIn(call, sent) }
  } catch {
    return null
  }
}
