import { LIMITS } from '../limits.ts'
import { isEmail, normalEmail } from '../people/email.ts'
import { isPersonName } from '../people/person-name.ts'

export type Recipient = { name: string; email: string }

/** The maximum number of people who get tickets by one form. */
export const MAX_RECIPIENTS = 100

/**
 * Reads people pasted from a table or an address book, one per line: "Ada Lovelace, ada@example.org" (or with a tab or a
 * semicolon), "Ada Lovelace <ada@example.org>", or the address alone. `wrong`: the number of the first line that isn't any of
 * these, counted from 1.
 */
export function recipientsIn(text: string): { people: Recipient[]; wrong: number | null } {
  const people: Recipient[] = []
  for (const [i, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') continue
    const words = line.split(/[\s,;<>"]+/).filter((word) => word !== '')
    const email = words.pop() ?? ''
    const name = words.join(' ')
    if (!isEmail(email) || !isPersonName(name) || name.length > LIMITS.text.name) return { people, wrong: i + 1 }
    people.push({ name, email: normalEmail(email) })
  }
  return { people, wrong: null }
}
