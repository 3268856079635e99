import { code, escapeHtml, table } from '../kernel/html.ts'
import type { StandIn } from '../kernel/stand-in.ts'
import { type Google, type GoogleOptions, google } from './routes.ts'

export const googleStandIn: StandIn<GoogleOptions | undefined, Google> = {
  title: 'Google Wallet',
  options: (env) => ({
    ...(env.GOOGLE_WALLET_ACCOUNT && { account: env.GOOGLE_WALLET_ACCOUNT }),
    ...(env.GOOGLE_WALLET_PUBLIC_KEY && { publicPem: env.GOOGLE_WALLET_PUBLIC_KEY }),
    ...(env.GOOGLE_WALLET_ISSUER_ID && { issuerId: env.GOOGLE_WALLET_ISSUER_ID }),
  }),
  start: google,
  page: ({ objects }) => {
    const recent = objects.values().slice(-20).reverse()
    if (recent.length === 0) return ''
    return `<section class="card"><h2>Google Wallet</h2>
${table(
  'The last twenty tickets',
  ['Object', 'State'],
  recent.map(({ id, state }) => [code(id), escapeHtml(String(state))]),
)}</section>`
  },
}
