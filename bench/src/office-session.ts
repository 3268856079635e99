import { randomUUID } from 'node:crypto'
import fastifyCookie from '@fastify/cookie'
import { type Db, inTx } from '@foyer/server/db/transaction/tx.ts'
import { officeCookie, officeTokenHash } from '@foyer/server/office/session/session.ts'
import { findOrAddPerson, giveRole } from '@foyer/server/office/team/people.ts'
import { SESSION_SECRET } from './fill.ts'

/** Signs in a new member of an organiser's team for a day, who has just confirmed their identity. Returns the cookie. */
export async function signInStaff(
  db: Db,
  { organiserId, role, now }: { organiserId: number; role: 'owner' | 'manager'; now: Date },
): Promise<string> {
  const token = randomUUID()
  const later = new Date(now.getTime() + 86_400_000)
  const email = `${token}@example.org`
  await inTx(db, async (tx) => {
    const staffId = await findOrAddPerson(tx, { email, name: 'Ada Lovelace', now })
    await giveRole(tx, { staffId, organiserId, role, eventIds: null, by: null, now })
    await tx
      .insertInto('staff_sessions')
      .values({
        id: officeTokenHash(token),
        staff_id: staffId,
        email,
        proved_at: now,
        created_at: now,
        last_seen_at: now,
        idle_until: later,
        expires_at: later,
      })
      .execute()
  })
  return `${officeCookie(false)}=${encodeURIComponent(fastifyCookie.sign(token, SESSION_SECRET))}`
}
