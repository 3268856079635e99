import type { Shell } from '@foyer/contract/pages.ts'
import type { User } from '@foyer/contract/types.ts'

/** The shell of a page in a test: a visitor with an empty basket. */
export const sampleShell = (change: Partial<Shell> = {}): Shell => ({
  user: null,
  basket_quantity: 0,
  context: 'organiser',
  shop: { name: 'Foyer', email: null },
  sandbox: false,
  now: '2027-01-01T12:00:00.000Z',
  ...change,
})

export const sampleUser = (change: Partial<User> = {}): User => ({
  id: 1,
  first_name: 'Ada',
  last_name: 'Lovelace',
  full_name: 'Ada Lovelace',
  email: 'ada@example.org',
  is_dark_mode: false,
  subscribed: false,
  is_event_subscribed: false,
  ...change,
})
