import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import type { Db } from '../db/transaction/tx.ts'
import { saleByReference } from '../sale/sale.ts'
import type { OnSale } from './season.ts'
import type { Desk, Staff } from './staff.ts'
import type { HistoryDeps, TimedAction } from './timed-action.ts'

const NOTES = [
  { words: 'Comes with a guide dog. An aisle seat, please.', at_door: 1 },
  { words: 'Rang to ask about parking. Told them about the mill yard.', at_door: 0 },
  { words: 'It is her ninetieth birthday: say so at the door.', at_door: 1 },
  { words: 'Paid by her daughter, who would like the receipt.', at_door: 0 },
]
/** The organisers whose staff write notes on orders, and the events of these; others don't. */
const THEATRE = [
  'supper-in-the-wings',
  'the-lamplighters',
  'lunchtime-music-this-season',
  'candlelight-cello',
  'the-ballad-of-little-hollow',
]
const HOSPICE = ['hospice-harvest-supper', 'lantern-walk']

/** A note on an order, by someone of its organiser. */
export async function noteOn(
  db: Db,
  staff: Staff,
  { reference, slug }: { reference: string; slug: string },
): Promise<void> {
  const who = THEATRE.includes(slug) ? 'theatre' : HOSPICE.includes(slug) ? 'hospice' : null
  const sale = await saleByReference(db, reference)
  if (who === null || sale === undefined) return
  const desk = await staff.signIn(who)
  await desk?.act('add_note', { order_id: sale.id, ...NOTES[sale.id % NOTES.length] })
}

const PLAY = 'the-lamplighters'
const GIVEN = [
  'Perpetua Wynne, arts@wexcombeherald.example',
  'Bertrand Ashe, bertrand@radio-merrow.example',
  'The Mayor of Wexcombe, mayor@wexcombe.example',
]

/** What the staff of the theatre and the hospice did in the office: press tickets, mailings, and a claim of Gift Aid. */
export function officeActions(
  { db }: HistoryDeps,
  { catalogue, staff, now }: { catalogue: readonly OnSale[]; staff: Staff; now: Date },
): TimedAction[] {
  const play = catalogue.find(({ slug }) => slug === PLAY)
  const [opening] = play?.dates ?? []
  const last = play?.dates.at(-1)
  if (!play || !opening || !last) return []
  const before = (date: { startsAt: Date }, days: number) => new Date(date.startsAt.getTime() - days * DAY_MS)
  const atDesk = (who: 'theatre' | 'hospice', run: (desk: Desk) => Promise<unknown>) => async () => {
    const desk = await staff.signIn(who)
    if (desk) await run(desk)
  }
  return [
    {
      at: before(opening, 6),
      run: atDesk('theatre', (desk) =>
        desk.act('give_tickets', {
          ticket_id: opening.types.find(({ name }) => name === 'Adult')?.ticketId,
          quantity: 2,
          people: GIVEN.join('\n'),
          reason: 'Press night',
        }),
      ),
    },
    {
      at: before(opening, 1.2),
      run: atDesk('theatre', (desk) =>
        write(desk, 'send', {
          kind: 'service',
          list: 'people',
          event_id: play.eventId,
          date_id: opening.dateId,
          subject: 'Tomorrow evening at the Old Mill',
          body: 'Dear {first_name},\n\ntomorrow is the first night of The Lamplighters. Doors open at seven. The car park in Weir Lane is closed, so please use the one behind the mill.\n\nWe look forward to seeing you.',
        }),
      ),
    },
    {
      at: new Date(now.getTime() - 18 * DAY_MS),
      run: atDesk('theatre', (desk) =>
        write(desk, 'send', {
          kind: 'news',
          list: 'orders',
          subject: 'What is on at the Mill this winter',
          body: 'Dear {first_name},\n\ncandles, a cello from 1731, and a cardboard locomotive of alarming size: our winter programme is on sale.\n\nYou are among the first to hear of it.',
        }),
      ),
    },
    {
      at: new Date(now.getTime() - 1.4 * DAY_MS),
      run: atDesk('theatre', (desk) =>
        write(desk, 'keep', {
          kind: 'service',
          list: 'people',
          event_id: play.eventId,
          date_id: last.dateId,
          subject: 'Did you leave an umbrella?',
          body: 'Dear {first_name},\n\nafter the last night of The Lamplighters we found eleven umbrellas. They are at the box office.',
        }),
      ),
    },
    {
      at: new Date(now.getTime() - 8 * DAY_MS),
      run: atDesk('hospice', async (desk) => {
        const organiser = await db
          .selectFrom('organisers')
          .select('charity_id')
          .where('id', '=', desk.organiserId)
          .executeTakeFirst()
        await desk.act('claim_gift_aid', { charity_id: organiser?.charity_id })
      }),
    },
  ]
}

async function write(desk: Desk, then: 'send' | 'keep', words: object): Promise<void> {
  const saved = await desk.act('save_mailing', words)
  const mailing_id = Number(/mailing_id=(\d+)/.exec(String(saved?.next))?.[1])
  if (then === 'keep' || !mailing_id) return
  const shown = await desk.act('office_mailing', { mailing_id })
  await desk.act('send_mailing', { mailing_id, version: shown?.version, when: 'now' })
}
