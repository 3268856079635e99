import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Language, languageFrom } from '@foyer/domain/format/language.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { fill } from './fill.ts'

/**
 * Every sentence with a placeholder, of the shop and of the office, as it reads with 0, 1 and 2. A noun after a number takes its form
 * from the number, as in '{n|ticket|tickets}'; a sentence that doesn't is found by its words, so a new one needs nothing here.
 */

const ROOT = dirname(fileURLToPath(import.meta.url))
const LANGUAGE_FILES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.(en|fr)\.ts$|(^|\/)errors\.ts$/.test(file),
)

/** Texts that the documents quote, exactly as there: `spec` in messages.test.ts compares them. */
const QUOTED = new Set([
  'You can only reserve {n} tickets of this type',
  'You must purchase a minimum of {n} tickets of this type',
  'Please type both your first and last name(s)',
  'Unable to reserve ticket(s). Please try again later',
])

/** A placeholder that is no count before a noun: '2nd place', 'the Spring gala event'. */
const NO_COUNTS = new Set(['waiting.lead', 'link.findPlaceToStayNearEvent'])

/** Words that end like a plural and follow a placeholder that is no number, or are none. */
const NO_PLURALS: Record<Language, RegExp> = {
  en: /^(is|was|has|his|this|as|its|us|isn’t|doesn’t|minus|plus|less|needs|has|goes|becomes|writes|ends|admits|allows|costs|takes|gets|lets|says|works|stays|expires|starts|sends|asks|pays|wants|opens|begins|moves|changes|falls|adds|hasn’t|invites|comes|address|ms|holds|keeps|matches)$/,
  fr: /^(dans|vous|nous|sans|plus|moins|pas|sous|puis|mais|dès|très|vers|depuis|après|aux|les|des|ses|ces|mes|vos|nos|leurs|deux|six|dix|fois|mois|corps|prix|envers|jamais|est|temps|choix|voix|toujours|reçus|admis)$/,
}
const PLURAL: Record<Language, RegExp> = {
  en: /(?<![\d,.£€$])1 (?:more |other |new )?(people|[a-z’]+s)(?![a-z])/g,
  fr: /(?<![\d,.£€$])[01] (?:autres? )?([a-zéèêàûçîï]+[sx])(?![a-zéèêàûçîï’])/g,
}
/** A verb that doesn't agree with one: '1 ticket are', '1 of your events are', '1 person keep'. */
const DISAGREES = /(?<![\d,.])1 (?:[a-z]+ |of [a-z ]+ )(are|were|have|hold|keep|need)\b/

/** Forms that aren't nouns. */
const VERBS = /^$|^(is|was|it|matches|keeps|stays|moves|the)\b/

type Sentence = { file: string; key: string; text: string }

function* sentencesIn(value: unknown, file: string, key: string): Generator<Sentence> {
  if (typeof value === 'string') yield { file, key, text: value }
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) yield* sentencesIn(inner, file, `${key}.${name}`)
}
const all: Sentence[] = []
for (const file of LANGUAGE_FILES) {
  const module: Record<string, unknown> = await import(pathToFileURL(join(ROOT, file)).href)
  for (const [name, value] of Object.entries(module)) all.push(...sentencesIn(value, file, name))
}
const languageOf = ({ file }: Sentence): Language => (file.endsWith('.fr.ts') ? 'fr' : 'en')
const withNumbers = all.filter(
  ({ key, text }) => text.includes('{') && !QUOTED.has(text) && !NO_COUNTS.has(key.split('.').slice(1).join('.')),
)

/** The sentence with each of its placeholders being this number. */
function read({ text }: Pick<Sentence, 'text'>, n: number): string {
  const values = Object.fromEntries([...text.matchAll(/\{([^}|]+)/g)].map(([, name]) => [name!, n]))
  return fill(text as string, values as never)
}

let spoken: Language = 'en'
languageFrom(() => spoken)
afterAll(() => languageFrom(() => 'en'))
const readIn = (sentence: Sentence, n: number): string => {
  spoken = languageOf(sentence)
  return read(sentence, n)
}

describe('sentences with numbers', () => {
  it('are found in both languages', () => {
    for (const language of ['en', 'fr'] as const)
      expect(withNumbers.filter((sentence) => languageOf(sentence) === language).length).toBeGreaterThan(100)
  })

  it.for([0, 1])('have no plural where their language has the singular: %i', (n) => {
    const wrong = withNumbers.flatMap((sentence) => {
      const language = languageOf(sentence)
      // English has the plural for 0, and French the singular.
      if (n === 0 && language === 'en') return []
      const text = readIn(sentence, n)
      const plurals = [...text.matchAll(PLURAL[language])].filter(([, word]) => !NO_PLURALS[language].test(word!))
      const disagrees = language === 'en' && DISAGREES.test(text)
      return plurals.length > 0 || disagrees ? [`${sentence.file} ${sentence.key}: ${text}`] : []
    })
    expect(wrong.join('\n')).toBe('')
  })

  it('have no singular with 2, for every noun that a sentence counts', () => {
    const singulars = new Map<Language, Set<string>>([
      ['en', new Set()],
      ['fr', new Set()],
    ])
    for (const sentence of withNumbers)
      for (const [, one, other] of sentence.text.matchAll(/\{[^}|]+\|([^}|]*)\|([^}|]*)/g))
        if (one !== other && !VERBS.test(one!)) singulars.get(languageOf(sentence))!.add(one!.split(' ')[0]!)
    const wrong = withNumbers.flatMap((sentence) => {
      const text = readIn(sentence, 2)
      const [, noun] = /(?<![\d,.])2 ([\p{L}’]+)(?!\p{L})/u.exec(text) ?? []
      return noun && singulars.get(languageOf(sentence))!.has(noun) ? [`${sentence.file} ${sentence.key}: ${text}`] : []
    })
    expect(wrong.join('\n')).toBe('')
  })

  it('never write both forms, as in ticket(s), and never put an ending together with its word', () => {
    const wrong = all.filter(
      ({ text }) => (!QUOTED.has(text) && /\p{L}\((s|es|x|e)\)/u.test(text)) || /\p{L}\{\w{1,2}\}/u.test(text),
    )
    expect(wrong.map(({ file, key, text }) => `${file} ${key}: ${text}`).join('\n')).toBe('')
  })

  it('finds what it is for', () => {
    const sentence = (text: string) => ({ file: 'x.en.ts', key: 'x', text })
    for (const text of ['{n} people', '{n} tickets', '{n} of your other events are there'])
      expect(
        readIn(sentence(text), 1).search(PLURAL.en) + 1 || DISAGREES.test(readIn(sentence(text), 1)),
        text,
      ).toBeTruthy()
  })
})
