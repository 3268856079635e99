import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { systemClock } from '../../clock.ts'
import { BadConfig, signingKeysIn } from '../../config.ts'
import { openDatabase } from '../../db/connection/open.ts'
import type { DatabaseSettings } from '../../db/connection/settings.ts'
import { asUnavailable } from '../../db/connection/unavailable.ts'
import { ticketSigner, ticketVerifier } from '../signing/sign.ts'
import { checkAtDoor, type DoorAnswer, type Inspection, inspectCode, readCode } from './door.ts'

/**
 * npm run verify -- CODE [--key foyer-tickets.pem] [--admit "North door"]
 *
 * Verifies a ticket's signature with the public key. If the database can be opened, also prints the ticket's status, and
 * with --admit records the entry. Reads only the environment variables it needs, so a door needs no payment keys.
 * Exits with 0 for a ticket that may enter, 1 for one that may not, 2 if the check failed.
 */
const USAGE = 'npm run verify -- CODE [--key PUBLIC-KEY-FILE] [--admit DOOR]'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** The check failed, which says nothing about the ticket. */
class CannotCheck extends Error {}

function readKeyFile(file: string): string {
  let pem: string
  try {
    pem = readFileSync(file, 'utf8')
  } catch (error) {
    throw new CannotCheck(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  try {
    return ticketVerifier(pem).publicKey
  } catch {
    throw new CannotCheck(`${file} is not a public key`)
  }
}

/** The public half of the shop's own key, from wherever this machine has it. */
function findPublicKey(file: string | undefined, dataDir: string): string | null {
  if (file !== undefined) return readKeyFile(file)
  const keyFile = join(dataDir, 'ticket-signing-key.pem')
  const keys = process.env.TICKET_SIGNING_KEY || (existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : null)
  return keys && ticketSigner(...signingKeysIn(keys)).publicKey
}

const OUTCOME_TEXTS: {
  [O in (DoorAnswer | Inspection)['outcome']]: (answer: Extract<DoorAnswer | Inspection, { outcome: O }>) => string
} = {
  admitted: () => 'ADMITTED',
  valid: () => 'VALID: not used yet',
  already_admitted: ({ when, timezone, where }) =>
    `ALREADY INSIDE: since ${niceDate(when, timezone)}${where === '' ? '' : `, ${where}`}`,
  wrong_event: () => 'WRONG EVENT',
  wrong_date: () => 'WRONG DATE',
  cancelled: () => 'CANCELLED: it does not take place',
  postponed: () => 'POSTPONED: the ticket stays valid for the new date',
  transferred: ({ when, timezone }) =>
    `TRANSFERRED: this code ended on ${niceDate(when, timezone)}; the new holder has another`,
  replaced: ({ when, timezone }) =>
    `REPLACED: the ticket was changed on ${niceDate(when, timezone)} and has another code`,
  refunded: ({ when, timezone }) => `REFUNDED on ${niceDate(when, timezone)}`,
  void: () => 'VOID',
  not_ours: () => 'NOT OURS: this signature is not from our key',
  unknown: () => 'UNKNOWN: there is no such ticket',
}

function report(answer: DoorAnswer | Inspection): number {
  say(OUTCOME_TEXTS[answer.outcome](answer as never))
  if ('ticket' in answer) {
    const { event, nice_date, place, ticket, seat, holder, position, outOf } = answer.ticket
    for (const line of [
      event,
      nice_date,
      place,
      ticket,
      seat && `Seat ${seat}`,
      holder,
      `Ticket ${position} of ${outOf}`,
    ])
      if (line) say(`  ${line}`)
  }
  return answer.outcome === 'admitted' || answer.outcome === 'valid' ? 0 : 1
}

/** Null for an option that does not exist. No code begins with a dash. */
function readArguments() {
  try {
    return parseArgs({ options: { key: { type: 'string' }, admit: { type: 'string' } }, allowPositionals: true })
  } catch {
    return null
  }
}

async function main(): Promise<number> {
  const args = readArguments()
  const [scanned] = args?.positionals ?? []
  if (args === null || scanned === undefined || args.positionals.length > 1) {
    say(USAGE)
    return 2
  }
  const { values } = args
  const settings: DatabaseSettings = {
    databaseUrl: process.env.DATABASE_URL || undefined,
    dataDir: process.env.DATA_DIR || './data',
    poolSize: 2,
  }
  const pem = findPublicKey(values.key, settings.dataDir)
  const verifier = pem === null ? null : ticketVerifier(pem)
  if (verifier === null && scanned.includes('.')) {
    say(
      'No key to check with: give the public key with --key (the shop publishes it at /.well-known/foyer-tickets.pem).',
    )
    return 2
  }
  const code = readCode(verifier ?? { verify: () => null }, scanned)
  if (code === 'not_ours' || code === 'unknown') return report({ outcome: code })
  if (scanned.includes('.')) say('Signature: good')

  // Opening the embedded database creates it if missing, which must not happen at a door without one.
  if (!settings.databaseUrl && !existsSync(join(settings.dataDir, 'pg'))) return withoutDatabase(scanned, values.admit)
  try {
    const opened = await openDatabase(settings)
    try {
      // The signature has been checked above, so only the code counts here.
      const signer = { verify: () => code, sign: (text: string) => text, publicKey: pem ?? '' }
      const deps = { db: opened.db, clock: systemClock, signer }
      return report(
        values.admit === undefined ? await inspectCode(deps, code) : await checkAtDoor(deps, code, values.admit),
      )
    } finally {
      await opened.close()
    }
  } catch (error) {
    say(`The database cannot be opened: ${asUnavailable(error)?.message ?? (error as Error).message}`)
    return withoutDatabase(scanned, values.admit)
  }
}

function withoutDatabase(scanned: string, door: string | undefined): number {
  if (!scanned.includes('.')) {
    say('Without the database only a whole code, with its signature, can be checked.')
    return 2
  }
  say('GENUINE: made by this shop. Whether it was used, transferred or refunded since, only the database knows.')
  if (door === undefined) return 0
  say('The entry is not recorded, as far as is known.')
  return 2
}

process.exitCode = await main().catch((error: unknown) => {
  if (!(error instanceof CannotCheck || error instanceof BadConfig)) throw error
  say(error.message)
  return 2
})
