/** Crockford's 32 characters: no I, L, O or U, so that codes read aloud or typed are unambiguous. */
export const CODE_CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const READ_AS: Record<string, string> = { O: '0', I: '1', L: '1' }

/** A typed code as it is stored: in capitals, without spaces and hyphens, and without letters that are mistaken for digits. */
export const storedCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[OIL]/g, (letter) => READ_AS[letter]!)
