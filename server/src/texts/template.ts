import { mails } from '@foyer/contract/messages.ts'
import { BUILT_IN, TEMPLATES } from '@foyer/contract/texts/built-in.ts'
import type { Clause, Section } from '@foyer/contract/texts/section.ts'
import type { Language } from '@foyer/domain/format/language.ts'
import type { Trader } from '@foyer/domain/people/legal.ts'
import { CITED_CLAUSE, fillPlaces, hasCitedClause, type TextKind, withAnchors } from '@foyer/domain/people/texts.ts'
import { escapeHtml, htmlOfText } from '../html/sanitise.ts'
import { textInLanguage } from '../language.ts'
import { oneLine } from '../trader.ts'
import type { TextOwner } from './own-texts.ts'

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`

function clauseHtml(number: string, clause: Clause): string {
  if (typeof clause === 'string') return paragraph(`${number} ${clause}`)
  const items = clause.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')
  return `${paragraph(`${number} ${clause.text}`)}<ul>${items}</ul>${paragraph(clause.rest)}`
}

const sectionsHtml = (sections: readonly Section[]): string =>
  sections
    .map(({ title, clauses }, index) => {
      const heading = `<h3>${index + 1}. ${escapeHtml(title)}</h3>`
      return [heading, ...clauses.map((clause, n) => clauseHtml(`${index + 1}.${n + 1}`, clause))].join('\n')
    })
    .join('\n')

/** What the form of a text begins with: the built-in one, with places for what the owner has to say. */
export function templateOf(owner: TextOwner, kind: TextKind, inLanguage: Language): string {
  const words = TEMPLATES[inLanguage]
  if (owner !== null) return `${paragraph(words.ORGANISER_WHO)}\n${sectionsHtml(words.ORGANISER)}`
  const { LEAD, SECTIONS } = BUILT_IN[inLanguage][kind]
  if (kind !== 'terms') return `${paragraph(LEAD)}\n${paragraph(words.WHO)}\n${sectionsHtml(SECTIONS)}`
  // The clause about the law is the second of the last section.
  const [law, ...before] = [...SECTIONS].reverse()
  const clauses = law!.clauses.map((clause, index) => (index === 1 ? words.LAW : clause))
  const sections = [...before.reverse(), { ...law!, clauses }]
  return `${paragraph(words.TERMS)}\n${paragraph(words.WHO)}\n${sectionsHtml(sections)}`
}

/** The text with what the legal details say in its places, in the language of the text. */
export function filledIn(html: string, trader: Trader, inLanguage: Language): string {
  const { part } = trader
  const partName = part === null ? '' : textInLanguage(inLanguage, () => mails[`trader.${part}`])
  const values = {
    'legal name': trader.name,
    address: oneLine(trader.address),
    country: trader.country,
    register: trader.register,
    number: trader.number,
    'vat number': trader.vatNumber,
    phone: trader.phone,
    email: trader.email,
    law: partName || trader.country,
    court: partName,
  }
  return fillPlaces(
    html,
    Object.fromEntries(Object.entries(values).map(([place, value]) => [place, escapeHtml(value)])),
  )
}

/** The citable clause of the built-in terms. */
function citedClause(inLanguage: Language): string {
  const [section, clause] = CITED_CLAUSE.split('.').map(Number)
  return clauseHtml(CITED_CLAUSE, BUILT_IN[inLanguage].terms.SECTIONS[section! - 1]!.clauses[clause! - 1]!)
}

/** A text as it is stored: cleaned, filled in, with anchors. The shop's terms always have clause 4.10, which the basket cites. */
export function storedText(
  typed: string,
  { owner, kind, inLanguage, trader }: { owner: TextOwner; kind: TextKind; inLanguage: Language; trader: Trader },
): string {
  const html = withAnchors(filledIn(htmlOfText(typed), trader, inLanguage))
  if (html === '' || owner !== null || kind !== 'terms' || hasCitedClause(html)) return html
  return `${html}\n${withAnchors(citedClause(inLanguage))}`
}
