import { type Minor, sum } from '../money/money.ts'
import { splitFullName } from '../people/full-name.ts'

/** HMRC's schedule has this many lines; more donations need another file and another claim. */
export const MAX_CLAIM_LINES = 1000

/** A donor as HMRC's schedule takes one. */
export type Donor = { firstName: string; lastName: string; house: string; postcode: string }
/** What a declaration needs before it can be claimed on. */
export type MissingPart = 'name' | 'letters' | 'address' | 'postcode' | 'statements'

const NAME_LENGTH = 35
const HOUSE_LENGTH = 40

/** HMRC's own pattern, which requires one space and doesn't allow BFPO numbers. */
const POSTCODE =
  /^(GIR 0AA|(([A-Z][0-9][0-9]?)|([A-Z][A-HJ-Y][0-9][0-9]?)|([A-Z][0-9][A-Z])|([A-Z][A-HJ-Y][0-9][A-Z])) [0-9][A-Z]{2})$/
/** For a donor abroad. */
const NO_POSTCODE = 'X'

/** The postcode in HMRC's form; null if it has none. */
export function claimPostcode(typed: string): string | null {
  const letters = typed.replace(/\s/g, '').toUpperCase()
  const spaced = `${letters.slice(0, -3)} ${letters.slice(-3)}`
  return POSTCODE.test(spaced) ? spaced : null
}

/** Letters that Unicode does not decompose, and typographic signs. */
const PLAIN: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ħ: 'h',
  Ħ: 'H',
  ŧ: 't',
  Ŧ: 'T',
  ı: 'i',
  ŋ: 'n',
  Ŋ: 'N',
  ĸ: 'k',
  ſ: 's',
  œ: 'oe',
  Œ: 'OE',
  ẞ: 'SS',
  ə: 'e',
  Ə: 'E',
  ƒ: 'f',
  '‘': "'",
  '’': "'",
  ʻ: "'",
  ʼ: "'",
  '′': "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
}
/** HMRC silently removes every other character, so that “Łukasz” would be claimed for “ukasz”. */
const isAccepted = (char: string) => /^[\x20-\x7e\xa1-\xff]$/.test(char)

/** The text in the characters that HMRC accepts. Null if a letter has no equivalent, as in another script. */
export function claimText(typed: string): string | null {
  let written = ''
  for (const char of typed.normalize('NFC')) {
    if (isAccepted(char)) written += char
    else if (/\s/.test(char)) written += ' '
    else {
      const bare = char.normalize('NFKD').replace(/\p{M}/gu, '')
      const plain = [...bare]
        .map((character) => (isAccepted(character) ? character : (PLAIN[character] ?? '')))
        .join('')
      if (plain === '' && /\p{L}|\p{N}/u.test(char)) return null
      written += plain
    }
  }
  return written.replace(/\s+/g, ' ').trim()
}

const shortened = (text: string, max: number) => text.slice(0, max).trim()

/** Writes a declaration's donor as HMRC takes one, or says what is missing. Names stay as typed in the declaration itself. */
export function donorOf(declared: {
  donorName: string
  address1: string
  postcode: string
  ukBased: boolean
}): { ok: true; donor: Donor } | { ok: false; lacks: MissingPart } {
  const missing = (what: MissingPart) => ({ ok: false, lacks: what }) as const
  const name = claimText(declared.donorName)
  const address = claimText(declared.address1)
  if (name === null || address === null) return missing('letters')
  const { firstName, lastName } = splitFullName(name)
  // HMRC wants a space in a double-barrelled name.
  const last = lastName.replaceAll('-', ' ').replace(/\s+/g, ' ').trim()
  if (firstName === '' || last === '') return missing('name')
  if (address === '') return missing('address')
  const postcode = declared.ukBased ? claimPostcode(declared.postcode) : NO_POSTCODE
  if (postcode === null) return missing('postcode')
  const abroad = claimText(declared.postcode)
  const house = declared.ukBased || !abroad ? address : `${address}, ${abroad}`
  return {
    ok: true,
    donor: {
      firstName: shortened(firstName, NAME_LENGTH),
      lastName: shortened(last, NAME_LENGTH),
      house: shortened(house, HOUSE_LENGTH),
      postcode,
    },
  }
}

/** The part of a claimed donation that was refunded later. */
export type Returned = { saleId: number; minor: Minor }
export type ClaimLine = Donor & { saleId: number; donatedOn: string; minor: Minor }
export type ClaimFile = {
  lines: ClaimLine[]
  /** Box 1: the earliest donation in the file. */
  earliestOn: string
  totalMinor: Minor
  /** Refunds deducted in this file. Box 2 is their tax, and never more than the file claims. */
  returned: Returned[]
}

/**
 * Divides donations into files, the earliest first, and deducts refunds of donations claimed earlier. Refunds that exceed what the
 * files claim are left for the next claim.
 */
export function claimFiles(lines: readonly ClaimLine[], returned: readonly Returned[]): ClaimFile[] {
  const sorted = lines.toSorted((a, b) => a.donatedOn.localeCompare(b.donatedOn) || a.saleId - b.saleId)
  const waiting = returned.map((donation) => ({ ...donation }))
  const files: ClaimFile[] = []
  for (let from = 0; from < sorted.length; from += MAX_CLAIM_LINES) {
    const own = sorted.slice(from, from + MAX_CLAIM_LINES)
    const totalMinor = sum(own.map(({ minor }) => minor))
    files.push({
      lines: own,
      earliestOn: own[0]!.donatedOn,
      totalMinor,
      returned: takeUpTo(waiting, totalMinor),
    })
  }
  return files
}

function takeUpTo(waiting: Returned[], max: Minor): Returned[] {
  const taken: Returned[] = []
  let left = max
  for (const donation of waiting) {
    const minor = Math.min(donation.minor, left)
    if (minor <= 0) continue
    taken.push({ saleId: donation.saleId, minor })
    donation.minor -= minor
    left -= minor
  }
  return taken
}
