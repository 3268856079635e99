import { eventPath } from '@foyer/contract/pages.ts'
import { niceTime } from '@foyer/domain/format/dates.ts'
import type { Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/outbox.ts'
import { joinedWaitingMail, offerMail, saleOpensMail } from '../mail/templates/waiting-list.ts'
import { aboutOf, entryOf, niceDateOf, ticketsOf } from './entry.ts'
import { entryUrl } from './links.ts'

type NeededDeps = Pick<Deps, 'config' | 'random'>

/** Emails are written in the transaction of what they tell, once for each entry. */
const mailOf = async (tx: Tx, id: number) => {
  const entry = (await entryOf(tx, id))!
  return {
    entry,
    facts: { event: entry.title, date: niceDateOf(entry), n: entry.qty },
    mail: { kind: 'waiting_list', recipient: entry.email, about: aboutOf(entry) } as const,
  }
}

export async function mailOffer(tx: Tx, deps: NeededDeps, id: number, now: Date): Promise<void> {
  const { entry, facts, mail } = await mailOf(tx, id)
  const until = niceTime(entry.offeredUntil!, entry.timezone)
  await queueMail(tx, deps.config, {
    ...offerMail({ ...facts, tickets: entry.offered ?? ticketsOf(entry), until, url: entryUrl(deps, id) }),
    ...mail,
    key: `waiting-offer:${id}`,
    now,
  })
}

export async function mailJoined(tx: Tx, deps: NeededDeps, id: number, now: Date): Promise<void> {
  const { entry, facts, mail } = await mailOf(tx, id)
  await queueMail(tx, deps.config, {
    ...joinedWaitingMail({ ...facts, tickets: ticketsOf(entry), url: entryUrl(deps, id) }),
    ...mail,
    key: `waiting-joined:${id}`,
    now,
  })
}

export async function mailSaleOpens(tx: Tx, deps: NeededDeps, id: number, now: Date): Promise<void> {
  const { entry, facts, mail } = await mailOf(tx, id)
  await queueMail(tx, deps.config, {
    ...saleOpensMail({ event: facts.event, url: deps.config.publicUrl + eventPath(entry.slug) }),
    ...mail,
    key: `waiting-opens:${id}`,
    now,
  })
}
