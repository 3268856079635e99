import { ERRORS } from '@foyer/contract/errors.ts'
import { fill } from '@foyer/contract/fill.ts'
import * as en from '@foyer/contract/messages.en.ts'
import * as fr from '@foyer/contract/messages.fr.ts'
import { refusals } from '@foyer/contract/messages.ts'
import type { ReserveRefusal } from '@foyer/domain/basket/reserve-refusal.ts'
import { wordList } from '@foyer/domain/format/words.ts'

/** Returns the text shown to the buyer when the rules refuse a reserve. */
export function refusalText(refusal: ReserveRefusal): string {
  switch (refusal.code) {
    case 'not_on_sale':
      return fill(refusals.ofEvent, { event: refusal.eventTitle, why: ERRORS.not_on_sale[1] })
    case 'required_missing':
      return fill(ERRORS.required_missing[1], { tickets: wordList(refusal.titles) })
    default:
      return fill(ERRORS[refusal.code][1], { n: refusal.n })
  }
}

/** What runs short, and how much of it is left. `sharedTypes`: the ticket types that share what is left. */
export type NamedShortage = { name: string; left: number; sharedTypes?: readonly string[]; ofCode?: true }

/** Returns the text shown when there are too few tickets, with the names and how many are left. */
export const soldOutText = (shortages: readonly NamedShortage[]): string =>
  shortages
    .map(({ name, left, sharedTypes, ofCode }) => {
      if (ofCode) return left === 0 ? fill(refusals.codeUsedUp, { name }) : fill(refusals.codeFewLeft, { left, name })
      if (left === 0) return fill(refusals.soldOut, { name })
      return sharedTypes
        ? fill(refusals.fewLeftTogether, { left, name, types: sharedTypes.join(' + ') })
        : fill(refusals.fewLeft, { left, name })
    })
    .join(' ')

/** What each sentence about too few tickets or a taken seat says around its facts, in each language. */
const SHORTAGES = [en.refusals, fr.refusals]
  .flatMap(({ soldOut, fewLeft, fewLeftTogether, seatTaken }) => [soldOut, fewLeft, fewLeftTogether, seatTaken])
  .map((text) => text.split(/\{[^}]+\}/))

/** Whether a stored refusal is about too few tickets or a taken seat, which may have changed since. */
export const isShortageText = (refusal: string): boolean =>
  SHORTAGES.some((parts) => parts.every((part) => refusal.includes(part)))
