/** The fields that the text of a mailing can use, which are filled in for each recipient. */
export const MAILING_FIELDS = ['first_name', 'name', 'event', 'date', 'place', 'order_number', 'organiser'] as const
export type MailingField = (typeof MAILING_FIELDS)[number]
export type MailingFacts = Record<MailingField, string>

const FIELD = /\{([^{}\n]*)\}/g
const isField = (name: string): name is MailingField => (MAILING_FIELDS as readonly string[]).includes(name)

/** Fields in braces that don't exist, as they were typed. */
export const unknownFields = (text: string): string[] => [
  ...new Set([...text.matchAll(FIELD)].flatMap(([whole, name]) => (isField(name!) ? [] : [whole]))),
]

export const fillFields = (text: string, facts: MailingFacts): string =>
  text.replace(FIELD, (whole, name: string) => (isField(name) ? facts[name] : whole))

export type Part = { kind: 'text' | 'strong'; text: string } | { kind: 'link'; label: string; url: string }
export type Paragraph = { kind: 'lines' | 'list'; lines: Part[][] }

const INLINE = /\*\*([^*\n]+)\*\*|\[([^\]\n]+)\]\((https?:\/\/[^\s()]+)\)|(https?:\/\/[^\s<>()"']*[^\s<>()"'.,;:!?])/g

function partsOf(line: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const match of line.matchAll(INLINE)) {
    if (match.index > at) parts.push({ kind: 'text', text: line.slice(at, match.index) })
    const [whole, strong, label, url, bare] = match
    if (strong !== undefined) parts.push({ kind: 'strong', text: strong })
    else parts.push({ kind: 'link', label: label ?? bare!, url: url ?? bare! })
    at = match.index + whole.length
  }
  if (at < line.length) parts.push({ kind: 'text', text: line.slice(at) })
  return parts
}

/**
 * Reads the text of a mailing: paragraphs between empty lines, `**strong**`, `[text](https://…)`, plain links, and lists of lines that
 * begin with “- ”. Fields are filled after that, so that a name can't become a link.
 */
export function paragraphsOf(text: string, facts: MailingFacts): Paragraph[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map((block) => block.replace(/^\n+|\s+$/g, ''))
    .filter((block) => block !== '')
    .map((block) => {
      const lines = block.split('\n')
      const isList = lines.every((line) => line.startsWith('- '))
      return {
        kind: isList ? 'list' : 'lines',
        lines: lines.map((line) => partsOf(isList ? line.slice(2) : line).map((part) => filled(part, facts))),
      }
    })
}

function filled(part: Part, facts: MailingFacts): Part {
  if (part.kind !== 'link') return { ...part, text: fillFields(part.text, facts) }
  const inUrl = Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, encodeURIComponent(value)]),
  ) as MailingFacts
  return { ...part, label: fillFields(part.label, facts), url: fillFields(part.url, inUrl) }
}
