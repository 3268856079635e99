import { eventPath } from '@foyer/contract/pages.ts'
import type { Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { withLanguage } from '../language.ts'
import type { MailText } from '../mail/blocks.ts'
import { queueMail } from '../mail/outbox.ts'
import { joinedWaitingMail, offerMail, saleOpensMail } from '../mail/templates/waiting-list.ts'
import { readerOf } from '../sale/reader.ts'
import { aboutOf, type Entry, entryOf, niceDateOf, niceUntilOf, ticketsOf } from './entry.ts'
import { entryUrl } from './links.ts'

type NeededDeps = Pick<Deps, 'config' | 'random'>
type Facts = { entry: Entry; facts: { event: string; date: string; n: number } }

/** Queues an email in its reader's language, once for each entry, in the transaction of what it reports. */
async function mailEntry(
  tx: Tx,
  deps: NeededDeps,
  id: number,
  now: Date,
  { key, write }: { key: string; write: (facts: Facts) => MailText },
): Promise<void> {
  const entry = (await entryOf(tx, id))!
  await withLanguage(readerOf(entry), () =>
    queueMail(tx, deps.config, {
      ...write({ entry, facts: { event: entry.title, date: niceDateOf(entry, now), n: entry.qty } }),
      kind: 'waiting_list',
      recipient: entry.email,
      about: aboutOf(entry),
      key: `${key}:${id}`,
      now,
    }),
  )
}

export const mailOffer = (tx: Tx, deps: NeededDeps, id: number, now: Date): Promise<void> =>
  mailEntry(tx, deps, id, now, {
    key: 'waiting-offer',
    write: ({ entry, facts }) =>
      offerMail({
        ...facts,
        tickets: entry.offered ?? ticketsOf(entry),
        until: niceUntilOf(entry, now),
        url: entryUrl(deps, id),
      }),
  })

export const mailJoined = (tx: Tx, deps: NeededDeps, id: number, now: Date): Promise<void> =>
  mailEntry(tx, deps, id, now, {
    key: 'waiting-joined',
    write: ({ entry, facts }) => joinedWaitingMail({ ...facts, tickets: ticketsOf(entry), url: entryUrl(deps, id) }),
  })

export const mailSaleOpens = (tx: Tx, deps: NeededDeps, id: number, now: Date): Promise<void> =>
  mailEntry(tx, deps, id, now, {
    key: 'waiting-opens',
    write: ({ entry, facts }) =>
      saleOpensMail({ event: facts.event, url: deps.config.publicUrl + eventPath(entry.slug) }),
  })
