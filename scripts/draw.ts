import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type Draw, type DrawFault, drawFaults } from '@foyer/domain/waiting-room/draw.ts'

/**
 * npm run draw -- FILE
 *
 * Checks a published draw of a waiting room: recomputes its seed and its order. Needs no shop, no database and no network.
 * Exits with 0 if the draw is right, 1 if it isn't, 2 if the file can't be read as one.
 */
const USAGE = 'npm run draw -- FILE'

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

const FAULTS: Record<DrawFault, string> = {
  twice: 'A place has more than one number.',
  secret_hash: 'The secret does not have the hash in the file.',
  list_hash: 'The list of places does not have the hash in the file: a place was added, left out or renamed.',
  seed: 'The seed is not that of the secret, the list and the round.',
  order: 'The order is not that of the seed.',
}

const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

function isRound(value: unknown): boolean {
  if (value === null) return true
  if (typeof value !== 'object') return false
  const { chain, number, randomness } = value as Record<string, unknown>
  return isHash(chain) && Number.isSafeInteger(number) && (number as number) > 0 && isHash(randomness)
}

/** Null if the text isn't a draw. A public id is letters and digits, so no list of ids can be read in two ways. */
function parseDraw(text: string): Draw | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  const { secret, secret_hash, list_hash, round, seed, order } = value as Record<string, unknown>
  const hasIds = Array.isArray(order) && order.every((id) => typeof id === 'string' && /^[0-9a-z]{1,64}$/.test(id))
  if (!hasIds || !isRound(round) || ![secret, secret_hash, list_hash, seed].every(isHash)) return null
  return value as Draw
}

/** The lines to print about the text of a file, and the exit code. */
export function reportDraw(text: string): { lines: string[]; code: 0 | 1 | 2 } {
  const draw = parseDraw(text)
  if (draw === null) return { lines: ['This file is not a draw.'], code: 2 }
  const { secret_hash, list_hash, round, order } = draw
  const faults = drawFaults(draw, sha256)
  if (faults.length > 0) return { lines: ['NOT RIGHT', ...faults.map((fault) => FAULTS[fault])], code: 1 }
  return {
    lines: [
      `RIGHT: the order of all ${order.length} places follows from the file.`,
      'Compare with what was published:',
      `  before the opening, the hash of the secret: ${secret_hash}`,
      `  at the opening, the hash of the list: ${list_hash}`,
      ...(round === null
        ? ['No public random value was used. The house, but no visitor, could have steered this draw by adding places.']
        : [
            `  round ${round.number} of drand: ${round.randomness}`,
            `    https://api.drand.sh/${round.chain}/public/${round.number}`,
          ]),
    ],
    code: 0,
  }
}

function main(): number {
  const [file, ...more] = process.argv.slice(2)
  if (file === undefined || more.length > 0) {
    console.log(USAGE)
    return 2
  }
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    console.log(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
    return 2
  }
  const { lines, code } = reportDraw(text)
  for (const line of lines) console.log(line)
  return code
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = main()
