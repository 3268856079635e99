import { fill } from '@foyer/contract/fill.ts'
import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { evidence as t } from '@foyer/contract/office/orders/disputes.en.ts'
import { mailStates } from '@foyer/contract/office/orders/messages.en.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Db } from '../../db/transaction/tx.ts'
import { textOfHtml } from '../../mail/text-of-html.ts'
import { providerOf } from '../../payment/payment.ts'
import { addReceipts } from '../../payment/receipt/draw.ts'
import { type Receipt, receiptsIn } from '../../payment/receipt/read.ts'
import { BLACK, type Doc, drawPaper, MARGIN, PAGE, RIGHT } from '../../tickets/paper/document.ts'
import { drawText, textHeight } from '../../tickets/paper/text.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../handle.ts'
import { type OwnOrder, ownOrder } from './own-order.ts'
import { historyOf } from './timeline.ts'
import { shownOrder } from './view.ts'

type Order = OfficeReply<'office_order'>
type Section = { head: string; rows: string[] }

/**
 * What the shop can show the buyer's bank about a disputed order, in one file: what was bought, who signed in and paid, the terms, what
 * was sent to whom, who came in, and the receipts. It has no codes, no network addresses and no notes of staff.
 */
export const disputeEvidence: OfficeHandlers['dispute_evidence'] = {
  async read({ order_id }, ctx) {
    const { deps, now } = ctx
    const { db } = deps
    const own = await ownOrder(db, ctx, order_id)
    if (own === undefined) return fail('not_found')
    const order = await shownOrder(own, ctx)
    if (order.disputes.length === 0) return fail('not_found')
    const { name } = await db
      .selectFrom('organisers')
      .select('name')
      .where('id', '=', grantOf(ctx).organiserId)
      .executeTakeFirstOrThrow()
    const sections = await sectionsOf(db, ctx, own, order)
    const receipts = (await receiptsIn(deps, { id: order_id }, grantOf(ctx).organiserId)) ?? []
    const pdf = await draw(sections, receipts, {
      title: fill(t.title, { number: order.number }),
      organiser: name,
      now,
    })
    return {
      filename: `evidence-${order.number}.pdf`,
      content_type: 'application/pdf',
      base64: pdf.toString('base64'),
    }
  },
}

async function sectionsOf(db: Db, ctx: OfficeContext, own: OwnOrder, order: Order): Promise<Section[]> {
  const { lines, disputes, payments, mails } = order
  const final = await nonRefundableOf(db, own)
  const history = await historyOf(db, ctx, own)
  return [
    {
      head: t['head.disputes'],
      rows: disputes.map(({ amount, state, reason }) => fill(t.disputed, { amount, state: stateWords[state], reason })),
    },
    {
      head: t['head.order'],
      rows: [
        fill(t['order.number'], { number: order.number }),
        fill(t['order.paid'], { date: order.nice_paid }),
        fill(t['order.total'], { total: order.total }),
        fill(t['order.buyer'], {
          buyer: [order.name, order.email, order.phone].filter((part) => part !== '').join(', '),
        }),
        ...((await hasSignedIn(db, own)) ? [t['buyer.proved']] : []),
      ],
    },
    { head: t['head.cardholder'], rows: await cardholders(ctx, own) },
    {
      head: t['head.bought'],
      rows: lines.map(
        ({ line, qty, name, title, nice_date, paid, refunded }) =>
          fill(t.line, { qty, name, title: nice_date === '' ? title : `${title}, ${nice_date}`, paid }) +
          (refunded && fill(t['line.refunded'], { refunded })) +
          (final.has(line) ? t['line.final'] : ''),
      ),
    },
    {
      head: t['head.tickets'],
      rows: lines.flatMap(({ name, tickets }) =>
        tickets.map(({ holder, seat, state, nice_admitted }) =>
          fill(t.ticket, {
            name,
            holder,
            seat: seat && `${seat}, `,
            state: nice_admitted !== '' ? fill(t['ticket.admitted'], { when: nice_admitted }) : ticketWords[state],
          }),
        ),
      ),
    },
    { head: t['head.terms'], rows: await termsOf(db, ctx, own) },
    { head: t['head.details'], rows: [...order.facts, ...order.answers].map(({ label, text }) => `${label}: ${text}`) },
    {
      head: t['head.payments'],
      rows: payments.map(({ what, amount, state, nice_at, id }) =>
        [nice_at, what, amount, state, id].filter(Boolean).join(', '),
      ),
    },
    {
      head: t['head.mails'],
      rows: mails.map(({ nice_at, subject, recipient, status }) =>
        fill(t.mail, { date: nice_at, subject, recipient, state: mailStates[status] }),
      ),
    },
    { head: t['head.history'], rows: history.map(({ nice_at, what }) => `${nice_at}: ${what}`) },
  ]
}

