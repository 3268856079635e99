/** The roles of staff with an organiser. All but owners can be limited to chosen events. */
export const ROLES = ['owner', 'manager', 'box_office', 'door', 'reader'] as const
export type Role = (typeof ROLES)[number]
/** What a program with a key may be: it reads, with or without the names of people. */
export const KEY_ROLES = ['reader', 'box_office'] as const satisfies readonly Role[]
export type KeyRole = (typeof KEY_ROLES)[number]

type Right = {
  /**
   * `anyone`: signed in or not. `proved`: an address was proved by a code. `staff`: anyone signed in. `operator`: who runs the
   * installation. Else these roles.
   */
  who: 'anyone' | 'proved' | 'staff' | 'operator' | readonly Role[]
  /** Whether the operator of the installation may do it, for every organiser. */
  operator?: true
  /** Needs a proof of identity that is at most ten minutes old. */
  stepUp?: true
  /** Shows personal data, so each look is logged. */
  personal?: true
}

const EVERYONE = ROLES
const OWNER = ['owner'] as const
const MANAGERS = ['owner', 'manager'] as const
const BOX_OFFICE = ['owner', 'manager', 'box_office'] as const

/** Every action of the office, and who may do it. Each call names one of these, and nothing else decides. */
export const RIGHTS = {
  sign_in: { who: 'anyone' },
  join: { who: 'proved' },
  own_account: { who: 'staff' },
  own_keys: { who: 'staff', stepUp: true },
  see_shop: { who: 'operator' },
  change_shop: { who: 'operator', stepUp: true },
  send_test_mail: { who: 'operator' },
  see_organisers: { who: 'operator', personal: true },
  change_organisers: { who: 'operator', stepUp: true },
  see_health: { who: 'operator' },
  retry_jobs: { who: 'operator' },
  see_events: { who: EVERYONE, operator: true },
  see_team: { who: OWNER, operator: true, personal: true },
  change_team: { who: OWNER, operator: true, stepUp: true },
  see_log: { who: MANAGERS, operator: true, personal: true },
  export_log: { who: OWNER, operator: true, stepUp: true, personal: true },
  see_organiser: { who: MANAGERS },
  change_organiser: { who: OWNER, stepUp: true },
  see_keys: { who: OWNER },
  change_keys: { who: OWNER, stepUp: true },
  erase_people: { who: OWNER, operator: true, stepUp: true, personal: true },
  change_events: { who: MANAGERS },
  export_catalogue: { who: MANAGERS, operator: true },
  cancel_dates: { who: MANAGERS, stepUp: true },
  see_gift_aid: { who: MANAGERS, personal: true },
  change_gift_aid: { who: MANAGERS, personal: true },
  claim_gift_aid: { who: MANAGERS, stepUp: true, personal: true },
  see_money: { who: ['owner', 'manager', 'reader'] },
  export_people: { who: MANAGERS, stepUp: true, personal: true },
  see_orders: { who: ['owner', 'manager', 'box_office', 'reader'], personal: true },
  see_people: { who: BOX_OFFICE, personal: true },
  change_orders: { who: BOX_OFFICE, personal: true },
  refund_orders: { who: BOX_OFFICE, stepUp: true, personal: true },
  see_complaints: { who: MANAGERS, operator: true, personal: true },
  answer_complaints: { who: MANAGERS, operator: true, personal: true },
  see_mailings: { who: MANAGERS, personal: true },
  change_mailings: { who: MANAGERS, personal: true },
  send_mailings: { who: MANAGERS, stepUp: true, personal: true },
  give_tickets: { who: BOX_OFFICE, stepUp: true, personal: true },
  sell_at_counter: { who: BOX_OFFICE },
  admit: { who: ['owner', 'manager', 'box_office', 'door'], personal: true },
} as const satisfies Record<string, Right>

export type Action = keyof typeof RIGHTS

const rightOf = (action: Action): Right => RIGHTS[action]

/** Whether this role may do it. Actions that don't depend on a role are open to every role, except the operator's. */
export function may(role: Role, action: Action): boolean {
  const { who } = rightOf(action)
  return typeof who === 'string' ? who !== 'operator' : who.includes(role)
}

export const operatorMay = (action: Action): boolean => rightOf(action).operator === true

/** Not about an organiser: open to anyone, a proved address, all staff or the operator. Null where a role decides. */
export function openTo(action: Action): 'anyone' | 'proved' | 'staff' | 'operator' | null {
  const { who } = rightOf(action)
  return typeof who === 'string' ? who : null
}

export const needsStepUp = (action: Action): boolean => rightOf(action).stepUp === true
export const showsPersonalData = (action: Action): boolean => rightOf(action).personal === true

/** An owner has the whole organiser; the others may be limited to chosen events. */
export const mayBeLimited = (role: Role): boolean => role !== 'owner'
