import { combine, onePerDb } from '../../db/transaction/combine.ts'
import { withLanguage } from '../../language.ts'
import type { AttachedFile, Attachment, AttachmentDeps, AttachmentSource } from '../../mail/attachments.ts'
import { textFile } from '../../texts/own-texts.ts'
import { type HeldTicket, readTicketsOfSales } from '../read.ts'
import { admits, drawCalendar } from './calendar.ts'
import { paperOf } from './print.ts'

type Kind = {
  filename: string
  contentType: string
  /** Null if there is nothing to draw. */
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

/** The kind of the attachment of a text: its version by its id. */
export const textAttachment = ({ kind, id }: { kind: string; id: number }): string => `text:${kind}:${id}`

const textOf = (name: string): { filename: string; contentType: string; id: number } | null => {
  const [, kind, id] = /^text:(\w+):(\d+)$/.exec(name) ?? []
  return id === undefined
    ? null
    : { filename: `${kind}-${id}.html`, contentType: 'text/html; charset=utf-8', id: Number(id) }
}

function kindOf(name: string): Kind {
  const kind = KINDS[name]
  if (!kind) throw new Error(`there is no attachment of kind "${name}"`)
  return kind
}

/** The attachments of ticket mails: the recipient's tickets, as PDF and calendar. */
export const ticketAttachments: AttachmentSource = {
  describe(name) {
    const { filename, contentType } = textOf(name) ?? kindOf(name)
    return { filename, contentType }
  },

  async draw(deps, attachments, recipient) {
    const tickets = await sharedReads(deps.db)({ deps, saleIds: attachments.map(({ sale_id }) => sale_id) })
    return drawAll({ deps, attachments, recipient }, tickets)
  },
}

type Request = { deps: AttachmentDeps; attachments: readonly Attachment[]; recipient: string }

/** Concurrent requests share their reads. */
const sharedReads = onePerDb((db) =>
  combine(
    async (requests: { deps: AttachmentDeps; saleIds: number[] }[]) => {
      const { clock, signer } = requests[0]!.deps
      const saleIds = new Set(requests.flatMap((request) => request.saleIds))
      const tickets = await readTicketsOfSales(db, [...saleIds], { now: clock.now(), signer })
      return requests.map(() => tickets)
    },
    { maxBatch: 32, maxQueue: 10_000 },
  ),
)

type Drawn = AttachedFile | null

const drawAll = (
  { deps, attachments, recipient }: Request,
  tickets: ReadonlyMap<number, HeldTicket[]>,
): Promise<Drawn[]> =>
  Promise.all(
    attachments.map(async ({ kind, sale_id }) => {
      const text = textOf(kind)
      if (text !== null) {
        const { id, ...file } = text
        const html = await textFile(deps.db, id)
        return html === null ? null : { ...file, content: Buffer.from(html) }
      }
      const { filename, contentType, draw } = kindOf(kind)
      const own = (tickets.get(sale_id) ?? []).filter(
        ({ status, holderEmail }) => status !== 'void' && holderEmail === recipient,
      )
      const content = own.length === 0 ? null : await withLanguage(own[0]!.language, () => draw(own, deps))
      return content && { filename, contentType, content }
    }),
  )
