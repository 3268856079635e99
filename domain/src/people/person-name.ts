/** Control characters, line separators, and those that reverse the order of the text around them. */
const HIDDEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** What mail programs turn into a link or an address, and what a spreadsheet reads as a formula. */
const ADDRESS = /:\/\/|@|\bwww[.。]|\d+[.。]\d+[.。]\d+[.。]\d+/iu
const FORMULA = /^\s*[=+\-|%]/

/** Two words joined by a dot, as in a domain. */
const JOINED = /([\p{L}\p{N}-]+)[.。](?=(\p{L}{2,}))/gu

/** Words that people write before a name, with a dot and sometimes without a space. */
const TITLES = 'dr mr mrs ms mx prof rev st ste sr jr fr br mme mlle ing mag hon sir capt col gen sgt lt phd'.split(' ')
/** After an initial or a title, only a common top-level domain makes a domain: “J.Smith” is a name. */
const COMMON_DOMAINS =
  'com net org info biz io co app dev xyz top site online shop store club live link click page web cloud tech ru cn tk ly gg tv cc ai uk eu fr'.split(
    ' ',
  )

function isDomain(before: string, after: string): boolean {
  const [first, last] = [before.toLowerCase(), after.toLowerCase()]
  const isPartOfName = [...first].length === 1 || TITLES.includes(first)
  return !isPartOfName || COMMON_DOMAINS.includes(last)
}

/**
 * Whether a text may stand for a person. Names are in emails to other people, so a name is no web or email address, and hides nothing.
 * Everything else that people are called is a name; an empty text is left to the rule that requires one.
 */
export function isPersonName(name: string): boolean {
  const text = name.normalize('NFKC')
  if (HIDDEN.test(text) || ADDRESS.test(text) || FORMULA.test(text)) return false
  return ![...text.matchAll(JOINED)].some(([, before, after]) => isDomain(before!, after!))
}
