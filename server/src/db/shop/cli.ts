import { explainError } from '../schema/explain.ts'
import { listShops, moveShop, NoShop, newShop } from './shops.ts'

const USAGE = `npm run shop -- new NAME              makes a shop in a schema of its own in the database of DATABASE_URL
npm run shop -- list                  shops of that database
npm run shop -- move NAME HOST:PORT   moves a shop to another node of Citus while it sells

docs/scaling.md tells when.`

/** Runs the command and returns its exit code. */
export async function run(args: readonly string[], databaseUrl: string | undefined, say: (text: string) => void) {
  const [command, name, node] = args
  if (command === '--help' || command === '-h') {
    say(USAGE)
    return 0
  }
  if (!databaseUrl) {
    say('Set DATABASE_URL to a PostgreSQL server: the embedded database has one shop.')
    return 1
  }
  try {
    if (command === 'new' && name) {
      const url = await newShop(databaseUrl, name)
      say(`The shop ${name} is there. Start it with\n  DATABASE_URL='${url}'`)
    } else if (command === 'list') {
      const shops = await listShops(databaseUrl)
      for (const shop of shops) say([shop.name, shop.node].filter(Boolean).join('  '))
      if (shops.length === 0) say('There is no shop yet.')
    } else if (command === 'move' && name && node) {
      await moveShop(databaseUrl, name, node)
      say(`The shop ${name} is on ${node}.`)
    } else {
      say(USAGE)
      return 1
    }
    return 0
  } catch (error) {
    const sentence = error instanceof NoShop ? error.message : explainError(error)
    if (sentence === null) throw error
    say(sentence)
    return 1
  }
}

if (process.argv[1] === import.meta.filename)
  process.exitCode = await run(process.argv.slice(2), process.env.DATABASE_URL, console.log)
