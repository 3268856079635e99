import { isLanguage, type Language } from '@foyer/domain/format/language.ts'
import { defaultNotifications, type Notifications } from '@foyer/domain/office/notifications.ts'
import { ROLES } from '@foyer/domain/office/rights.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Config } from '../config.ts'
import { withLanguage } from '../language.ts'

const DEFAULTS = sql.join(
  ROLES.map((role) => sql`when ${sql.lit(role)} then ${sql.lit(defaultNotifications(role))}`),
  sql` `,
)

/**
 * Whether the people of rows `staff` and `role` are emailed about something: their access has not ended, and one of `choices` is
 * theirs, or that of their role until they choose.
 */
export const isNotifiedOf = (...choices: readonly Notifications[]): RawBuilder<SqlBool> => sql`(
  staff.ended_at is null and role.ended_at is null
    and coalesce(staff.notifications, case role.role ${DEFAULTS} end) = any(${sql.val(choices)}::text[]))`

/** Whether an order line `line` is of the events to which a role `role` is limited. */
export const isOfRole = sql<SqlBool>`(role.event_ids is null or line.event_id = any(role.event_ids))`

/** Runs `write` in the language that a member of the staff chose for emails, otherwise in the shop's. */
export const inStaffLanguage = <T>(
  { language: shop }: Pick<Config, 'language'>,
  { language }: { language: Language | string | null },
  write: () => T,
): T => withLanguage(isLanguage(language) ? language : shop, write)
