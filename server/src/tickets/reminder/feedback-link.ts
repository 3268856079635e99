import { FEEDBACK_OPEN } from '@foyer/contract/pages.ts'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { seal, unseal } from '../../http/links/sealed-link.ts'

const PURPOSE = 'feedback link'

/** The order, the event, and the name of the ticket holder. */
const About = z.object({ saleId: z.number(), eventId: z.number(), name: z.string() })
export type FeedbackAbout = z.output<typeof About>

/** The link to a ticket holder's feedback form. It shows no personal data and gives access to nothing else. */
export const feedbackUrl = (deps: Pick<Deps, 'config' | 'random'>, about: FeedbackAbout): string =>
  `${deps.config.publicUrl}${FEEDBACK_OPEN}?link=${seal(deps, PURPOSE, about)}`

export const readFeedbackLink = (deps: Pick<Deps, 'config'>, token: string): FeedbackAbout | null =>
  unseal(deps, PURPOSE, About, token)
