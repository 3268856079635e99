import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { SeatName } from '@foyer/domain/format/seats.ts'
import type { Block, MailPicture, MailText } from '../blocks.ts'
import { type OrderName, orderRows, orderWords } from './order-facts.ts'
import { eventBlock } from './wallet.ts'

/** Why money is refunded: the tickets or a code were gone, it was paid twice, it was more than one customer may buy, or staff decided so. */
export type RefundReason = 'late' | 'cancelled' | 'code' | 'twice' | 'limit' | 'change' | 'plain'

const BODY = {
  late: () => mails['refund.lateBody'],
  cancelled: () => mails['refund.cancelledBody'],
  code: () => mails['refund.codeBody'],
  twice: () => mails['refund.twiceBody'],
  limit: () => mails['refund.limitBody'],
  change: () => mails['refund.changeBody'],
  plain: () => mails['refund.body'],
} as const satisfies Record<RefundReason, () => string>

/** What a refund ended. */
export type EndedTickets = {
  events: {
    title: string
    niceDate: string
    picture: MailPicture | null
    tickets: { name: string; qty: number; seats: SeatName[] }[]
  }[]
  /** Codes of gift vouchers. */
  vouchers: string[]
  othersAreValid: boolean
}

export type RefundFacts = OrderName & {
  reason: RefundReason
  /** As the buyer reads it: '£16.40'. */
  amount: string
  orderUrl: string
  /** The whole order was cancelled. */
  isCancelled?: boolean
  ended?: EndedTickets
}

const NOTHING: EndedTickets = { events: [], vouchers: [], othersAreValid: false }

/** Tells the buyer about every refund. */
export function refundMail(facts: RefundFacts): MailText {
  const { reason, amount, orderUrl, isCancelled = false, ended = NOTHING } = facts
  const body = fill(BODY[reason](), { amount, order: orderWords(facts) })
  return {
    subject: mails['refund.subject'],
    heading: mails['refund.heading'],
    preview: body,
    blocks: [
      { kind: 'text', text: body },
      ...(isCancelled ? [{ kind: 'text' as const, text: mails['refund.whole'] }] : []),
      ...endedBlocks(ended),
      { kind: 'note', text: mails['refund.note'] },
      { kind: 'facts', rows: orderRows(facts) },
      { kind: 'button', label: mails['refund.button'], url: orderUrl },
    ],
  }
}

/** For cancellations without a refund, which no other mail would tell the buyer about. */
export function cancelledMail(
  facts: Pick<RefundFacts, keyof OrderName | 'orderUrl' | 'isCancelled' | 'ended'>,
): MailText {
  const { orderUrl, isCancelled = true, ended = NOTHING } = facts
  const [subject, text] = isCancelled
    ? [mails['cancelled.subject'], mails['cancelled.body']]
    : [mails['cancelled.ticketsSubject'], mails['cancelled.ticketsBody']]
  return {
    subject,
    heading: subject,
    preview: text,
    blocks: [
      { kind: 'text', text },
      ...endedBlocks(ended),
      { kind: 'facts', rows: orderRows(facts) },
      { kind: 'button', label: mails['refund.button'], url: orderUrl },
    ],
  }
}

function endedBlocks({ events, vouchers, othersAreValid }: EndedTickets): Block[] {
  const text = (words: string): Block => ({ kind: 'text', text: words })
  return [
    ...(events.length > 0 ? [text(mails['refund.ended'])] : [{ kind: 'events' as const }]),
    ...events.map((event) => eventBlock({ ...event, doors: null, place: '' })),
    ...(vouchers.length > 0 ? [text(fill(mails['refund.endedVouchers'], { codes: vouchers.join(', ') }))] : []),
    ...(othersAreValid ? [text(events.length > 0 ? mails['refund.othersValid'] : mails['refund.allValid'])] : []),
  ]
}

export type CancelledEventFacts = {
  /** The titles of the cancelled events of this order. */
  event: string
  /** The amount refunded as money, formatted; null if there is none. */
  amount: string | null
  toVoucher: boolean
  /** What the organiser wrote. */
  words?: string
} & Pick<RefundFacts, keyof OrderName | 'orderUrl'> & { ended: EndedTickets }

/** Tells a buyer that an event was cancelled, and what they get back. The refund itself is not mailed again. */
export function cancelledEventMail({
  event,
  amount,
  toVoucher,
  words = '',
  orderUrl,
  ended,
  ...order
}: CancelledEventFacts): MailText {
  const body = fill(mails['eventCancelled.body'], { event })
  return {
    subject: fill(mails['eventCancelled.subject'], { event }),
    heading: fill(mails['eventCancelled.subject'], { event }),
    preview: body,
    blocks: [
      { kind: 'text', text: body },
      ...(words === '' ? [] : [{ kind: 'text' as const, text: fill(mails['eventCancelled.words'], { words }) }]),
      ...(amount === null ? [] : [{ kind: 'text' as const, text: fill(mails['eventCancelled.refund'], { amount }) }]),
      ...(toVoucher ? [{ kind: 'text' as const, text: mails['eventCancelled.voucher'] }] : []),
      ...endedBlocks(ended),
      { kind: 'facts', rows: orderRows(order) },
      { kind: 'button', label: mails['refund.button'], url: orderUrl },
    ],
  }
}
