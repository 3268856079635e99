import { z } from 'zod'
import { T, text } from '../../call.ts'
import { officeCall } from './spec.ts'

/** A question about a page of the office, with its answer. */
export const HelpAnswer = z.object({ question: z.string(), answer: z.string() })

export const officeHelpCalls = {
  office_help: officeCall({
    summary:
      'Returns the answers about a page of the office with the glossary, or those that have the words searched for.',
    action: 'own_account',
    body: z.object({ page: text(T.code), q: text(T.name) }),
    reply: z.object({
      page: z.string(),
      q: z.string(),
      answers: z.array(HelpAnswer),
      words: z.array(z.object({ term: z.string(), meaning: z.string() })),
    }),
    fails: [],
  }),
}
