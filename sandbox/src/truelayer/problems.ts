import type { Answer } from '../kernel/faults.ts'

/** An error response in the vendor's problem shape, thrown to end a call. */
export class Problem extends Error {
  readonly answer: Answer

  constructor(status: number, type: string, title: string, detail: string, errors?: Record<string, string[]>) {
    super(detail)
    this.answer = {
      status,
      body: {
        type: `https://docs.truelayer.com/docs/error-types#${type}`,
        title,
        status,
        detail,
        trace_id: crypto.randomUUID().replaceAll('-', ''),
        ...(errors ? { errors } : {}),
      },
    }
  }
}

export const unauthenticated = (detail: string) => new Problem(401, 'unauthenticated', 'Unauthenticated', detail)
export const notFound = (what: string) => new Problem(404, 'not-found', 'Not Found', `${what} could not be found.`)
export const invalidState = (detail: string) => new Problem(400, 'invalid-state', 'Invalid State', detail)
export const invalid = (errors: Record<string, string[]>) =>
  new Problem(400, 'invalid-parameters', 'Invalid Parameters', 'The request body was invalid.', errors)
export const keyMissing = () =>
  new Problem(400, 'invalid-parameters', 'Invalid Parameters', 'The Idempotency-Key header is required.')
export const keyReused = () =>
  new Problem(
    422,
    'idempotency-key-reuse',
    'Idempotency-Key Reuse',
    'The Idempotency-Key value has already been used for a different request.',
  )
export const keyInUse = () =>
  new Problem(
    409,
    'idempotency-key-concurrency-conflict',
    'Idempotency-Key Concurrency Conflict',
    'The Idempotency-Key value is being used for a concurrent request.',
  )
export const serverError = (): Answer =>
  new Problem(500, 'internal-server-error', 'Internal Server Error', 'An unexpected error occurred.').answer
