import type { PageData } from '@foyer/contract/pages.ts'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { isToConfirm } from '../marketing/mailing-list.ts'
import { newsToEnd } from '../marketing/news-link.ts'
import { isToEndReminders } from '../tickets/reminder/opt-out.ts'

/** The page behind links in emails: it joins the mailing list, or ends reminders or an organiser's news. */
export async function mailingListPage(
  deps: Deps,
  request: FastifyRequest,
  query: (name: string) => string | undefined,
): Promise<PageData['mailing_list']> {
  const organiser = await newsToEnd(deps, request)
  return {
    joined: query('joined') === '1',
    confirm: isToConfirm(deps, request),
    ...(query('reminders') === 'off'
      ? { reminders: 'off' as const }
      : isToEndReminders(deps, request) && { reminders: 'ask' as const }),
    ...(query('news') === 'off' ? { news: 'off' as const } : organiser !== null && { news: { organiser } }),
  }
}
