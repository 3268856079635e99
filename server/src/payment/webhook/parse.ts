import type { FastifyRequest } from 'fastify'

/** The first value of a header, as Fastify hands them out. */
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
