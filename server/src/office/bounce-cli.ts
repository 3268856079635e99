import { text } from 'node:stream/consumers'
import { type Clock, systemClock } from '../clock.ts'
import { readDsn } from '../mail/bounce/dsn.ts'
import { noteBounce } from '../mail/bounce/note.ts'
import { type Env, type Say, withDatabase } from '../payment/cli/with-database.ts'

/**
 * Reads one answer of a mail program and returns the exit code. What is no bounce of ours ends well too, because a mail program
 * would send an error back to where the message came from.
 */
export function run(message: string, env: Env, say: Say, clock: Clock = systemClock): Promise<number> {
  const bounce = readDsn(message)
  if (bounce === null) {
    say('This is no notification that an email could not be delivered. Nothing was changed.')
    return Promise.resolve(0)
  }
  return withDatabase(env, say, async (db) => {
    say((await noteBounce({ db, clock }, bounce)) ? 'The bounce was recorded.' : 'It is about no email of this shop.')
    return 0
  })
}

if (process.argv[1] === import.meta.filename) {
  const { DATABASE_URL, DATA_DIR } = process.env
  process.exitCode = await run(await text(process.stdin), { DATABASE_URL, DATA_DIR }, console.log)
}
