import { randomUUID } from 'node:crypto'
import type { Kernel } from '../kernel/context.ts'
import type { Bank, Payment } from './payments.ts'
import { invalid } from './problems.ts'

export interface Json {
  [name: string]: unknown
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const MAX_MINOR = 5_000_000
const CURRENCIES = ['GBP', 'EUR']

/** The errors in a create body, by field. Empty when it is valid. */
function problems(body: Json, accounts: Record<string, string>, returnUris: string[]): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  const addProblem = (field: string, text: string) => {
    found[field] = [...(found[field] ?? []), text]
  }
  const { amount_in_minor: amount, currency, payment_method: method, user, hosted_page: hosted } = body
  if (!Number.isInteger(amount)) addProblem('amount_in_minor', 'A whole number of minor units is required.')
  else if ((amount as number) < 1 || (amount as number) > MAX_MINOR)
    addProblem('amount_in_minor', `Must be between 1 and ${MAX_MINOR}.`)
  if (!CURRENCIES.includes(currency as string))
    addProblem('currency', `Unknown value. Valid values are '${CURRENCIES.join("', '")}'.`)

  if (!isJson(method) || method.type !== 'bank_transfer')
    addProblem('payment_method.type', "Unknown value. Valid values are 'bank_transfer'.")
  else {
    const selection = method.provider_selection
    const account = method.beneficiary
    if (!isJson(selection) || !['user_selected', 'preselected'].includes(selection.type as string))
      addProblem(
        'payment_method.provider_selection.type',
        "Unknown value. Valid values are 'user_selected', 'preselected'.",
      )
    if (!isJson(account) || account.type !== 'merchant_account')
      addProblem('payment_method.beneficiary.type', "Unknown value. Valid values are 'merchant_account'.")
    else {
      if (typeof account.merchant_account_id !== 'string')
        addProblem('payment_method.beneficiary.merchant_account_id', 'A value is required.')
      else if (accounts[currency as string] && accounts[currency as string] !== account.merchant_account_id)
        addProblem(
          'payment_method.beneficiary.merchant_account_id',
          'The merchant account does not hold this currency.',
        )
      if (typeof account.reference === 'string' && !/^[A-Za-z0-9 -]{1,18}$/.test(account.reference))
        addProblem('payment_method.beneficiary.reference', 'At most 18 letters, digits, spaces and hyphens.')
    }
  }

  if (!isJson(user)) addProblem('user', 'A value is required.')
  else if (user.id === undefined) {
    if (typeof user.name !== 'string' || user.name.trim() === '') addProblem('user.name', 'A value is required.')
    if (!user.email && !user.phone) addProblem('user.email', 'Either email or phone is required.')
  }

  if (!isJson(hosted) || !URL.canParse(String(hosted.return_uri)))
    addProblem('hosted_page.return_uri', 'An absolute URI is required.')
  else if (returnUris.length > 0 && !returnUris.includes(hosted.return_uri as string))
    addProblem('hosted_page.return_uri', 'Return URI must be added in the TrueLayer Console before use')
  else if (body.currency === 'EUR' && hosted.country_code === 'GB')
    addProblem('hosted_page.country_code', 'No provider of this country takes payments in EUR.')
  else if (body.authorization_flow !== undefined)
    addProblem('authorization_flow', 'Cannot be used together with hosted_page.')

  if (
    body.metadata !== undefined &&
    (!isJson(body.metadata) || Object.values(body.metadata).some((v) => typeof v !== 'string'))
  )
    addProblem('metadata', 'Must be an object of strings.')
  return found
}

export function createPayment(
  kernel: Kernel,
  bank: Bank,
  body: unknown,
  settings: { accounts: Record<string, string>; returnUris: string[] },
): Record<string, unknown> {
  if (!isJson(body)) throw invalid({ body: ['A JSON object is required.'] })
  const found = problems(body, settings.accounts, settings.returnUris)
  if (Object.keys(found).length > 0) throw invalid(found)
  const user = body.user as Partial<Payment['user']>
  const payment = bank.create({
    id: randomUUID(),
    amount_in_minor: body.amount_in_minor as number,
    currency: body.currency as string,
    user: { ...user, id: user.id ?? randomUUID() },
    payment_method: body.payment_method as Json,
    ...(body.metadata ? { metadata: body.metadata as Record<string, string> } : {}),
    created_at: new Date(kernel.now()).toISOString(),
    status: 'authorization_required',
    return_uri: (body.hosted_page as Json).return_uri as string,
    resource_token: kernel.randomId(48),
  })
  return {
    id: payment.id,
    user: { id: payment.user.id },
    resource_token: payment.resource_token,
    status: payment.status,
    hosted_page: { uri: `${kernel.publicUrl()}/truelayer/bank/${payment.id}?token=${payment.resource_token}` },
  }
}
