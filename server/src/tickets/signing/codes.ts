import type { Random } from '../../random.ts'

/** Crockford's 32 characters: no I, L, O or U, so that what is read aloud or typed at a door can be told apart. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TICKET_CODE_LENGTH = 20
const SPOKEN_AS: Record<string, string> = { O: '0', I: '1', L: '1' }

/** 256 is a whole multiple of 32, so a byte's low five bits are an even choice. */
const characters = (random: Random, count: number) =>
  Array.from(random.bytes(count), (byte) => ALPHABET[byte & 31]).join('')

/** Twenty characters, 100 random bits: nobody finds a ticket's code by trying. */
export const newTicketCode = (random: Random): string => characters(random, TICKET_CODE_LENGTH)

/** 'GV-7K2M-9QXA-T4RD': short enough to type at a checkout, where tries are limited; 60 random bits. */
export const newVoucherCode = (random: Random): string =>
  `GV-${(characters(random, 12).match(/.{4}/g) ?? []).join('-')}`

const TICKET_CODE = new RegExp(`^[${ALPHABET}]{${TICKET_CODE_LENGTH}}$`)

export const isTicketCode = (text: string): boolean => TICKET_CODE.test(text)

/** A ticket's code as people read it: four groups of five. */
export const spacedCode = (code: string): string => (code.match(/.{1,5}/g) ?? []).join('-')

/** A code typed by hand, in any case and spacing, as it is kept; null when it cannot be one. */
export function readTypedCode(typed: string): string | null {
  const code = typed
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[OIL]/g, (letter) => SPOKEN_AS[letter]!)
  return isTicketCode(code) ? code : null
}
