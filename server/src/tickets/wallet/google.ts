import type { GoogleWalletConfig } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import type { Worker } from '../../jobs/jobs.ts'
import type { HeldTicket } from '../read.ts'
import { type GoogleResource, googleClient, saveUrl } from './google-client.ts'
import { type Pass, passBySerial, passOf, passTicket } from './passes.ts'

type Client = ReturnType<typeof googleClient>
const clients = new WeakMap<GoogleWalletConfig, Client>()
/** One client for each configuration, which keeps its access. */
function clientOf(settings: GoogleWalletConfig): Client {
  const known = clients.get(settings) ?? googleClient(settings)
  clients.set(settings, known)
  return known
}

const LANGUAGE = 'en-GB'
const inWords = (value: string) => ({ defaultValue: { language: LANGUAGE, value } })

const idsOf = ({ issuerId }: GoogleWalletConfig, { dateId }: HeldTicket, { serial }: Pass) => ({
  classId: `${issuerId}.foyer-date-${dateId}`,
  objectId: `${issuerId}.foyer-${serial}`,
})

/** What all tickets of a date have in common. */
const classOf = (id: string, ticket: HeldTicket): GoogleResource => ({
  id,
  issuerName: ticket.organiser,
  reviewStatus: 'UNDER_REVIEW',
  eventName: inWords(ticket.event),
  // Google takes a venue only with both.
  ...(ticket.venue !== null &&
    ticket.address !== null && { venue: { name: inWords(ticket.venue), address: inWords(ticket.address) } }),
  dateTime: {
    start: ticket.startsAt.toISOString(),
    ...(ticket.endsAt !== null && { end: ticket.endsAt.toISOString() }),
  },
})

/** One ticket. Replaced as a whole, so a pass that has ended keeps no code. */
const objectOf = (
  ids: { objectId: string; classId: string },
  ticket: HeldTicket,
  hasEnded: boolean,
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

async function putPass(
  { clock }: Pick<Deps, 'clock'>,
  settings: GoogleWalletConfig,
  pass: Pass,
  { ticket, hasEnded }: { ticket: HeldTicket; hasEnded: boolean },
) {
  const ids = idsOf(settings, ticket, pass)
  const client = clientOf(settings)
  await client.put('eventTicketClass', classOf(ids.classId, ticket), clock.now())
  await client.put('eventTicketObject', objectOf(ids, ticket, hasEnded), clock.now())
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
  const ids = await putPass(deps, settings, pass, { ticket, hasEnded: false })
  return saveUrl(settings, ids, deps.clock.now())
}

/** Tells Google what a saved ticket shows now. */
export const updateGooglePass: Worker = async ({ payload }, deps) => {
  const settings = deps.config.googleWallet
  const pass = await passBySerial(deps.db, String(payload.serial))
  if (settings === null || pass === null) return
  const found = await passTicket(deps, pass)
  if (found !== null) await putPass(deps, settings, pass, found)
}
