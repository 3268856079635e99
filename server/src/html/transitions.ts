import { createHash } from 'node:crypto'

/** Keeps view transitions out of the console: the browser rejects their promises when one of the two pages has none or is left again. */
const TRANSITIONS = `addEventListener('unhandledrejection', event => {
  if (/^Transition\\b/.test(event.reason?.message)) event.preventDefault()
})`

/** The script's source in a page's content security policy. */
export const TRANSITIONS_SOURCE = `'sha256-${createHash('sha256').update(TRANSITIONS).digest('base64')}'`

/** The script's element, which belongs in the head of every document with the shop's styles. */
export const transitions = `<script>${TRANSITIONS}</script>`
