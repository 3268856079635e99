import { createHash } from 'node:crypto'
import type { Language } from '@foyer/domain/format/language.ts'
import type { Deps } from '../../deps.ts'
import type { Worker } from '../../jobs/jobs.ts'
import type { GoogleWalletConfig } from '../../vendor-settings.ts'
import type { HeldTicket } from '../read.ts'
import { type GoogleResource, googleClient, saveUrl } from './google-client.ts'
import { type Pass, passBySerial, passOf, passTicket } from './passes.ts'

type Client = ReturnType<typeof googleClient>
const clients = new WeakMap<GoogleWalletConfig, Client>()
/** One client for each configuration, which keeps its access. */
function clientOf(settings: GoogleWalletConfig): Client {
  const client = clients.get(settings) ?? googleClient(settings)
  clients.set(settings, client)
  return client
}

const TAGS: Record<Language, string> = { en: 'en-GB', fr: 'fr-FR' }
const wordsIn = (language: Language) => (value: string) => ({ defaultValue: { language: TAGS[language], value } })

const idsOf = ({ issuerId }: GoogleWalletConfig, { dateId }: HeldTicket, { serial }: Pass) => ({
  classId: `${issuerId}.foyer-date-${dateId}`,
  objectId: `${issuerId}.foyer-${serial}`,
})

/** The data that all tickets of a date share, in English whatever the language of the order. */
const classOf = (id: string, ticket: HeldTicket, inWords = wordsIn('en')): GoogleResource => ({
  id,
  issuerName: ticket.organiser,
  reviewStatus: 'UNDER_REVIEW',
  eventName: inWords(ticket.event),
  // Google accepts a venue only with both.
  ...(ticket.venue !== null &&
    ticket.address !== null && { venue: { name: inWords(ticket.venue), address: inWords(ticket.address) } }),
  ...(!ticket.postponed && {
    dateTime: {
      ...(ticket.doorsAt !== null && { doorsOpen: ticket.doorsAt.toISOString() }),
      start: ticket.startsAt.toISOString(),
      ...(ticket.endsAt !== null && { end: ticket.endsAt.toISOString() }),
    },
  }),
})

/** One ticket. Replaced as a whole, so a pass that has ended keeps no code. */
const objectOf = (
  ids: { objectId: string; classId: string },
  ticket: HeldTicket,
  hasEnded: boolean,
  inWords = wordsIn(ticket.language),
): GoogleResource => ({
  id: ids.objectId,
  classId: ids.classId,
  state: hasEnded ? 'INACTIVE' : 'ACTIVE',
  ticketType: inWords(ticket.ticket),
  ...(ticket.holder !== '' && { ticketHolderName: ticket.holder }),
  ...(ticket.short_code !== '' && { ticketNumber: ticket.short_code }),
  ...(ticket.seat !== null && { seatInfo: { seat: inWords(ticket.seat) } }),
  ...(ticket.code !== null && {
    barcode: { type: 'QR_CODE', value: ticket.code, alternateText: ticket.short_code },
  }),
})

const hashOf = (resource: GoogleResource) => createHash('sha256').update(JSON.stringify(resource)).digest('hex')

/** Sends a pass and its date to Google. With `onlyChanges`, leaves out what has not changed since it was last sent. */
async function putPass(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  settings: GoogleWalletConfig,
  pass: Pass,
  { ticket, hasEnded, onlyChanges }: { ticket: HeldTicket; hasEnded: boolean; onlyChanges: boolean },
) {
  const ids = idsOf(settings, ticket, pass)
  const client = clientOf(settings)
  const date = classOf(ids.classId, ticket)
  const sentDate = await db
    .selectFrom('google_classes')
    .select('sent')
    .where('date_id', '=', ticket.dateId)
    .executeTakeFirst()
  if (!onlyChanges || sentDate?.sent !== hashOf(date)) {
    await client.put('eventTicketClass', date, clock.now())
    await db
      .insertInto('google_classes')
      .values({ date_id: ticket.dateId, sent: hashOf(date) })
      .onConflict((conflict) => conflict.column('date_id').doUpdateSet({ sent: hashOf(date) }))
      .execute()
  }
  const object = objectOf(ids, ticket, hasEnded)
  const sentObject = await db
    .selectFrom('ticket_passes')
    .select('google_sent')
    .where('serial', '=', pass.serial)
    .executeTakeFirst()
  if (!onlyChanges || sentObject?.google_sent !== hashOf(object)) {
    await client.put('eventTicketObject', object, clock.now())
    await db
      .updateTable('ticket_passes')
      .set({ google_sent: hashOf(object) })
      .where('serial', '=', pass.serial)
      .execute()
  }
  return ids
}

/** The URL that saves a ticket to Google Wallet. The ticket is sent to Google first, because the link may only have its id. */
export async function googleSaveUrl(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'config'>,
  settings: GoogleWalletConfig,
  ticket: HeldTicket,
): Promise<string> {
  const pass = await passOf(deps, ticket)
  // Marked first, so that Google also gets a change made in between.
  await deps.db.updateTable('ticket_passes').set({ in_google: true }).where('serial', '=', pass.serial).execute()
  const ids = await putPass(deps, settings, pass, { ticket, hasEnded: false, onlyChanges: false })
  return saveUrl(settings, ids, deps.clock.now())
}

/** Tells Google what a saved ticket shows now. */
export const updateGooglePass: Worker<'update_google_pass'> = async ({ payload }, deps) => {
  const settings = deps.config.googleWallet
  const pass = await passBySerial(deps.db, payload.serial)
  if (settings === null || pass === null) return
  const found = await passTicket(deps, pass)
  if (found !== null) await putPass(deps, settings, pass, { ...found, onlyChanges: true })
}
