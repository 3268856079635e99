import type { Answer } from '../kernel/faults.ts'

export type Category =
  | 'API_ERROR'
  | 'AUTHENTICATION_ERROR'
  | 'INVALID_REQUEST_ERROR'
  | 'PAYMENT_METHOD_ERROR'
  | 'REFUND_ERROR'

/** An error response in the vendor's shape, thrown to end a call. */
export class SquareError extends Error {
  readonly answer: Answer

  constructor(status: number, category: Category, code: string, detail: string, field?: string, more: object = {}) {
    super(detail)
    this.answer = { status, body: { errors: [{ category, code, detail, ...(field ? { field } : {}) }], ...more } }
  }
}

export const invalidRequest = (code: string, detail: string, field?: string) =>
  new SquareError(400, 'INVALID_REQUEST_ERROR', code, detail, field)
export const missingParameter = (field: string) =>
  invalidRequest('MISSING_REQUIRED_PARAMETER', 'Missing required parameter.', field)
export const unauthorized = () =>
  new SquareError(401, 'AUTHENTICATION_ERROR', 'UNAUTHORIZED', 'This request could not be authorized.')
export const notFound = (what: string, id: string) =>
  new SquareError(404, 'INVALID_REQUEST_ERROR', 'NOT_FOUND', `Could not find ${what} with id: ${id}`)
export const serverError = (): Answer =>
  new SquareError(500, 'API_ERROR', 'INTERNAL_SERVER_ERROR', 'An unexpected error occurred.').answer
export const refusedRefund = (code: string, detail: string, field?: string) =>
  new SquareError(400, 'REFUND_ERROR', code, detail, field)
