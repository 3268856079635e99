import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { MailPicture, MailText } from '../blocks.ts'

export type TransferFacts = {
  from: string
  isGift: boolean
  /** The sender's own message, or empty. */
  message: string
  title: string
  niceDate: string
  place: string
  picture: MailPicture | null
  tickets: { name: string; qty: number }[]
  claimUrl: string
}

/** Tickets sent to another person. Nothing in this mail admits anyone; only the claim does. */
export function transferMail(facts: TransferFacts): MailText {
  const { from, isGift, message, title, niceDate, place, picture, tickets, claimUrl } = facts
  const lead = fill(mails['transfer.lead'], { from })
  return {
    subject: fill(mails['transfer.subject'], { from, title }),
    heading: isGift ? mails['transfer.headingGift'] : mails['transfer.heading'],
    preview: lead,
    blocks: [
      { kind: 'text', text: lead },
      ...(message.trim() === ''
        ? []
        : [{ kind: 'quote' as const, who: fill(mails['transfer.messageFrom'], { from }), text: message.trim() }]),
      {
        kind: 'item',
        over: niceDate,
        title,
        picture,
        lines: [
          place,
          ...tickets.map(({ name, qty }) => fill(mails['wallet.tickets'], { n: qty, ticket: name })),
        ].filter((line) => line !== ''),
      },
      { kind: 'button', label: mails['transfer.button'], url: claimUrl },
      { kind: 'note', text: mails['transfer.note'] },
    ],
  }
}

/** To the recipient of tickets that were taken back. */
export function transferBackMail({
  from,
  title,
  niceDate,
}: Pick<TransferFacts, 'from' | 'title' | 'niceDate'>): MailText {
  const lead = fill(mails['transferBack.lead'], { from })
  return {
    subject: fill(mails['transferBack.subject'], { from, title }),
    heading: mails['transferBack.heading'],
    preview: lead,
    blocks: [
      { kind: 'text', text: lead },
      { kind: 'item', over: niceDate, title, lines: [] },
      { kind: 'note', text: mails['transferBack.note'] },
    ],
  }
}

/** To a person whose tickets, claimed or waiting to be claimed, were cancelled or refunded with their order. */
export function transferEndedMail({
  from,
  title,
  niceDate,
  tickets,
}: Pick<TransferFacts, 'from' | 'title' | 'niceDate' | 'tickets'>): MailText {
  const lead = fill(mails['transferEnded.lead'], { from })
  return {
    subject: fill(mails['transferEnded.subject'], { title }),
    heading: mails['transferEnded.heading'],
    preview: lead,
    blocks: [
      { kind: 'text', text: lead },
      {
        kind: 'item',
        over: niceDate,
        title,
        lines: tickets.map(({ name, qty }) => fill(mails['wallet.tickets'], { n: qty, ticket: name })),
      },
      { kind: 'note', text: mails['transferBack.note'] },
    ],
  }
}
