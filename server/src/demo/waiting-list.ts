import { PAGES } from '@foyer/contract/pages.ts'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { askToJoin } from '../waiting-list/join.ts'
import { openBrowser } from './browser.ts'
import type { Person } from './people.ts'
import type { OnSale } from './season.ts'
import type { HistoryDeps, TimedAction } from './timed-action.ts'

const SOLD_OUT = 'supper-in-the-wings'
/** How many days ago each of them asked, and for how many places. */
const ASKED = [
  { daysAgo: 24, qty: 2 },
  { daysAgo: 19, qty: 2 },
  { daysAgo: 12, qty: 4 },
  { daysAgo: 11, qty: 1 },
  { daysAgo: 3, qty: 2 },
] as const

/** People who join the waiting list of a sold-out event: they ask on its page and press the button of the email. */
export function waitingActions(
  deps: HistoryDeps,
  { catalogue, people, now }: { catalogue: readonly OnSale[]; people: readonly Person[]; now: Date },
): TimedAction[] {
  const date = catalogue.find(({ slug }) => slug === SOLD_OUT)?.dates[0]
  if (date === undefined) return []
  const types = date.types.map(({ ticketId }) => ticketId)
  return ASKED.map(({ daysAgo, qty }, i) => ({
    at: new Date(now.getTime() - daysAgo * DAY_MS + i * 47 * 60_000),
    run: async () => {
      const { email } = people[i * 3]!
      const address = `192.0.2.${10 + i}`
      await askToJoin(deps, { slug: SOLD_OUT, email, dateId: date.dateId, qty, types }, address)
      const mail = await deps.db
        .selectFrom('mails')
        .select('body_text')
        .where('recipient', '=', email)
        .where('kind', '=', 'waiting_list')
        .orderBy('id', 'desc')
        .executeTakeFirst()
      const link = /https?:\S+\/waiting-list\/open\?link=[\w-]+/.exec(mail?.body_text ?? '')?.[0]
      if (link === undefined) return
      const browser = openBrowser(deps, address)
      const { pathname, search } = new URL(link)
      await browser.open(`${pathname}${search}`)
      await browser.post(PAGES.waiting_place, { act: 'confirm' })
    },
  }))
}
