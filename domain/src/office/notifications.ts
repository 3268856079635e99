import { may, type Role } from './rights.ts'

/** What a member of a team is emailed about: every sale, a summary, only problems such as disputed payments, or nothing. */
export const NOTIFICATIONS = ['each', 'daily', 'weekly', 'problems', 'nothing'] as const
export type Notifications = (typeof NOTIFICATIONS)[number]

/** Until they choose, owners get a summary a day, and everyone else only problems. */
export const defaultNotifications = (role: Role): Notifications => (role === 'owner' ? 'daily' : 'problems')

/** Whether a role gets emails about sales or about problems at all: it may open the orders that they are about. */
export const isNotified = (role: Role): boolean => may(role, 'see_orders')
