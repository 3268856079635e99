import { z } from 'zod'
import { T, text } from '../../call.ts'
import { officeCall } from './spec.ts'

/** A question about a page of the office, with its answer. */
export const HelpAnswer = z.object({ question: z.string(), answer: z.string() })

const Step = z.object({ text: z.string(), picture: z.object({ name: z.string(), alt: z.string() }).optional() })
const Task = z.object({
  name: z.string(),
  title: z.string(),
  about: z.string(),
  steps: z.array(Step),
  after: z.string().optional(),
})

export const officeHelpCalls = {
  office_help: officeCall({
    summary:
      'Returns the answers about a page of the office with the glossary, or those that have the words searched for; or a task of the handbook.',
    action: 'own_account',
    body: z.object({ page: text(T.code), q: text(T.name), task: text(T.code) }),
    reply: z.object({
      page: z.string(),
      q: z.string(),
      answers: z.array(HelpAnswer),
      words: z.array(z.object({ term: z.string(), meaning: z.string() })),
      /** the handbook; none in a search that found none */
      tasks: z.array(Task.pick({ name: true, title: true, about: true })),
      /** the one that was asked for */
      task: Task.nullable(),
    }),
    fails: [],
  }),
}
