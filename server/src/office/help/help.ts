import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { answers } from '@foyer/contract/office/help/answers.en.ts'
import { glossary } from '@foyer/contract/office/help/glossary.en.ts'
import { handbook, type Task } from '@foyer/contract/office/help/handbook.en.ts'
import type { OfficeScreenName } from '@foyer/contract/office/pages.ts'
import type { OfficeHandlers } from '../handle.ts'

type Answer = OfficeReply<'office_help'>['answers'][number]

const EVERY_ANSWER = [
  ...new Map(
    Object.values(answers)
      .flat()
      .map(([question, answer]) => [question, { question, answer }]),
  ).values(),
]
const EVERY_WORD = glossary.map(([term, meaning]) => ({ term, meaning }))

/** The questions about a page with their answers; none for a screen in place of a page. */
export const answersAbout = (page: OfficeScreenName | string): Answer[] =>
  (Object.hasOwn(answers, page) ? answers[page]! : []).map(([question, answer]) => ({ question, answer }))

/** Those that have every word of `q` at the beginning of one of theirs; those with all of them in the title come first. */
function matching<T>(all: readonly T[], q: string, textsOf: (one: T) => [title: string, text: string]): T[] {
  const wordsIn = (text: string) =>
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}'-]+/gu) ?? []
  const sought = wordsIn(q)
  const has = (text: string) => {
    const words = wordsIn(text)
    return sought.every((part) => words.some((word) => word.startsWith(part)))
  }
  if (sought.length === 0) return []
  const inTitle = all.filter((one) => has(textsOf(one)[0]))
  return [...inTitle, ...all.filter((one) => !inTitle.includes(one) && has(textsOf(one).join(' ')))]
}

const inList = ({ name, title, about }: Task): OfficeReply<'office_help'>['tasks'][number] => ({ name, title, about })

export const officeHelp: OfficeHandlers['office_help'] = {
  async read({ page, q, task }) {
    const chosen = handbook.find(({ name }) => name === task) ?? null
    if (q === '')
      return {
        page,
        q,
        answers: answersAbout(page),
        words: EVERY_WORD,
        tasks: handbook.map(inList),
        task: chosen as OfficeReply<'office_help'>['task'],
      }
    return {
      page,
      q,
      answers: matching(EVERY_ANSWER, q, ({ question, answer }) => [question, answer]),
      words: matching(EVERY_WORD, q, ({ term, meaning }) => [term, meaning]),
      tasks: matching(handbook, q, ({ title, about, steps }) => [
        title,
        [about, ...steps.map(({ text }) => text)].join(' '),
      ]).map(inList),
      task: null,
    }
  },
}
