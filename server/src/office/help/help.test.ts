import { answers } from '@foyer/contract/office/help/answers.en.ts'
import { glossary } from '@foyer/contract/office/help/glossary.en.ts'
import { OFFICE_PAGE_NAMES, OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { expect, it } from 'vitest'
import { useShop } from '../../testing/shop.ts'
import { createFullOrganiser } from '../testing/full-organiser.ts'
import { createStaff, inSession, officeBrowser } from '../testing/office.ts'

const shop = useShop('embedded')

async function door() {
  const { organiserId } = await createFullOrganiser(shop())
  const person = await createStaff(shop(), organiserId, 'door')
  return inSession(shop(), { staffId: person.id, email: person.email })
}

it('every page of the office has two to five questions, each with an answer in a few sentences', () => {
  expect(OFFICE_PAGE_NAMES.filter((name) => !Object.hasOwn(answers, name))).toEqual([])
  expect(Object.keys(answers).filter((name) => !Object.hasOwn(OFFICE_PAGES, name))).toEqual([])
  for (const [page, all] of Object.entries(answers)) {
    expect(all.length, page).toBeGreaterThanOrEqual(2)
    expect(all.length, page).toBeLessThanOrEqual(5)
    for (const [question, answer] of all) {
      expect(question, page).toMatch(/^[A-Z].*\?$/)
      expect(answer, question).toMatch(/^[A-Z].*\.$/)
      expect(answer.length, question).toBeLessThanOrEqual(240)
    }
  }
})

it('the glossary has each word once, in the order of the alphabet', () => {
  const terms = glossary.map(([term]) => term)
  expect(terms).toEqual([...new Set(terms)].sort((a, b) => a.localeCompare(b, 'en')))
})

it('the answers of a page and the glossary are for every role', async () => {
  const browser = await door()
  const { body } = await browser.call('office_help', { page: 'events' })
  expect(body.answers).toEqual(answers.events!.map(([q, a]) => ({ question: q, answer: a })))
  expect(body.words).toHaveLength(glossary.length)
  expect((await browser.call('office_help', { page: 'constructor' })).body.answers).toEqual([])
})

it('a search finds answers and words of the glossary by beginnings of words, those in titles first', async () => {
  const browser = await door()
  const find = async (q: string) => {
    const { body } = await browser.call('office_help', { page: 'events', q })
    return body as { answers: { question: string }[]; words: { term: string }[] }
  }
  const shared = await find('SHARED pla')
  expect(shared.words.map(({ term }) => term)).toEqual(['Shared places'])
  expect(shared.answers[0]!.question).toBe('What are shared places?')
  expect((await find('dispute')).words[0]!.term).toBe('Dispute')
  expect(await find('zzz')).toMatchObject({ answers: [], words: [] })
  expect(await find('?!')).toMatchObject({ answers: [], words: [] })
})

it('nobody reads the help without signing in', async () => {
  expect((await officeBrowser(shop().app).call('office_help')).status).toBe(401)
})
