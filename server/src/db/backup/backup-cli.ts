import { FolderInUse } from '../connection/folder-lock.ts'
import { explainError } from '../schema/explain.ts'
import { backUp, CannotBackUp, restore } from './backup.ts'

const USAGE = `npm run backup -- FOLDER     writes a backup into a new folder
npm run restore -- FOLDER    puts it in the place of what is there; stop the shop first

Of the database of DATABASE_URL (with pg_dump and pg_restore, which must be installed; the shop may sell meanwhile), or of
the embedded one in DATA_DIR (./data unless set; stop the shop first), and of the secrets kept in DATA_DIR.`

const [command, folder, ...more] = process.argv.slice(2)
const isHelp = folder === '--help' || folder === '-h'
const place = { databaseUrl: process.env.DATABASE_URL || undefined, dataDir: process.env.DATA_DIR || './data' }

if (!folder || folder.startsWith('-') || more.length > 0 || (command !== 'backup' && command !== 'restore')) {
  console.log(USAGE)
  process.exitCode = isHelp ? 0 : 1
} else {
  try {
    if (command === 'backup') {
      await backUp(place, folder)
      console.log(`Backed up into ${folder}. Try it: restore it somewhere and look.`)
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
