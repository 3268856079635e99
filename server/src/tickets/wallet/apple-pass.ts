import { account } from '@foyer/contract/messages.ts'
import { PKPass } from 'passkit-generator'
import type { ApplePassConfig } from '../../config.ts'
import type { HeldTicket } from '../read.ts'
import { PASS_ICONS } from './pass-icons.ts'

/** The shop's plum, also the background of the icons. */
const PLUM = [0x6d, 0x1b, 0x52] as const
const rgb = (colour: readonly number[]) => `rgb(${colour.join(',')})`

/** Draws a ticket as a pass for Apple Wallet, signed with the operator's certificate. */
export function drawApplePass(ticket: HeldTicket, config: ApplePassConfig): Buffer {
  const pass = new PKPass(
    { ...PASS_ICONS },
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
      // A ticket with a new code gets a new pass. The phone keeps both, and the door shows which is valid.
      serialNumber: ticket.short_code,
      organizationName: ticket.organiser,
      description: `${ticket.event}, ${ticket.ticket}`,
      logoText: ticket.organiser,
      backgroundColor: rgb(PLUM),
      foregroundColor: 'rgb(255,255,255)',
      labelColor: 'rgb(251,240,217)',
    },
  )
  // An extra admits nobody: its pass is no ticket, and the phone doesn't offer it at the door when the event begins.
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
  if (!ticket.extra) pass.setRelevantDate(ticket.startsAt)
  return pass.getAsBuffer()
}
