import { describe, expect, it } from 'vitest'
import {
  type Action,
  may,
  mayBeLimited,
  needsStepUp,
  openTo,
  operatorMay,
  RIGHTS,
  ROLES,
  showsPersonalData,
} from './rights.ts'

/** What each role may do, written out a second time from the description of the roles. */
const MAY: Record<(typeof ROLES)[number], Action[]> = {
  owner: [
    'see_events',
    'see_team',
    'change_team',
    'see_log',
    'export_log',
    'see_organiser',
    'change_organiser',
    'see_keys',
    'change_keys',
    'erase_people',
    'change_events',
    'export_catalogue',
    'cancel_dates',
    'see_gift_aid',
    'change_gift_aid',
    'claim_gift_aid',
    'see_money',
    'export_people',
    'see_orders',
    'see_people',
    'change_orders',
    'refund_orders',
    'see_complaints',
    'answer_complaints',
    'see_mailings',
    'change_mailings',
    'send_mailings',
    'give_tickets',
    'sell_at_counter',
    'admit',
  ],
  manager: [
    'see_events',
    'see_log',
    'see_organiser',
    'change_events',
    'export_catalogue',
    'cancel_dates',
    'see_gift_aid',
    'change_gift_aid',
    'claim_gift_aid',
    'see_money',
    'export_people',
    'see_orders',
    'see_people',
    'change_orders',
    'refund_orders',
    'see_complaints',
    'answer_complaints',
    'see_mailings',
    'change_mailings',
    'send_mailings',
    'give_tickets',
    'sell_at_counter',
    'admit',
  ],
  box_office: [
    'see_events',
    'see_orders',
    'see_people',
    'change_orders',
    'refund_orders',
    'give_tickets',
    'sell_at_counter',
    'admit',
  ],
  door: ['see_events', 'admit'],
  reader: ['see_events', 'see_money', 'see_orders'],
}
const actions = Object.keys(RIGHTS) as Action[]
const forRoles = actions.filter((action) => openTo(action) === null)

const OPERATORS_TASKS = [
  'see_shop',
  'change_shop',
  'send_test_mail',
  'see_organisers',
  'change_organisers',
  'see_health',
  'retry_jobs',
]

describe('the rights of staff', () => {
  it.each(ROLES)('%s may do exactly what the table allows', (role) => {
    expect(forRoles.filter((action) => may(role, action))).toEqual(MAY[role])
  })

  it('an owner may do everything except the operator’s tasks', () => {
    expect(actions.filter((action) => !may('owner', action))).toEqual(OPERATORS_TASKS)
  })

  it('the operator appoints people and reads every organiser’s log, answers complaints about the shop and erases people, but has no access to orders or money', () => {
    expect(actions.filter(operatorMay)).toEqual([
      'see_events',
      'see_team',
      'change_team',
      'see_log',
      'export_log',
      'erase_people',
      'export_catalogue',
      'see_complaints',
      'answer_complaints',
    ])
  })

  it('exports of personal data, money, roles and keys require recent confirmation', () => {
    expect(actions.filter(needsStepUp)).toEqual([
      'own_keys',
      'change_shop',
      'change_organisers',
      'change_team',
      'export_log',
      'change_organiser',
      'change_keys',
      'erase_people',
      'cancel_dates',
      'claim_gift_aid',
      'export_people',
      'refund_orders',
      'send_mailings',
      'give_tickets',
    ])
  })

  it('what requires no role is listed, and shows nothing personal but who owns the organisers', () => {
    expect(actions.filter((action) => openTo(action) !== null)).toEqual([
      'sign_in',
      'join',
      'own_account',
      'own_keys',
      ...OPERATORS_TASKS,
    ])
    expect(actions.filter((action) => openTo(action) !== null && showsPersonalData(action))).toEqual(['see_organisers'])
  })

  it('every role but owner can be limited to events', () => {
    expect(ROLES.filter((role) => !mayBeLimited(role))).toEqual(['owner'])
  })
})
