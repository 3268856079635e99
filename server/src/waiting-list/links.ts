import { WAITING_OPEN } from '@foyer/contract/pages.ts'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { seal, unseal } from '../http/links/sealed-link.ts'

const PURPOSE = 'waiting list link'
/** How long an address may be confirmed. */
const CONFIRM_DAYS = 2

const Join = z.object({
  email: z.string(),
  eventId: z.number(),
  /** Null for a reminder of the event. */
  dateId: z.number().nullable(),
  qty: z.number().nullable(),
  types: z.array(z.number()),
})
/** A request whose address is not proved yet. It is only in the link, and not stored. */
export type Join = z.output<typeof Join>

const Link = z.union([z.object({ entry: z.number() }), z.object({ join: Join, until: z.number() })])
/** The content of a link in an email: a place in line, or a request for one. */
export type WaitingLink = { entry: number } | { join: Join }

const urlOf = ({ config }: Pick<Deps, 'config'>, token: string) => `${config.publicUrl}${WAITING_OPEN}?link=${token}`

export const joinUrl = (deps: Pick<Deps, 'config' | 'random'>, join: Join, now: Date): string =>
  urlOf(deps, seal(deps, PURPOSE, { join, until: now.getTime() + CONFIRM_DAYS * DAY_MS }))

/** The link to a place in the queue. It lets anyone who has it take the offer or leave the queue, and shows no personal data. */
export const entryToken = (deps: Pick<Deps, 'config' | 'random'>, entry: number): string =>
  seal(deps, PURPOSE, { entry })
export const entryUrl = (deps: Pick<Deps, 'config' | 'random'>, entry: number): string =>
  urlOf(deps, entryToken(deps, entry))

/** Returns the content of a link made here; null for one that has expired, and for anything else. */
export function readLink(deps: Pick<Deps, 'config'>, token: string, now: Date): WaitingLink | null {
  const link = unseal(deps, PURPOSE, Link, token)
  if (link === null || 'entry' in link) return link
  return link.until > now.getTime() ? { join: link.join } : null
}
