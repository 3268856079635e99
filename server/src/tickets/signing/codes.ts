import type { Random } from '../../random.ts'

/** Crockford's 32 characters: no I, L, O or U, so that codes read aloud or typed at a door are unambiguous. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TICKET_CODE_LENGTH = 20
const SPOKEN_AS: Record<string, string> = { O: '0', I: '1', L: '1' }

/** 256 is a whole multiple of 32, so the low five bits of a random byte are evenly distributed. */
const characters = (random: Random, count: number) =>
  Array.from(random.bytes(count), (byte) => ALPHABET[byte & 31]).join('')

/** Twenty characters, 100 random bits: too many to guess. */
export const newTicketCode = (random: Random): string => characters(random, TICKET_CODE_LENGTH)

/** 'GV-7K2M-9QXA-T4RD': 60 random bits, short enough to type at a checkout, where tries are limited. */
export const newVoucherCode = (random: Random): string =>
  `GV-${(characters(random, 12).match(/.{4}/g) ?? []).join('-')}`

const TICKET_CODE = new RegExp(`^[${ALPHABET}]{${TICKET_CODE_LENGTH}}$`)

export const isTicketCode = (text: string): boolean => TICKET_CODE.test(text)

/** Formats a ticket's code for people: four groups of five. */
export const spacedCode = (code: string): string => (code.match(/.{1,5}/g) ?? []).join('-')

/** Normalises a code typed in any case and spacing to its stored form; null if it cannot be a code. */
export function readTypedCode(typed: string): string | null {
  const code = typed
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[OIL]/g, (letter) => SPOKEN_AS[letter]!)
  return isTicketCode(code) ? code : null
}
