import { ERRORS } from '@foyer/contract/errors.ts'
import { isEmail, normalEmail } from '@foyer/domain/people/email.ts'
import { type Clock, systemClock } from '../clock.ts'
import { type Env, explainUsage, type Say, withDatabase, writeNamed } from '../payment/cli/with-database.ts'
import { erasePerson, FOR_STAFF } from './erase.ts'
import { personByEmail } from './person.ts'
import { personalDataOf } from './personal-data.ts'

const USAGE = `npm run personal-data -- export EMAIL FILE
npm run personal-data -- erase EMAIL

export writes everything the shop keeps about the person with this email address to FILE, as JSON. erase erases it, except
what the law wants kept (docs/privacy.md).`

/** Runs the command and returns its exit code. */
export async function run(args: readonly string[], env: Env, say: Say, clock: Clock = systemClock): Promise<number> {
  const [command, typed = '', file, ...more] = args
  const valid = (command === 'export' && file !== undefined) || (command === 'erase' && file === undefined)
  if (!valid || !isEmail(typed) || more.length > 0) return explainUsage(USAGE, args, say)
  return withDatabase(env, say, async (db) => {
    const person = await personByEmail(db, normalEmail(typed))
    if (command === 'export') {
      writeNamed(file!, `${JSON.stringify(await personalDataOf(db, person), null, 2)}\n`, {
        mode: 0o600,
        flag: 'wx',
      })
      say(`Written to ${file}.`)
      return 0
    }
    const erased = await erasePerson({ db, clock }, person)
    say(
      erased.ok
        ? `Erased. ${erased.orders} orders stay in the books without a name.`
        : ERRORS[FOR_STAFF[erased.code]][1],
    )
    return erased.ok ? 0 : 1
  })
}

if (process.argv[1] === import.meta.filename) {
  const { DATABASE_URL, DATA_DIR } = process.env
  process.exitCode = await run(process.argv.slice(2), { DATABASE_URL, DATA_DIR }, console.log)
}
