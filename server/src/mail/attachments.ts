import type { Db } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import type { OutgoingMail } from '../mailer.ts'
import { drawCalendar } from '../tickets/calendar.ts'
import { drawTickets } from '../tickets/pdf.ts'
import { type HeldTicket, readTickets } from '../tickets/read.ts'

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

/** Draws a mail's attachments, each sale read once; null for one of a sale of which nothing is the recipient's any more. */
export async function drawAttachments(
  deps: NeededDeps,
  attachments: readonly Attachment[],
  recipient: string,
): Promise<(Drawn | null)[]> {
  const { db, clock, signer } = deps
  const own = new Map<number, HeldTicket[]>()
  for (const saleId of new Set(attachments.map(({ sale_id }) => sale_id))) {
    const tickets = await readTickets(db, { saleId }, { now: clock.now(), signer })
    own.set(
      saleId,
      tickets.filter((ticket) => ticket.status !== 'void' && ticket.holderEmail === recipient),
    )
  }
  return Promise.all(
    attachments.map(async ({ kind, sale_id }) => {
      const { filename, contentType, draw } = FILES[kind]
      const tickets = own.get(sale_id)!
      return tickets.length === 0 ? null : { filename, contentType, content: await draw(tickets, deps) }
    }),
  )
}

/** As drawAttachments, of one. */
export const drawAttachment = async (deps: NeededDeps, attachment: Attachment, recipient: string) =>
  (await drawAttachments(deps, [attachment], recipient))[0]!

export const fileOf = ({ kind }: Attachment) => ({
  filename: FILES[kind].filename,
  contentType: FILES[kind].contentType,
})
