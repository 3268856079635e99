/** The texts about payment accounts and their providers. */
export const payments = {
  title: 'Payments',
  shop: 'The operator of this shop collects your money and pays you.',
  missing:
    'Payments aren’t configured: you take money only into an account of your own, and have none. Buyers can’t pay for your tickets until you connect one.',
  saas: 'You take money only into an account of your own.',
  how: 'An owner of your organisation connects and disconnects accounts.',
  provider: 'Provider',
  account: 'Account',
  fee: 'Fee of this installation',
  tested: 'Accepted',
  test: 'Test {name}',
  caption: 'Your payment accounts',
  webhook: 'Its webhooks go to',
  disconnect: 'Disconnect {name}',
  connect: 'Connect {provider}',
  replace: 'Connect {provider} instead',
  renew: 'Replace the {provider} account or its keys',
  own: 'An account of your own',
  'own.lead':
    'Buyers then pay you directly, and the provider pays your bank. You can have one account for cards and one for bank transfers. Orders that were paid before stay where they were paid, and are refunded from there.',
} as const

/** The page on which an account is connected. */
export const paymentAccount = {
  title: 'Connect {provider}',
  back: 'All payment accounts',
  replaces:
    'It takes the place of your {provider} account. What was paid there stays there, and is refunded from there.',
  steps: 'What to do',
  key: 'Make a key',
  'key.again': 'Make another key',
  'key.public': 'Public key',
  'key.lead': 'Copy it whole. The secret part stays here and is shown to nobody.',
  'key.again.lead': 'The one above then no longer counts.',
  webhook: 'Webhook address',
  form: 'What {provider} gave you',
  connect: 'Connect this account',
  check: 'Test and connect',
  'check.lead': 'It is tested with {provider} first, and saved only if that succeeds.',
  begin: 'Begin at {provider}',
  resume: 'Continue at {provider}',
  refresh: 'Refresh',
  go: 'Open {provider}',
  'go.lead': 'This link opens once, within a few minutes. You come back here afterwards.',
  'state.none':
    '{provider} opens an account for you, or lets you use the details of one that you have. You’ll need your bank details and who your organisation is. Fees are agreed between you and {provider}.',
  'state.unfinished': '{provider} is waiting for more from you. Account: {account}',
  'state.checking':
    'You’ve entered everything, and {provider} is checking it. That can take some days. Account: {account}',
  'state.ready': 'This account can take card payments. Account: {account}',
  'state.restricted':
    '{provider} doesn’t let this account take card payments. Sign in there to see why. Account: {account}',
  'state.unknown': '{provider} didn’t answer, so we don’t know how far your account is.',
} as const

/** What is done at a provider before its account is connected, and its fields. */
export const paymentSteps = {
  square: [
    'Sign in to Square’s developer console, open your application or make one, and choose “Production”.',
    'Copy the application ID, the access token and the ID of the location that is to be paid.',
    'Under “Webhooks”, add a subscription for payments, refunds, disputes and payouts with the address below, with your location’s ID in it. Copy its signature key.',
  ],
  truelayer: [
    'Make a key here, and upload its public part in TrueLayer’s console under “Payments settings”. Copy the ID that it gets there.',
    'Copy the client ID, the client secret and the ID of the merchant account that is to be paid.',
    'Enter the webhook address below in the console, with your client’s ID in it.',
  ],
} as const
export const paymentFields = {
  'square.location_id': 'Location ID',
  'square.app_id': 'Application ID',
  'square.access_token': 'Access token',
  'square.webhook_key': 'Webhook signature key',
  'truelayer.client_id': 'Client ID',
  'truelayer.merchant_account_id': 'Merchant account ID',
  'truelayer.key_id': 'ID of the key',
  'truelayer.client_secret': 'Client secret',
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
