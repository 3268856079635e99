/** The texts about payment accounts and their providers. */
export const payments = {
  title: 'Payments',
  shop: 'The operator of this shop collects your money and pays you.',
  missing:
    'Payments aren’t configured: you take money only into an account of your own, and have none. Buyers can’t pay for your tickets until the operator connects one.',
  saas: 'You take money only into an account of your own.',
  how: 'The operator of this installation connects and removes accounts, with npm run account.',
  provider: 'Provider',
  account: 'Account',
  fee: 'Fee of this installation',
  tested: 'Accepted',
  test: 'Test {name}',
  caption: 'Your payment accounts',
} as const

/** The names of providers alone, as in the payments of an order. */
export const providerNames = { stripe: 'Stripe', square: 'Square', truelayer: 'TrueLayer' } as const

export const providers = {
  stripe: 'Stripe',
  square: 'Square',
  truelayer: 'TrueLayer (bank transfers)',
  cash: 'Cash, by hand at the counter',
  other: 'Another way, by hand at the counter',
} as const
