import type { PageData } from '@foyer/contract/pages.ts'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { isAwaitingConfirmation } from '../marketing/mailing-list.ts'
import { organiserToUnsubscribe } from '../marketing/news-link.ts'
import { isEndingReminders } from '../tickets/reminder/opt-out.ts'

/** The page behind links in emails: it joins the mailing list, or ends reminders or an organiser's news. */
export async function mailingListPage(
  deps: Deps,
  request: FastifyRequest,
  query: (name: string) => string | undefined,
): Promise<PageData['mailing_list']> {
  const organiser = await organiserToUnsubscribe(deps, request)
  return {
    joined: query('joined') === '1',
    confirm: isAwaitingConfirmation(deps, request),
    ...(query('reminders') === 'off'
      ? { reminders: 'off' as const }
      : isEndingReminders(deps, request) && { reminders: 'ask' as const }),
    ...(query('news') === 'off' ? { news: 'off' as const } : organiser !== null && { news: { organiser } }),
  }
}
