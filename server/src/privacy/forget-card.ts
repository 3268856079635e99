import type { Worker } from '../jobs/jobs.ts'
import type { ProviderName } from '../payment-provider.ts'

/** Deletes a saved card at its vendor after the account is erased. */
export const forgetCardWorker: Worker = async ({ payload }, { providers }) => {
  const provider = providers[payload.provider as ProviderName]
  if (!provider?.forgetCard) throw new Error(`cards of ${payload.provider} cannot be deleted: its keys are missing`)
  await provider.forgetCard(String(payload.provider_method_id))
}
