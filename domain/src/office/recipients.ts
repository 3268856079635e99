import { LIMITS } from '../limits.ts'
import { isEmail, normalEmail } from '../people/email.ts'
import { isPersonName } from '../people/person-name.ts'

/** `seats`: the seats after the address, as they were typed. `line`: the number of the line, counted from 1. */
export type Recipient = { name: string; email: string; seats: string[]; line: number }

/** The maximum number of people who get tickets by one form. */
export const MAX_RECIPIENTS = 100

/**
 * Reads people pasted from a table or an address book, one per line: "Ada Lovelace, ada@example.org" (or with a tab or a
 * semicolon), "Ada Lovelace <ada@example.org>", or the address alone; and after a comma, a tab or a semicolon the person's seats:
 * "ada@example.org, A1, A2". `wrong`: the number of the first line that isn't any of these, counted from 1.
 */
export function recipientsIn(text: string): { people: Recipient[]; wrong: number | null } {
  const people: Recipient[] = []
  for (const [i, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') continue
    const [, before = '', email = '', after = ''] = /^([^@]*?)([^\s,;<>"@]+@[^\s,;<>"]+)(.*)$/.exec(line) ?? []
    const name = before
      .split(/[\s,;<>"]+/)
      .filter(Boolean)
      .join(' ')
    const [rest = '', ...seats] = after.split(/[,;\t]/)
    const isLine = isEmail(email) && isPersonName(name) && name.length <= LIMITS.text.name
    if (!isLine || /[^\s<>"]/.test(rest) || seats.join('').includes('@')) return { people, wrong: i + 1 }
    people.push({
      name,
      email: normalEmail(email),
      seats: seats.map((seat) => seat.trim()).filter(Boolean),
      line: i + 1,
    })
  }
  return { people, wrong: null }
}
