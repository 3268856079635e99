import { FolderInUse } from '../connection/folder-lock.ts'
import { openDatabase } from '../connection/open.ts'
import { explainError } from '../schema/explain.ts'
import { backUp, CannotBackUp, restore } from './backup.ts'
import { bytesIn, recordBackup } from './record.ts'

const USAGE = `npm run backup -- FOLDER     writes a backup into a new folder
npm run backup -- --made FOLDER    notes, for the page Health of the office, that something else has made a backup there
npm run restore -- FOLDER    puts it in the place of what is there; stop the shop first

Of the database of DATABASE_URL (with pg_dump and pg_restore, which must be installed; the shop may sell meanwhile), or of
the embedded one in DATA_DIR (./data unless set; stop the shop first), and of the secrets kept in DATA_DIR.`

const [command, ...args] = process.argv.slice(2)
const isMade = command === 'backup' && args[0] === '--made'
const [folder, ...more] = isMade ? args.slice(1) : args
const isHelp = folder === '--help' || folder === '-h'
const place = { databaseUrl: process.env.DATABASE_URL || undefined, dataDir: process.env.DATA_DIR || './data' }

/** Notes a backup in the shop’s database, for its operator. */
async function note(folder: string, bytes: number | null) {
  const open = await openDatabase({ ...place, poolSize: 1 })
  try {
    await recordBackup(open.db, { folder, bytes, now: new Date() })
  } finally {
    await open.close()
  }
}

if (!folder || folder.startsWith('-') || more.length > 0 || (command !== 'backup' && command !== 'restore')) {
  console.log(USAGE)
  process.exitCode = isHelp ? 0 : 1
} else {
  try {
    if (isMade) {
      await note(folder, null)
      console.log('Noted.')
    } else if (command === 'backup') {
      await backUp(place, folder)
      console.log(`Backed up into ${folder}. Try it: restore it somewhere and look.`)
      // The backup is good without it: the schema may be of another version.
      await note(folder, bytesIn(folder)).catch((error: Error) =>
        console.log(`It could not be noted for the office: ${error.message}`),
      )
    } else {
      const aside = await restore(place, folder, new Date())
      console.log(`Restored from ${folder}.${aside === null ? '' : ` What was there before is in ${aside}`}`)
    }
  } catch (error) {
    if (error instanceof FolderInUse) console.error('The shop is running on this folder: stop it first.')
    else {
      const sentence = error instanceof CannotBackUp ? error.message : explainError(error)
      if (sentence === null) throw error
      console.error(sentence)
    }
    process.exitCode = 1
  }
}
