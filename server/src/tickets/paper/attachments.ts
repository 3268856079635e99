import { withLanguage } from '../../language.ts'
import type { AttachmentDeps, AttachmentSource } from '../../mail/attachments.ts'
import { readerOf } from '../../sale/reader.ts'
import { type HeldTicket, readTickets } from '../read.ts'
import { admits, drawCalendar } from './calendar.ts'
import { paperOf } from './pdf.ts'

type Kind = {
  filename: string
  contentType: string
  /** Null when there is nothing to draw. */
  draw: (tickets: HeldTicket[], deps: AttachmentDeps) => Promise<Buffer | null>
}

const KINDS: Record<string, Kind> = {
  tickets_pdf: {
    filename: 'foyer-tickets.pdf',
    contentType: 'application/pdf',
    draw: paperOf,
  },
  calendar: {
    filename: 'foyer-events.ics',
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    draw: async (tickets, { clock, config }) =>
      admits(tickets) ? Buffer.from(drawCalendar(tickets, config, clock.now())) : null,
  },
}

function kindOf(name: string): Kind {
  const kind = KINDS[name]
  if (!kind) throw new Error(`there is no attachment of kind "${name}"`)
  return kind
}

/** The attachments of ticket mails: the recipient's tickets, as PDF and calendar. */
export const ticketAttachments: AttachmentSource = {
  describe(name) {
    const { filename, contentType } = kindOf(name)
    return { filename, contentType }
  },

  async draw(deps, attachments, recipient) {
    const [first] = attachments
    if (first === undefined) return []
    const sale = await deps.db
      .selectFrom('sales')
      .select('language')
      .where('id', '=', first.sale_id)
      .executeTakeFirstOrThrow()
    return withLanguage(readerOf(sale), () => drawAll(deps, attachments, recipient))
  },
}

const drawAll: AttachmentSource['draw'] = async (deps, attachments, recipient) => {
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
      const { filename, contentType, draw } = kindOf(kind)
      const tickets = own.get(sale_id)!
      const content = tickets.length === 0 ? null : await draw(tickets, deps)
      return content && { filename, contentType, content }
    }),
  )
}
