import { text } from 'node:stream/consumers'
import { type Clock, systemClock } from '../clock.ts'
import { readDsn } from '../mail/bounce/dsn.ts'
import { recordBounce } from '../mail/bounce/record.ts'
import { type Env, type Say, withDatabase } from '../payment/cli/with-database.ts'

/**
 * Reads one message from a mail server and returns the exit code. A message that is not a bounce of this shop's mail is no error:
 * the mail server would return it to its sender.
 */
export function run(message: string, env: Env, say: Say, clock: Clock = systemClock): Promise<number> {
  const bounce = readDsn(message)
  if (bounce === null) {
    say('This is not a notification of a failed delivery. Nothing was changed.')
    return Promise.resolve(0)
  }
  return withDatabase(env, say, async (db) => {
    say(
      (await recordBounce({ db, clock }, bounce))
        ? 'The bounce was recorded.'
        : 'The bounced email is not from this shop.',
    )
    return 0
  })
}

if (process.argv[1] === import.meta.filename) {
  const { DATABASE_URL, DATA_DIR } = process.env
  process.exitCode = await run(await text(process.stdin), { DATABASE_URL, DATA_DIR }, console.log)
}
