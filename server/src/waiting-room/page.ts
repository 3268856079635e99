import { ERRORS, type ErrorCode } from '@foyer/contract/errors.ts'
import { fill } from '@foyer/contract/fill.ts'
import { queue as t } from '@foyer/contract/messages.ts'
import { eventPath } from '@foyer/contract/pages.ts'
import { queuePath } from '@foyer/contract/waiting-room.ts'
import { niceDate, niceTime } from '@foyer/domain/format/dates.ts'
import { language } from '@foyer/domain/format/language.ts'
import { formatNumber } from '@foyer/domain/format/number.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { escapeHtml } from '../html/sanitise.ts'
import { transitions } from '../html/transitions.ts'
import type { Place } from './room.ts'
import type { QueueRoom, QueueState } from './state.ts'

/** What one visitor sees. `place`: null before they join. `problem`: why the last press of a button did nothing. */
export type QueueView = {
  shop: string
  slug: string
  room: QueueRoom
  place: Place | null
  problem: ErrorCode | null
  now: Date
}

/** Failures of the page's buttons. */
export const PROBLEMS = ['queue_not_open', 'queue_not_called', 'queue_other_browser', 'too_many_requests'] as const

/**
 * The page of a waiting room: a small document that works without its script. The script keeps the figures up to date and asks
 * for the page again when something else has changed; it never leaves the page.
 */
export function queueDocument(view: QueueView): string {
  const { shop, slug, room, place, problem } = view
  const { state } = room
  const title = fill(t.title, { event: room.title })
  const status = statusOf(view)
  return [
    `<!doctype html><html lang="${language() === 'en' ? 'en-GB' : 'fr'}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">`,
    '<link rel="stylesheet" href="/queue.css"><script src="/queue.js" defer></script>',
    transitions,
    '</head>',
    `<body><header><a href="/">${escapeHtml(shop)}</a></header>`,
    '<p role="status" class="aside" id="status"></p>',
    `<main data-status="${escapeHtml(status)}" data-phase="${state.phase}" data-notice="${state.notice}"`,
    ` data-message="${escapeHtml(state.message)}" data-number="${place?.number ?? ''}"`,
    ` data-called="${place?.called === true ? '1' : ''}" data-poll="${escapeHtml(JSON.stringify(state.poll))}"`,
    ` data-locale="${language() === 'en' ? 'en-GB' : 'fr'}">`,
    `<h1>${escapeHtml(room.title)}</h1>`,
    problem === null ? '' : `<p class="error" role="alert">${escapeHtml(ERRORS[problem][1])}</p>`,
    state.message === '' ? '' : `<p class="notice">${escapeHtml(state.message)}</p>`,
    ...(state.phase === 'over' ? over(slug) : waiting(view, status)),
    '</main></body></html>',
  ].join('')
}

const paragraph = (text: string, kind = '') => `<p${kind && ` class="${kind}"`}>${escapeHtml(text)}</p>`

const button = (act: 'join' | 'enter', text: string) =>
  `<form method="post"><input type="hidden" name="act" value="${act}"><button>${escapeHtml(text)}</button></form>`

const over = (slug: string) => [
  paragraph(t.over),
  `<p><a class="button" href="${escapeHtml(eventPath(slug))}">${escapeHtml(t.toEvent)}</a></p>`,
]

function waiting(view: QueueView, status: string): string[] {
  const { slug, room, place, now } = view
  const { state } = room
  const hasPass = place?.passUntil != null && place.passUntil > now
  return [
    `<h2>${escapeHtml(status)}</h2>`,
    ...(place === null ? notJoined(room) : []),
    ...(place !== null && place.number === null ? [paragraph(t.stay)] : []),
    ...(place !== null && place.number !== null && !place.called ? figures(state, place.number) : []),
    ...(place?.called === true ? [paragraph(fill(t['turn.lead'], { minutes: LIMITS.queuePassSeconds / 60 }))] : []),
    ...(state.notice === '' ? [] : [paragraph(t[`notice.${state.notice}`], 'notice')]),
    place?.called === true && !hasPass ? button('enter', t.enter) : '',
    hasPass ? `<p><a class="button" href="${escapeHtml(eventPath(slug))}">${escapeHtml(t.choose)}</a></p>` : '',
    place !== null && !place.called ? `<p><a href="${escapeHtml(queuePath(slug))}">${escapeHtml(t.again)}</a></p>` : '',
    ...draw(view),
  ]
}

const notJoined = ({ state }: QueueRoom): string[] => {
  if (state.phase === 'before') return [paragraph(t['before.lead'])]
  return [paragraph(state.phase === 'joining' ? t['join.lead'] : t['join.late']), button('join', t.join)]
}

/** The heading, and what is announced when it changes. */
function statusOf({ room, place, now }: QueueView): string {
  const at = (date: Date) => niceDate(date, room.timezone)
  const { phase } = room.state
  if (phase === 'over') return t.over
  if (place === null) {
    if (phase === 'before') return fill(t.before, { date: at(room.opens) })
    return phase === 'joining' ? fill(t.opens, { date: at(room.opening) }) : t.open
  }
  if (place.number === null) return fill(t.joined, { date: at(room.opening) })
  if (place.passUntil !== null && place.passUntil > now)
    return fill(t.inside, { time: niceTime(place.passUntil, room.timezone) })
  return place.called ? t.turn : fill(t.number, { n: formatNumber(place.number) })
}

function figures(state: QueueState, number: number): string[] {
  const ahead = Math.max(0, number - state.serving)
  const wait =
    state.wait === null
      ? t['wait.unknown']
      : fill(t.wait, { from: Math.floor(ahead * state.wait.from), to: Math.max(1, Math.ceil(ahead * state.wait.to)) })
  const called = fill(t.called, { n: formatNumber(state.serving) })
  return [
    `<p class="figures"><span id="called" data-text="${escapeHtml(t.called)}">${escapeHtml(called)}</span>`,
    `<span id="wait" data-text="${escapeHtml(t.wait)}" data-unknown="${escapeHtml(t['wait.unknown'])}">${escapeHtml(wait)}</span></p>`,
    `<progress max="${number}" value="${Math.min(state.serving, number)}" aria-label="${escapeHtml(t.progress)}"></progress>`,
    paragraph(t.stay),
  ]
}

/** How the draw is made, and where it can be recomputed. */
const draw = ({ slug, room, place }: QueueView): string[] => [
  `<details><summary>${escapeHtml(t['draw.title'])}</summary>`,
  paragraph(t['draw.how']),
  paragraph(t['draw.house']),
  paragraph(fill(t['draw.secret'], { hash: room.secretHash }), 'hash'),
  room.listHash === null ? '' : paragraph(fill(t['draw.list'], { hash: room.listHash }), 'hash'),
  place === null ? '' : paragraph(fill(t['draw.place'], { id: place.publicId }), 'hash'),
  room.listHash === null
    ? ''
    : `<p><a href="${escapeHtml(queuePath(slug))}draw/">${escapeHtml(t['draw.file'])}</a></p>`,
  '</details>',
]
