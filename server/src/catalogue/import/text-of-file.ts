/** A file's text, and what had to be assumed or repaired to read it. */
export type FileText = { text: string; notes: string[] }

const MARKS: [encoding: string, bytes: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * Reads the bytes of a JSON file or a web page: UTF-8 or UTF-16, with a byte order mark or without; else the encoding that
 * the page names, or Windows-1252, in which old systems write Western Europe's languages.
 */
export function textOfFile(bytes: Uint8Array): FileText {
  const marked = MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0] ?? utf16Of(bytes)
  if (marked !== null) return repaired(new TextDecoder(marked).decode(bytes), [])
  try {
    return repaired(new TextDecoder('utf-8', { fatal: true }).decode(bytes), [])
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const encoding = encodingOfPage(bytes) ?? 'windows-1252'
    const text = encoding === 'windows-1252' ? fromWindows1252(bytes) : new TextDecoder(encoding).decode(bytes)
    return { text, notes: [`it is not in UTF-8, and was read as ${encoding}`] }
  }
}

/** Text of Latin letters has a zero in every other byte of UTF-16. */
function utf16Of(bytes: Uint8Array): string | null {
  const [first, second, third, fourth] = bytes
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  return first === 0 && second !== 0 && third === 0 && fourth !== 0 ? 'utf-16be' : null
}

function encodingOfPage(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2048))
  const name = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1]
  try {
    const { encoding } = new TextDecoder(name ?? '')
    return encoding === 'utf-8' ? null : encoding
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The letters 128 to 159; the others are those of Latin-1. Node reads Windows-1252 as Latin-1. */
const LETTERS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const fromWindows1252 = (bytes: Uint8Array): string =>
  new TextDecoder('latin1')
    .decode(bytes)
    .replace(/[\u0080-\u009f]/g, (letter) => LETTERS_1252[letter.charCodeAt(0) - 128]!)

const BYTE_OF = new Map(
  Array.from({ length: 128 }, (_, i) => [fromWindows1252(Uint8Array.of(128 + i)), 128 + i] as const),
)
const FOREIGN = new RegExp(`[${[...BYTE_OF.keys()].join('')}]{2,}`, 'gu')

/** Undoes a second encoding as UTF-8: "CafÃ©" is "Café". Letters that are no UTF-8 stay as they are. */
function repaired(text: string, notes: string[]): FileText {
  let isRepaired = false
  const result = text.replace(FOREIGN, (letters) => {
    try {
      const twice = new TextDecoder('utf-8', { fatal: true }).decode(
        Uint8Array.from(letters, (letter) => BYTE_OF.get(letter)!),
      )
      isRepaired = true
      return twice
    } catch (error) {
      if (error instanceof TypeError) return letters
      throw error
    }
  })
  return { text: result, notes: isRepaired ? [...notes, 'texts in it that were encoded twice were repaired'] : notes }
}
