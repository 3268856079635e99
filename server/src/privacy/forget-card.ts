import type { Worker } from '../jobs/jobs.ts'
import { providerOf } from '../payment/payment.ts'
import type { ProviderName } from '../payment-provider.ts'

/** Deletes a saved card at its vendor after the account is erased. */
export const forgetCardWorker: Worker = async ({ payload }, deps) => {
  const name = payload.provider as ProviderName
  const account_id = typeof payload.account_id === 'number' ? payload.account_id : null
  const { cardsOnFile } = await providerOf(deps, { id: 0, provider: name, account_id })
  if (!cardsOnFile) throw new Error(`cards of ${name} cannot be deleted: it saves none`)
  await cardsOnFile.forgetCard(String(payload.provider_method_id))
}
