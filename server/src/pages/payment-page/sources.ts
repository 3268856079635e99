import { HCAPTCHA_SOURCES } from '../../captcha/hcaptcha.ts'
import type { Deps } from '../../deps.ts'
import type { PageSource } from '../../payment/provider/provider.ts'

/**
 * What a page with card fields may load from others, with the reason of each: the forms of the installation's providers and of those
 * at which only an organiser has an account, and the captcha. The page's policy allows these and nothing else, so that this is the
 * list of authorised scripts that PCI DSS 4.0.1 asks for in 6.4.3.
 */
export async function paymentSources({
  db,
  providers,
  connectors,
  config,
}: Pick<Deps, 'db' | 'providers' | 'connectors' | 'config'>): Promise<PageSource[]> {
  const others = Object.entries(connectors).filter(([name]) => !(name in providers))
  const used =
    others.length === 0
      ? []
      : await db.selectFrom('payment_accounts').select('provider').distinct().where('ended_at', 'is', null).execute()
  return [
    ...[
      ...Object.values(providers),
      ...others.flatMap(([name, traits]) => (used.some(({ provider }) => provider === name) ? [traits] : [])),
    ].flatMap(({ pageSources }) => pageSources),
    ...(config.hcaptcha ? HCAPTCHA_SOURCES : []),
  ]
}
