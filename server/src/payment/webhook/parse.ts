import type { FastifyRequest } from 'fastify'

/** The first value of each header. */
export const headersOf = (request: FastifyRequest): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )

/** A webhook's body as an object; null for anything else. */
export function parsed<T>(raw: Buffer): T | null {
  try {
    const value: unknown = JSON.parse(raw.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as T) : null
  } catch {
    return null
  }
}

/** A text field of a reasonable length, otherwise null. Even signed bodies can contain unexpected values. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= 255 ? value : null

export const minorOf = (value: unknown): number => (Number.isSafeInteger(value) ? Number(value) : 0)

/** A time in epoch milliseconds or as text; `otherwise` if it is neither. */
export function parseTime(value: unknown, otherwise: Date): Date {
  const moment = new Date(typeof value === 'number' || typeof value === 'string' ? value : Number.NaN)
  return Math.abs(moment.getTime()) < 4e12 ? moment : otherwise
}

/** The same; null if it is neither. */
export function timeOf(value: unknown): Date | null {
  const none = new Date(Number.NaN)
  const moment = parseTime(value, none)
  return moment === none ? null : moment
}

/** A nested object, or an empty one. */
export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
