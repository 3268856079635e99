export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  code?: string
  decline_code?: string
  message: string
  param?: string
  charge?: string
  doc_url?: string
  payment_intent?: unknown
  setup_intent?: unknown
  payment_method?: unknown
  request_log_url?: string
}

/** An error response in the vendor's shape. Thrown, because a call may end at any depth. */
export class StripeError extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** Whether the idempotency key keeps this response; not when the call was rejected before it began. */
  readonly remembered: boolean

  constructor(status: number, body: ErrorBody, remembered = true) {
    super(body.message)
    this.status = status
    this.body = {
      ...body,
      ...(body.code ? { doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}` } : {}),
    }
    this.remembered = remembered
  }
}

const refuse = (body: Omit<ErrorBody, 'type'>, status = 400, remembered = false) =>
  new StripeError(status, { type: 'invalid_request_error', ...body }, remembered)

export const missingKey = () =>
  refuse(
    {
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    },
    401,
  )

export const invalidKey = (key: string) =>
  refuse({ message: `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}` }, 401)

export const invalidAccount = (account: string) =>
  refuse(
    {
      code: 'account_invalid',
      message: `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
    },
    403,
  )

export const publishableKeyRefused = () =>
  refuse(
    {
      code: 'secret_key_required',
      message:
        'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    },
    403,
  )

export const unknownParameters = (names: string[]) =>
  refuse({
    code: 'parameter_unknown',
    param: names[0],
    message: `Received unknown parameter${names.length > 1 ? 's' : ''}: ${names.join(', ')}`,
  })

export const missingParameter = (param: string) =>
  refuse({ code: 'parameter_missing', param, message: `Missing required param: ${param}.` })

export const invalidInteger = (param: string, value: string) =>
  refuse({ code: 'parameter_invalid_integer', param, message: `Invalid integer: ${value}` })

export const invalidParameter = (param: string, message: string, code?: string) => refuse({ code, param, message })

export const noSuch = (kind: string, id: string, param = 'id', status = 404) =>
  refuse({ code: 'resource_missing', param, message: `No such ${kind}: '${id}'` }, status)

export const unexpectedState = (body: Omit<ErrorBody, 'type' | 'code'>, intent = 'payment_intent') =>
  refuse({ code: `${intent}_unexpected_state`, ...body }, 400, true)

export const refused = (message: string, more: Partial<ErrorBody> = {}) => refuse({ message, ...more }, 400, true)

export const unrecognisedUrl = (method: string, path: string) =>
  refuse(
    {
      message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    },
    404,
  )

export const apiError = (remembered: boolean) =>
  new StripeError(
    500,
    {
      type: 'api_error',
      message: 'An unknown error occurred. Please try again, or contact us at https://support.stripe.com/.',
    },
    remembered,
  )
