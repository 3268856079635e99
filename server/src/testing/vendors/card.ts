import type { Browser } from '../shop.ts'

/** Cards of the sandbox. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  asksBank: '4000002760003184',
} as const

/** The reply of get_token. */
export type CardToken = { public_key: string; client_secret: string }

export const intentOf = ({ client_secret }: Pick<CardToken, 'client_secret'>): string =>
  client_secret.split('_secret_')[0]!

/** What the card provider's script does in the buyer's browser, with the sandbox at `vendorUrl`. */
export async function confirmCard(vendorUrl: string, token: CardToken, number: string = CARDS.good) {
  const response = await fetch(`${vendorUrl}/v1/payment_intents/${intentOf(token)}/confirm`, {
    method: 'POST',
    headers: { origin: 'http://shop.test', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      key: token.public_key,
      client_secret: token.client_secret,
      return_url: 'http://shop.test/do/checkout/stripe_auth/',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '35',
      'payment_method_data[card][cvc]': '123',
    }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: the replies of a foreign server
  return { status: response.status, body: (await response.json()) as any }
}

/** The buyer answers the bank's question. Returns the URL they are redirected to. */
export async function answerBank(
  vendorUrl: string,
  intent: { next_action: { redirect_to_url: { url: string } } },
  answer: 'complete' | 'fail' = 'complete',
): Promise<URL> {
  const { pathname } = new URL(intent.next_action.redirect_to_url.url)
  const back = await fetch(vendorUrl + pathname, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ answer }),
  })
  return new URL(back.headers.get('location')!)
}

/** The browser returns from the provider's page. */
export const returnFromCard = (browser: Browser, token: Pick<CardToken, 'client_secret'>) =>
  browser.get(`/do/checkout/stripe_auth/?payment_intent=${intentOf(token)}`)
