import type { Worker } from '../jobs/jobs.ts'
import { providerOf } from '../payment/payment.ts'

/** Deletes a saved card at its vendor after the account is erased. */
export const forgetCardWorker: Worker<'forget_card'> = async ({ payload }, deps) => {
  const { provider, account_id, provider_method_id } = payload
  const { cardsOnFile } = await providerOf(deps, { id: 0, provider, account_id })
  if (!cardsOnFile) throw new Error(`cards of ${provider} cannot be deleted: it saves none`)
  await cardsOnFile.forgetCard(provider_method_id)
}
