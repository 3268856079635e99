// Letters that look like another with a mark but do not decompose into it.
const LOOK_ALIKES: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  '’': "'",
  '‘': "'",
}

/** Normalises a text for search: no case, no accents, all dashes and spaces alike. 'Café  Lätt' becomes 'cafe latt'. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[øłđðþæœı’‘]/g, (letter) => LOOK_ALIKES[letter] ?? letter)
    .replace(/ß/g, 'ss')
    .replace(/[\s\p{Dash}]+/gu, ' ')
    .trim()