const stateWords = {
  answer: t['state.answer'],
  review: t['state.review'],
  won: t['state.won'],
  lost: t['state.lost'],
} as const
const ticketWords = { valid: t['ticket.valid'], admitted: t['ticket.valid'], void: t['ticket.void'] } as const

/** Whether the buyer entered a code that was emailed to them, for their account or as a guest. At the counter nobody signs in. */
async function hasSignedIn(db: Db, { order }: OwnOrder): Promise<boolean> {
  const { user_id, guest_email, customer_session, isCounter } = await db
    .selectFrom('sales')
    .select(['user_id', 'guest_email', 'customer_session'])
    .select((eb) =>
      eb.exists(eb.selectFrom('counter_sales').select('sale_id').where('sale_id', '=', order.sale_id)).as('isCounter'),
    )
    .where('id', '=', order.sale_id)
    .executeTakeFirstOrThrow()
  if (isCounter) return false
  return user_id !== null || (guest_email !== null && customer_session === null)
}

/** What 3-D Secure said about the disputed payments, newest first. The provider has it, and may not answer. */
async function cardholders({ deps }: OfficeContext, { order }: OwnOrder): Promise<string[]> {
  const payments = await deps.db
    .selectFrom('payments')
    .selectAll()
    .where('sale_id', '=', order.sale_id)
    .where('id', 'in', (eb) => eb.selectFrom('disputes').select('payment_id'))
    .orderBy('id', 'desc')
    .execute()
  const rows = await Promise.all(
    payments.map(async (payment) => {
      const id = payment.provider_payment_id
      const provider = await providerOf(deps, payment).catch(() => undefined)
      const read = id === null ? undefined : await provider?.read(id).catch(() => undefined)
      return read?.cardholder ? fill(t[`cardholder.${read.cardholder}`], { id: id ?? '' }) : []
    }),
  )
  return rows.flat()
}

/** The lines that were sold as non-refundable. */
async function nonRefundableOf(db: Db, { lines }: OwnOrder): Promise<Set<number>> {
  const rows = await db
    .selectFrom('ticket_types')
    .select('id')
    .where('id', 'in', [-1, ...lines.flatMap(({ ticket_type_id }) => ticket_type_id ?? [])])
    .where('non_refundable', '=', true)
    .execute()
  const ids = new Set<number | null>(rows.map(({ id }) => id))
  return new Set(lines.flatMap(({ line, ticket_type_id }) => (ids.has(ticket_type_id) ? [line] : [])))
}

type Policy = { title?: string; text?: string; description?: string } | null

/** The refund policies that the checkout showed beside these lines: of their ticket types, else of the organiser. */
async function termsOf(db: Db, ctx: OfficeContext, { lines }: OwnOrder): Promise<string[]> {
  const rows = await db
    .selectFrom('organisers as organiser')
    .leftJoin('ticket_types as type', (join) =>
      join.on('type.id', 'in', [-1, ...lines.flatMap(({ ticket_type_id }) => ticket_type_id ?? [])]),
    )
    .select((eb) => eb.fn.coalesce('type.refund_policy', 'organiser.refund_policy').as('policy'))
    .where('organiser.id', '=', grantOf(ctx).organiserId)
    .execute()
  const texts = rows.flatMap((row) => {
    const policy = row.policy as Policy
    return [policy?.title, policy?.text, policy?.description].flatMap((text) => (text ? [textOfHtml(text)] : []))
  })
  return [...new Set(texts)]
}

const BOTTOM = PAGE.height - 60

type Head = { title: string; organiser: string; now: Date }

function draw(sections: readonly Section[], receipts: readonly Receipt[], head: Head): Promise<Buffer> {
  return drawPaper(head.title, { name: head.organiser }, head.now, (doc) => {
    drawSections(doc, sections, head)
    addReceipts(doc, receipts)
  })
}

function drawSections(doc: Doc, sections: readonly Section[], { title, organiser, now }: Head): void {
  doc.addPage()
  let y = MARGIN
  const write = (text: string, size: number, { bold = false, above = 0 } = {}) => {
    doc
      .font(bold ? 'bold' : 'plain')
      .fontSize(size)
      .fillColor(BLACK)
    const options = { width: RIGHT - MARGIN, height: BOTTOM - MARGIN, ellipsis: true }
    const height = Math.min(textHeight(doc, text, options), options.height)
    y += above
    if (y + height > BOTTOM) {
      doc.addPage()
      y = MARGIN
    }
    drawText(doc, text, MARGIN, y, options)
    y += height + 3
  }
  write(title, 16, { bold: true })
  write(fill(t.prepared, { organiser, date: niceDate(now) }), 9)
  for (const { head, rows } of sections) {
    write(head, 11, { bold: true, above: 12 })
    for (const row of rows.length > 0 ? rows : [t.none]) write(row, 9)
  }
}
