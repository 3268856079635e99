import { fill } from '@foyer/contract/fill.ts'
import { account, mails } from '@foyer/contract/messages.ts'
import { shadesOf } from '@foyer/domain/brand/accent.ts'
import type { ApplePassConfig } from '../../vendor-settings.ts'
import type { HeldTicket } from '../read.ts'
import { PASS_ICONS } from './pass-icons.ts'

/** Where phones ask for new versions of passes; Apple adds `/v1/…`. */
export const PASSKIT = '/passkit'

/** The shop's plum, also the background of the icons, with white words and labels of pale gold. */
const PLUM = { ground: '#6d1b52', ink: '#ffffff', label: '#fbf0d9' }
const rgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(',')})`

/** The organiser's or the shop's colour as a ground, and words that can be read on it. */
function coloursOf(chosen: string | null): typeof PLUM {
  if (chosen === null) return PLUM
  const { accent, ink } = shadesOf(chosen, 'light')
  return { ground: accent, ink, label: ink }
}

type PassOptions = {
  images?: Record<string, Buffer>
  accent?: string | null
  /** The serial number of this pass, the same in every version, and the token with which a phone requests the next. */
  serial: string
  token: string
  /** Where phones ask. */
  publicUrl: string
  /** The ticket is no longer valid, or belongs to someone else now. */
  hasEnded: boolean
}

/** Draws a ticket as a pass for Apple Wallet, signed with the operator's certificate. */
export async function drawApplePass(
  ticket: HeldTicket,
  config: ApplePassConfig,
  { images = {}, accent = null, serial, token, publicUrl, hasEnded }: PassOptions,
): Promise<Buffer> {
  // Most shops draw no passes, and its libraries of certificates would lengthen every start.
  const { PKPass } = await import('passkit-generator')
  const colours = coloursOf(accent)
  const pass = new PKPass(
    { ...PASS_ICONS, ...images },
    {
      wwdr: config.wwdr,
      signerCert: config.certificate,
      signerKey: config.key,
      ...(config.keyPassphrase === undefined ? {} : { signerKeyPassphrase: config.keyPassphrase }),
    },
    {
      formatVersion: 1,
      passTypeIdentifier: config.typeId,
      teamIdentifier: config.teamId,
      serialNumber: serial,
      authenticationToken: token,
      webServiceURL: `${publicUrl}${PASSKIT}`,
      ...(hasEnded && { voided: true }),
      organizationName: ticket.organiser,
      description: `${ticket.event}, ${ticket.ticket}`,
      ...(!('logo.png' in images) && { logoText: ticket.organiser }),
      backgroundColor: rgb(colours.ground),
      foregroundColor: rgb(colours.ink),
      labelColor: rgb(colours.label),
    },
  )
  // An extra doesn't admit anyone, so its pass isn't a ticket and the phone doesn't offer it when the event begins.
  pass.type = ticket.extra ? 'generic' : 'eventTicket'
  pass.primaryFields.push({ key: 'event', label: '', value: ticket.extra ? ticket.ticket : ticket.event })
  pass.secondaryFields.push({ key: 'when', label: account['wallet.when'], value: ticket.nice_date })
  if (ticket.place !== '')
    pass.secondaryFields.push({ key: 'where', label: account['wallet.where'], value: ticket.place })
  pass.auxiliaryFields.push(
    ticket.extra
      ? { key: 'for', label: '', value: ticket.event }
      : { key: 'type', label: account['wallet.type'], value: ticket.ticket },
  )
  if (ticket.seat !== null)
    pass.auxiliaryFields.push({ key: 'seat', label: account['wallet.seat'], value: ticket.seat })
  if (ticket.holder !== '')
    pass.auxiliaryFields.push({ key: 'holder', label: account['wallet.holder'], value: ticket.holder })
  if (ticket.doors !== null && !ticket.extra)
    pass.auxiliaryFields.push({ key: 'doors', label: '', value: fill(mails['ticket.doors'], { time: ticket.doors }) })
  if (ticket.orderNumber !== null)
    pass.backFields.push({ key: 'order', label: account['order.number'], value: ticket.orderNumber })
  pass.backFields.push({ key: 'terms', label: '', value: ticket.terms })
  if (ticket.code !== null)
    pass.setBarcodes({
      format: 'PKBarcodeFormatQR',
      message: ticket.code,
      messageEncoding: 'iso-8859-1',
      altText: ticket.short_code,
    })
  // passkit-generator ignores this among the properties.
  if (!ticket.extra && !hasEnded && !ticket.postponed) pass.setRelevantDate(ticket.startsAt)
  return pass.getAsBuffer()
}
