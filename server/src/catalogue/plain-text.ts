// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
const HALF_CHARACTERS = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** Returns a text that every database, page and mail can hold: no control characters, no lone surrogates. */
export const plainText = (text: string): string => text.replace(CONTROLS, '').replace(HALF_CHARACTERS, '\uFFFD')
