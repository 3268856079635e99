import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import { sqlState } from './db/connection/unavailable.ts'

/** Addresses, wherever they appear: SMTP servers repeat the recipient in their replies. */
const ADDRESS = /[^\s<>"'(),;:=@]+@[^\s<>"'(),;:]+/g
const withoutAddresses = (text: string) => text.replace(ADDRESS, '[email]')

/** The fields of a PostgreSQL error that name parts of the schema. The others (detail, where, query, parameters) hold values. */
const OF_THE_SCHEMA = ['severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const

/** A data exception (class 22) repeats the value in quotes. */
const messageOf = (error: Error, state: string | undefined) =>
  withoutAddresses(state?.startsWith('22') ? error.message.replace(/".*"/s, '"…"') : error.message)

/** What the log says of an error: what happened and where, without the values it happened to. */
export function describeError(error: unknown): unknown {
  if (typeof error === 'string') return withoutAddresses(error)
  if (!(error instanceof Error)) return error
  const state = sqlState(error)
  const fields = error as unknown as Record<string, unknown>
  const named = OF_THE_SCHEMA.flatMap((name) => (typeof fields[name] === 'string' ? [[name, fields[name]]] : []))
  const at = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message: messageOf(error, state),
    ...(state !== undefined && { sqlstate: state, ...Object.fromEntries(named) }),
    ...(at && { stack: at.join('\n') }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

/** The shop's log: one JSON line per event. Values are never passed to it; what it removes here is the second guard. */
export const makeLog = ({ logLevel }: Pick<Readonly<Config>, 'logLevel'>, destination?: DestinationStream): Logger =>
  pino(
    {
      level: logLevel,
      redact: ['req.headers.cookie', 'req.headers.authorization', '*.email', '*.code', '*.client_secret', '*.token'],
      serializers: { err: describeError },
    },
    destination,
  )
