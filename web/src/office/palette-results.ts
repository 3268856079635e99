import { fill } from '@foyer/contract/fill.ts'
import type { OfficeShell } from '@foyer/contract/office/pages.ts'
import { palette as t } from '@foyer/contract/office/palette.en.ts'
import { callOffice } from './call.ts'
import { eventPathIn, orderPathIn, pathIn, tabPathIn } from './paths.ts'

export type Result = { label: string; detail?: string; href: string }
export type Group = { name: string; results: Result[] }

/** The most results of a group. */
const MOST = 5
/** Fewer letters would match almost every order, and each search of orders is in the log. */
const LEAST_LETTERS = 3

const startsAWord = (text: string, q: string) => ` ${text.toLowerCase()}`.includes(` ${q.toLowerCase()}`)

/** The pages and acts whose names have words that begin with `q`, as far as the person may open them; at first all. */
export function placesFor(q: string, shell: OfficeShell): Group[] {
  const { menu, may, organiser_id } = shell
  const tabs = menu.flatMap((entry) =>
    [{ page: entry.page, label: entry.label }, ...entry.tabs].map((tab) => ({
      label: tab.label,
      href: tabPathIn(tab, organiser_id),
    })),
  )
  const pages = [...new Map(tabs.map((page) => [page.href, page])).values()]
  const act = (isOpen: boolean, page: 'new_event' | 'give' | 'mailing', label: string) =>
    isOpen ? [{ label, href: pathIn(page, organiser_id) }] : []
  const acts = [
    ...act(may.events, 'new_event', t.newEvent),
    ...act(may.counter, 'give', t.give),
    ...act(may.mailings, 'mailing', t.newMailing),
  ]
  const named = (all: Result[]) => all.filter(({ label }) => q === '' || startsAWord(label, q)).slice(0, MOST)
  return [
    { name: t.pages, results: named(pages) },
    { name: t.acts, results: named(acts) },
  ]
}

/** The orders, events and answers that have `q`, by the calls that the pages use, so that nobody finds what they may not see. */
export async function foundFor(q: string, shell: OfficeShell): Promise<Group[]> {
  const { organiser_id, may } = shell
  const ask = (fields: Record<string, string>) =>
    new URLSearchParams({ ...(organiser_id !== null && { organiser_id: String(organiser_id) }), q, ...fields })
  const mayAsk = organiser_id !== null && q.length >= LEAST_LETTERS
  const [orders, current, past, help] = await Promise.all([
    mayAsk && may.orders ? callOffice('office_find', ask({})) : null,
    mayAsk ? callOffice('office_events', ask({})) : null,
    mayAsk ? callOffice('office_events', ask({ show: 'past' })) : null,
    callOffice('office_help', ask({})),
  ])
  const orderRows = orders?.ok ? orders.reply.found : []
  const eventRows = [current, past].flatMap((answer) => (answer?.ok ? answer.reply.events : []))
  const helpRows = help.ok ? help.reply : { answers: [], words: [] }
  const helpPath = (words: string) => `${pathIn('help', null)}?${ask({ q: words })}`
  return [
    {
      name: t.orders,
      results: orderRows.slice(0, MOST).map(({ order_id, name, holder, number, what }) => ({
        label: fill(t.order, { name: holder || name, number }),
        detail: what,
        href: orderPathIn(organiser_id, order_id),
      })),
    },
    {
      name: t.events,
      results: eventRows.slice(0, MOST).map(({ event_id, title, nice_next }) => ({
        label: title,
        detail: nice_next,
        href: eventPathIn('event', organiser_id, event_id),
      })),
    },
    {
      name: t.help,
      results: [
        ...helpRows.words.map(({ term, meaning }) => ({ label: term, detail: meaning, href: helpPath(term) })),
        ...helpRows.answers.map(({ question }) => ({ label: question, href: helpPath(question) })),
      ].slice(0, MOST),
    },
  ]
}
