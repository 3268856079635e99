import { ROLES, type Role } from '@foyer/domain/office/rights.ts'
import { isEmail, normalEmail } from '@foyer/domain/people/email.ts'
import { type Clock, systemClock } from '../clock.ts'
import { type Db, inTx, type Tx } from '../db/transaction/tx.ts'
import { type Env, explainUsage, type Say, withDatabase } from '../payment/cli/with-database.ts'
import { record } from './log/record.ts'
import { endAccess, findOrAddPerson, giveRole, hasOtherOwner, lockTeam, roleIn } from './team/people.ts'

const USAGE = `npm run staff -- add EMAIL [--organiser SLUG] [--role ${ROLES.join('|')}] [--operator]
npm run staff -- list
npm run staff -- end EMAIL

add gives a person a role, or another one: owner unless --role says otherwise, for every organiser unless --organiser names one.
The first person also becomes the operator; --operator makes another one. They sign in at /office/ with a code sent to that
address. list shows everyone. end takes a person off every team and signs them out; the last owner of an organiser can't be removed.`

type NewRole = { email: string; organiser?: string; role: Role; operator: boolean }

function readAdd([email = '', ...rest]: readonly string[]): NewRole | null {
  const newRole: NewRole = { email: normalEmail(email), role: 'owner', operator: false }
  if (!isEmail(email)) return null
  const args = [...rest]
  for (let arg = args.shift(); arg !== undefined; arg = args.shift()) {
    const value = arg === '--operator' ? '' : args.shift()
    if (value === undefined) return null
    if (arg === '--operator') newRole.operator = true
    else if (arg === '--organiser') newRole.organiser = value
    else if (arg === '--role' && (ROLES as readonly string[]).includes(value)) newRole.role = value as Role
    else return null
  }
  return newRole
}

/** Runs the command and returns its exit code. */
export async function run(args: readonly string[], env: Env, say: Say, clock: Clock = systemClock): Promise<number> {
  const [command, ...rest] = args
  const now = clock.now()
  const usage = async () => explainUsage(USAGE, args, say)
  if (command === 'list' && rest.length === 0) return withDatabase(env, say, (db) => list(db, say))
  if (command === 'add') {
    const newRole = readAdd(rest)
    return newRole === null ? usage() : withDatabase(env, say, (db) => add(db, newRole, now, say))
  }
  if (command === 'end' && rest.length === 1 && isEmail(rest[0]!))
    return withDatabase(env, say, (db) => end(db, normalEmail(rest[0]!), now, say))
  return usage()
}

function add(db: Db, { email, organiser, role, operator }: NewRole, now: Date, say: Say): Promise<number> {
  return inTx(db, async (tx) => {
    const organisers = await tx
      .selectFrom('organisers')
      .select(['id', 'slug'])
      .$if(organiser !== undefined, (query) => query.where('slug', '=', organiser!))
      .orderBy('slug')
      .execute()
    if (organiser !== undefined && organisers.length === 0) {
      say(`There is no organiser "${organiser}".`)
      return 1
    }
    const isFirst = !(await tx.selectFrom('staff').select('id').where('ended_at', 'is', null).executeTakeFirst())
    const staffId = await findOrAddPerson(tx, { email, name: email, now })
    const isOperator = isFirst || operator
    if (isOperator) await tx.updateTable('staff').set({ is_operator: true }).where('id', '=', staffId).execute()
    for (const { id, slug } of organisers) {
      await lockTeam(tx, id)
      const before = await roleIn(tx, staffId, id)
      if (before?.role === 'owner' && role !== 'owner' && !(await hasOtherOwner(tx, id, staffId))) {
        say(`${email} is the last owner of ${slug} and remains its owner.`)
        continue
      }
      await giveRole(tx, { staffId, organiserId: id, role, eventIds: null, by: null, now })
      const after = { role, is_operator: isOperator }
      await logChange(tx, now, { staffId, organiserId: id, before: { role: before?.role ?? null }, after })
      say(`${email} is ${role} of ${slug}.`)
    }
    if (organisers.length === 0)
      await logChange(tx, now, { staffId, organiserId: null, after: { is_operator: isOperator } })
    if (isOperator) say(`${email} is operator of this installation.`)
    return 0
  })
}

async function list(db: Db, say: Say): Promise<number> {
  const people = await db
    .selectFrom('staff')
    .leftJoin('staff_roles', (join) =>
      join.onRef('staff_roles.staff_id', '=', 'staff.id').on('staff_roles.ended_at', 'is', null),
    )
    .leftJoin('organisers', 'organisers.id', 'staff_roles.organiser_id')
    .select(['staff.email', 'staff.is_operator', 'staff_roles.role', 'staff_roles.event_ids', 'organisers.slug'])
    .where('staff.ended_at', 'is', null)
    .orderBy('staff.email')
    .orderBy('organisers.slug')
    .execute()
  for (const { email, is_operator, role, event_ids, slug } of people) {
    const events = event_ids === null ? '' : `, ${event_ids.length} events only`
    say(
      [email, is_operator ? 'operator' : '', role === null ? '' : `${role} of ${slug}${events}`]
        .filter(Boolean)
        .join('  '),
    )
  }
  if (people.length === 0) say('There are no staff yet.')
  return 0
}

function end(db: Db, email: string, now: Date, say: Say): Promise<number> {
  return inTx(db, async (tx) => {
    const person = await tx
      .selectFrom('staff')
      .select('id')
      .where('email', '=', email)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (person === undefined) {
      say(`${email} is not on any team.`)
      return 1
    }
    const roles = await tx
      .selectFrom('staff_roles')
      .innerJoin('organisers', 'organisers.id', 'staff_roles.organiser_id')
      .select(['organiser_id', 'role', 'slug'])
      .where('staff_id', '=', person.id)
      .where('ended_at', 'is', null)
      .orderBy('organiser_id')
      .execute()
    for (const { organiser_id, role, slug } of roles) {
      await lockTeam(tx, organiser_id)
      if (role === 'owner' && !(await hasOtherOwner(tx, organiser_id, person.id))) {
        say(`${email} is the last owner of ${slug}. Add another owner first.`)
        return 1
      }
    }
    await endAccess(tx, person.id, now)
    for (const { organiser_id, role } of roles)
      await logChange(tx, now, {
        staffId: person.id,
        organiserId: organiser_id,
        before: { role },
        after: { role: null },
      })
    if (roles.length === 0) await logChange(tx, now, { staffId: person.id, organiserId: null, after: { role: null } })
    say(`${email} is off every team and signed out.`)
    return 0
  })
}

type Change = { staffId: number; organiserId: number | null; before?: object; after: object }
const logChange = (tx: Tx, now: Date, { staffId, organiserId, ...entry }: Change) =>
  record(
    tx,
    { at: now, staffId: null, organiserId, action: 'staff_command', outcome: 'done' },
    { subject: ['staff', staffId], ...entry },
  )

if (process.argv[1] === import.meta.filename) {
  const { DATABASE_URL, DATA_DIR } = process.env
  process.exitCode = await run(process.argv.slice(2), { DATABASE_URL, DATA_DIR }, console.log)
}
