import { withAnswer, withoutAnswer } from '@foyer/contract/office/answer.ts'

/** The page to open after an act, with the answer that it shows. */
export function pageAfter(reply: object, otherwise: string): string {
  const { next, done } = reply as { next?: string; done?: string }
  return withAnswer(next ?? otherwise, done)
}

/** Opens a page with its current data, even if it is this one. */
export function openPage(path: string): void {
  const here = `${location.pathname}${location.search}`
  if (path === here) location.reload()
  else if (withoutAnswer(path) === here) location.replace(path)
  else location.assign(path)
}
