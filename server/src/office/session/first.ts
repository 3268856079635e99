import { fill } from '@foyer/contract/fill.ts'
import { office } from '@foyer/contract/office/messages.ts'
import { organiserPath } from '@foyer/contract/pages.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { type Db, inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { freeSlug } from '../event/form/slug.ts'
import type { OfficeHandlers } from '../handle.ts'
import { officeLink, tokenHash } from '../team/invite.ts'
import { findOrAddPerson, giveRole, lockTeam } from '../team/people.ts'

const HOURS_VALID = 24

const lockFirstLink = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('first of staff', 0))`.execute(tx)

const hasStaff = async (db: Pick<Db, 'selectFrom'>): Promise<boolean> =>
  (await db.selectFrom('staff').select('id').where('ended_at', 'is', null).executeTakeFirst()) !== undefined

/** A one-time link to an office that has no staff; null if it has. Earlier links stop working. */
export function makeFirstLink(
  { db, clock, random }: Pick<Deps, 'db' | 'clock' | 'random'>,
  publicUrl: string,
): Promise<string | null> {
  const now = clock.now()
  return inTx(db, async (tx) => {
    await lockFirstLink(tx)
    if (await hasStaff(tx)) return null
    await tx.updateTable('staff_first_links').set({ ended_at: now }).where('ended_at', 'is', null).execute()
    const token = Buffer.from(random.bytes(32)).toString('base64url')
    await tx
      .insertInto('staff_first_links')
      .values({
        token_hash: tokenHash(token),
        created_at: now,
        expires_at: new Date(now.getTime() + HOURS_VALID * 3_600_000),
      })
      .execute()
    return officeLink(publicUrl, 'first', token)
  })
}

const isValid = async (db: Pick<Db, 'selectFrom'>, token: string, now: Date): Promise<boolean> =>
  !(await hasStaff(db)) &&
  (await db
    .selectFrom('staff_first_links')
    .select('token_hash')
    .where('token_hash', '=', tokenHash(token))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()) !== undefined

const organisersOf = (db: Pick<Db, 'selectFrom'>) =>
  db.selectFrom('organisers').select(['id', 'name']).orderBy('name').execute()

/** The data of the first link's page; null if the link doesn't work any more. */
export async function firstOf(db: Db, token: string, now: Date): Promise<{ organisers: string[] } | null> {
  if (!(await isValid(db, token, now))) return null
  return { organisers: (await organisersOf(db)).map(({ name }) => name) }
}

export const joinFirst: OfficeHandlers['join_first'] = {
  async change(tx, { token, name, organiser_name }, { session, now }) {
    const email = session.email!
    await lockFirstLink(tx)
    // guard: first-link-once
    if (!(await isValid(tx, token, now))) return fail('first_link_ended')
    const organisers = await organisersOf(tx)
    if (organisers.length === 0) {
      if (organiser_name === '') return fail('organiser_name_missing')
      organisers.push(await addOrganiser(tx, organiser_name))
    }
    const staffId = await findOrAddPerson(tx, { email, name: name || email, now })
    await tx.updateTable('staff').set({ is_operator: true }).where('id', '=', staffId).execute()
    for (const { id } of organisers) {
      await lockTeam(tx, id)
      await giveRole(tx, { staffId, organiserId: id, role: 'owner', eventIds: null, by: null, now })
    }
    await tx.updateTable('staff_first_links').set({ ended_at: now }).where('ended_at', 'is', null).execute()
    const { committed } = await session.replace(tx, { email, staffId })
    return {
      reply: { success: true },
      log: {
        subject: ['staff', staffId],
        staffId,
        after: { is_operator: true, owner_of: organisers.map(({ id }) => id) },
      },
      committed,
    }
  },
}

/** An organiser with only a name. */
export async function addOrganiser(tx: Tx, name: string): Promise<{ id: number; name: string }> {
  const slug = await freeSlug(tx, 'organisers', name)
  return tx
    .insertInto('organisers')
    .values({
      slug,
      name,
      full_url: organiserPath(slug),
      marketing_signup_message: fill(office['organiser.marketingSignup'], { organiser: name }),
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}
