import { roleNames as t, team } from '@foyer/contract/office/messages.ts'
import type { Role } from '@foyer/domain/office/rights.ts'

const NAMES: Record<Role, string> = {
  owner: t.owner,
  manager: t.manager,
  box_office: t.box_office,
  door: t.door,
  reader: t.reader,
}
export const roleName = (role: Role): string => NAMES[role]
/** The role as a label of its own, outside of a sentence. */
export const roleTitle = (role: Role): string => NAMES[role].charAt(0).toUpperCase() + NAMES[role].slice(1)

/** What each role may do, in one line. */
export const ROLE_LEADS: Record<Role, string> = {
  owner: team['role.owner'],
  manager: team['role.manager'],
  box_office: team['role.box_office'],
  door: team['role.door'],
  reader: team['role.reader'],
}
