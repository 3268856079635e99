import { CODE_CHARACTERS, storedCode } from '@foyer/domain/format/codes.ts'
import type { Random } from '../../random.ts'

const TICKET_CODE_LENGTH = 20

/** 256 is a whole multiple of 32, so the low five bits of a random byte are evenly distributed. */
const characters = (random: Random, count: number) =>
  Array.from(random.bytes(count), (byte) => CODE_CHARACTERS[byte & 31]).join('')

/** Twenty characters, 100 random bits: too many to guess. */
export const newTicketCode = (random: Random): string => characters(random, TICKET_CODE_LENGTH)

/** 'GV-7K2M-9QXA-T4RD': 60 random bits, short enough to type at a checkout, where tries are limited. */
export const newVoucherCode = (random: Random): string =>
  `GV-${(characters(random, 12).match(/.{4}/g) ?? []).join('-')}`

const TICKET_CODE = new RegExp(`^[${CODE_CHARACTERS}]{${TICKET_CODE_LENGTH}}$`)

export const isTicketCode = (text: string): boolean => TICKET_CODE.test(text)

/** Formats a ticket's code for people: four groups of five. */
export const spacedCode = (code: string): string => (code.match(/.{1,5}/g) ?? []).join('-')

/** Normalises a code typed in any case and spacing to its stored form; null if it cannot be a code. */
export function readTypedCode(typed: string): string | null {
  const code = storedCode(typed)
  return isTicketCode(code) ? code : null
}
