import { previewing } from '@foyer/contract/office/events/messages.en.ts'
import type { EventPageData } from '@foyer/contract/types.ts'
import { fail } from '@foyer/domain/result.ts'
import { eventPage } from '../../catalogue/read/event-page.ts'
import type { Deps } from '../../deps.ts'
import { compressed } from '../../http/compressed.ts'
import { mailPolicy } from '../../mail/routes.ts'
import { isFailure, runOfficeCall } from '../../office/handle.ts'
import { HANDLERS } from '../../office/handlers.ts'
import { policyOf } from '../document/policy.ts'
import { shellOf } from '../shell.ts'
import { type Office, pathOf, queryOf, redirectToSignIn, showRefusal, type Visit } from './show.ts'

/** An event's page as buyers will see it, drafts too. */
async function previewOf({ db, clock }: Deps, eventId: number): Promise<EventPageData | null> {
  const event = await db.selectFrom('events').select('slug').where('id', '=', eventId).executeTakeFirst()
  return event === undefined ? null : eventPage(db, event.slug, clock.now(), { drafts: true })
}

export async function previewEvent(office: Office, visit: Visit) {
  const { deps, documents } = office
  const { request, reply, session } = visit
  if (session.staff === null) return redirectToSignIn(visit, pathOf(request))
  const answer = await runOfficeCall(deps, HANDLERS, 'office_preview', request.params, visit)
  const shown = isFailure(answer) ? null : await previewOf(deps, Number(answer.reply.event_id))
  if (shown === null) return showRefusal(office, visit, isFailure(answer) ? answer : fail('not_found'))
  const outside = await shellOf(deps, { userId: null, saleId: null, provedEmail: null })
  const accent = shown.event.accent ?? outside.shop.accent
  const html = documents.of('event', shown, { ...outside, notice: previewing.banner }, { noindex: true, accent })
  const policy = policyOf(deps.config, { payment: null, privacy: undefined, accent })
  // guard: preview-sells-nothing
  reply.header('content-security-policy', `${policy}; sandbox allow-same-origin`)
  reply.type('text/html; charset=utf-8').header('referrer-policy', 'same-origin')
  return reply.send(await compressed(request, reply, html))
}

export async function previewMailing(office: Office, visit: Visit) {
  const { request, reply, session } = visit
  if (session.staff === null) return redirectToSignIn(visit, pathOf(request))
  const answer = await runOfficeCall(office.deps, HANDLERS, 'mailing_preview', queryOf(request), visit)
  if (isFailure(answer)) return showRefusal(office, visit, answer)
  // The email contains an organiser's own text, so it may run no script, submit no form, and be framed only by us.
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', mailPolicy(office.deps.config.publicUrl))
    .header('x-frame-options', 'SAMEORIGIN')
    .header('referrer-policy', 'same-origin')
    .send(String(answer.reply.html))
}
