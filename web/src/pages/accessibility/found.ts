import type { Criterion } from '@foyer/domain/accessibility/criteria.ts'
import { TESTED } from '@foyer/domain/accessibility/tested.generated.ts'
import type { Language } from '@foyer/domain/format/language.ts'

export type Found = {
  /** The tests that show a criterion, as the run of the stories writes them. */
  program: Partial<Record<Criterion, readonly string[]>>
  /** The day on which a person tried the pages of a purchase against a criterion, as yyyy-mm-dd. */
  hand: Partial<Record<Criterion, string>>
  /** What is known to fail, in each language. */
  faults: Partial<Record<Criterion, Record<Language, string>>>
}

/**
 * What is known of each criterion. Only a person's own trial belongs in `hand`: nobody has tried all pages of a purchase yet, so it is
 * empty. Stories that use the keyboard, text at 200 % and a screen of 320 px are programs.
 */
export const FOUND: Found = { program: TESTED, hand: {}, faults: {} }

export type Status =
  | { kind: 'fault'; what: string }
  | { kind: 'both' | 'hand'; date: string }
  | { kind: 'program' | 'untested' }

/** What the page says of a criterion. A fault outweighs every test. */
export function statusOf(criterion: Criterion, { program, hand, faults }: Found, language: Language): Status {
  const fault = faults[criterion]
  if (fault) return { kind: 'fault', what: fault[language] }
  const byProgram = (program[criterion] ?? []).length > 0
  const date = hand[criterion]
  if (date) return { kind: byProgram ? 'both' : 'hand', date }
  return { kind: byProgram ? 'program' : 'untested' }
}
