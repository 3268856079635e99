import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { MailText } from '../blocks.ts'

/** Anyone can type an address, so its owner confirms with this link. `date` is null for a reminder. */
export function confirmWaitingMail({
  event,
  date,
  url,
}: {
  event: string
  date: string | null
  url: string
}): MailText {
  const text =
    date === null ? fill(mails['waiting.remind.body'], { event }) : fill(mails['waiting.confirm.body'], { event, date })
  return {
    subject: date === null ? mails['waiting.remind.subject'] : mails['waiting.confirm.subject'],
    heading: date === null ? mails['waiting.remind.heading'] : mails['waiting.confirm.heading'],
    preview: text,
    blocks: [
      { kind: 'text', text },
      { kind: 'button', label: mails['waiting.confirm.button'], url },
    ],
  }
}

type Place = { event: string; date: string; n: number; tickets: string; url: string }

export function joinedWaitingMail({ event, date, n, tickets, url }: Place): MailText {
  const text = fill(mails['waiting.joined.body'], { event, date, n, tickets })
  return {
    subject: fill(mails['waiting.joined.subject'], { event }),
    heading: mails['waiting.joined.heading'],
    preview: text,
    blocks: [
      { kind: 'text', text },
      { kind: 'button', label: mails['waiting.joined.button'], url },
      { kind: 'note', text: mails['waiting.joined.note'] },
    ],
  }
}

export function offerMail({ event, date, n, tickets: ticket, until, url }: Place & { until: string }): MailText {
  const text = fill(mails['waiting.offer.body'], { event, date, n, ticket, until })
  return {
    subject: fill(mails['waiting.offer.subject'], { event }),
    heading: mails['waiting.offer.heading'],
    preview: text,
    blocks: [
      { kind: 'text', text },
      { kind: 'button', label: mails['waiting.offer.button'], url },
      { kind: 'note', text: mails['waiting.offer.note'] },
    ],
  }
}

export function saleOpensMail({ event, url }: { event: string; url: string }): MailText {
  const text = fill(mails['waiting.opens.body'], { event })
  return {
    subject: fill(mails['waiting.opens.subject'], { event }),
    heading: mails['waiting.opens.heading'],
    preview: text,
    blocks: [
      { kind: 'text', text },
      { kind: 'button', label: mails['waiting.opens.button'], url },
    ],
  }
}
