import type { Db } from '../db/tx.ts'
import type { Deps } from '../deps.ts'
import { drawCalendar } from '../tickets/calendar.ts'
import { drawTickets } from '../tickets/pdf.ts'
import { type HeldTicket, readTickets } from '../tickets/read.ts'
import type { OutgoingMail } from './transport.ts'

/** Attachments are kept as what they show and drawn when the mail leaves, so that a late mail holds the codes of that day. */
export type Attachment = {
  kind: 'tickets_pdf' | 'calendar'
  sale_id: number
  /** In bytes, once it has been drawn. */
  size?: number
}

type Drawn = OutgoingMail['attachments'][number]
type NeededDeps = Pick<Deps, 'clock' | 'signer' | 'config'> & { db: Pick<Db, 'selectFrom'> }

const FILES = {
  tickets_pdf: {
    filename: 'foyer-tickets.pdf',
    contentType: 'application/pdf',
    draw: (tickets, deps) => drawTickets(tickets, deps.clock.now()),
  },
  calendar: {
    filename: 'foyer-events.ics',
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    draw: async (tickets, deps) => Buffer.from(drawCalendar(tickets, deps.clock.now(), deps.config.publicUrl)),
  },
} as const satisfies Record<
  Attachment['kind'],
  {
    filename: string
    contentType: string
    draw: (tickets: HeldTicket[], deps: NeededDeps) => Promise<Buffer>
  }
>

/** Draws a mail's attachment; null when nothing of that sale is the recipient's any more. */
export async function drawAttachment(
  deps: NeededDeps,
  { kind, sale_id }: Attachment,
  recipient: string,
): Promise<Drawn | null> {
  const { filename, contentType, draw } = FILES[kind]
  const tickets = await readTickets(deps.db, { saleId: sale_id }, { now: deps.clock.now(), signer: deps.signer })
  const own = tickets.filter((ticket) => ticket.status !== 'void' && ticket.holderEmail === recipient)
  return own.length === 0 ? null : { filename, contentType, content: await draw(own, deps) }
}

export const fileOf = ({ kind }: Attachment) => ({
  filename: FILES[kind].filename,
  contentType: FILES[kind].contentType,
})
