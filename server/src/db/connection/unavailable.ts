/** The database cannot be reached, is shutting down, lacks space or time, or closed the connection. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  /** True when the connection was lost during the commit, so the work may or may not be saved. */
  readonly outcomeUnknown: boolean

  constructor(cause: unknown, outcomeUnknown: boolean) {
    super(`The database is not available: ${wordsOf(cause)}`, { cause })
    this.outcomeUnknown = outcomeUnknown
  }
}

/** An error for several addresses has no message of its own. */
function wordsOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(wordsOf).join('; ')
  return cause instanceof Error ? cause.message : String(cause)
}

/**
 * Class 08 is "connection exception", class 53 "insufficient resources" (a full disk, no connection left). The codes below are
 * other ways PostgreSQL says that it cannot serve: shutdown, timeout, lock timeout, a replica, a broken disk.
 */
const CLASSES = ['08', '53']
const SQL_STATES = new Set(['57P01', '57P02', '57P03', '57014', '55P03', '25P03', '25006', '58030'])

const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])

/** Messages without a code of their own: of `pg` when a socket ends or no connection becomes free in time, and of Citus when a node is lost. */
const OUTAGE_MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end',
  'failure on connection marked as essential',
]

/** PostgreSQL's five-character code of an error, if it has one. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  const { code } = error
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const state = sqlState(error)
  if (state !== undefined && (CLASSES.includes(state.slice(0, 2)) || SQL_STATES.has(state))) return true
  if ('code' in error && typeof error.code === 'string' && SYSTEM_CODES.has(error.code)) return true
  // Happy Eyeballs: one error for each address tried.
  if (error instanceof AggregateError) return error.errors.some(isOutage)
  return OUTAGE_MESSAGES.some((message) => error.message.startsWith(message))
}

/** The outage behind an error, or undefined when the error is something else (a constraint, a bug). */
export function asUnavailable(error: unknown, outcomeUnknown = false): DatabaseUnavailable | undefined {
  if (error instanceof DatabaseUnavailable) return error
  return isOutage(error) ? new DatabaseUnavailable(error, outcomeUnknown) : undefined
}
