import type { Deps } from '../../deps.ts'

/** The origins of payment forms: the installation's providers, and those of which only an organiser has an account. */
export async function paymentSources({ db, providers, connectors }: Deps): Promise<string[]> {
  const others = Object.entries(connectors).filter(([name]) => !(name in providers))
  const used =
    others.length === 0
      ? []
      : await db.selectFrom('payment_accounts').select('provider').distinct().where('ended_at', 'is', null).execute()
  return [
    ...Object.values(providers),
    ...others.flatMap(([name, traits]) => (used.some(({ provider }) => provider === name) ? [traits] : [])),
  ].flatMap(({ pageSources }) => pageSources)
}
