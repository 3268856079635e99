import type { BodyOf } from '@foyer/contract/calls.ts'
import { PERSONAL_DATA, PERSONAL_DATA_FILE, PROVE_AGAIN } from '@foyer/contract/pages.ts'
import { normalEmail } from '@foyer/domain/people/email.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { handle, type RequestContext } from '../http/handle.ts'
import { hasFreshProof, sessionOf } from '../http/session.ts'
import { type CannotErase, erasePerson } from './erase.ts'
import type { Person } from './person.ts'
import { personalDataOf } from './personal-data.ts'

export function privacyRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, 'erase_account', eraseAccount)
  app.get(PERSONAL_DATA, async (request, reply) => {
    const session = await sessionOf(deps, request, reply)
    const person = await accountOf(deps, session.userId)
    if (person === null || !hasFreshProof(session, deps.clock.now())) return reply.redirect(PROVE_AGAIN, 303)
    return reply
      .header('content-disposition', `attachment; filename="${PERSONAL_DATA_FILE}"`)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(await personalDataOf(deps.db, person), null, 2))
  })
}

/** Erases the session's account, and signs it out on every device. */
async function eraseAccount(
  { email }: BodyOf<'erase_account'>,
  { deps, session, now }: RequestContext,
): Promise<{ success: true } | CannotErase | Fail<'not_signed_in' | 'proof_too_old' | 'other_email'>> {
  const person = await accountOf(deps, session.userId)
  if (person === null) return fail('not_signed_in')
  if (!hasFreshProof(session, now)) return fail('proof_too_old')
  if (normalEmail(email) !== person.email) return fail('other_email')
  const erased = await erasePerson(deps, person)
  return erased.ok ? { success: true } : erased
}

async function accountOf({ db }: Pick<Deps, 'db'>, userId: number | null): Promise<Person | null> {
  if (userId === null) return null
  const user = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return user ? { userId, email: user.email } : null
}
