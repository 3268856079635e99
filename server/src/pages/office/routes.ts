import { ERRORS, type ErrorCode } from '@foyer/contract/errors.ts'
import { OFFICE_CALLS } from '@foyer/contract/office/calls.ts'
import { previewing } from '@foyer/contract/office/events/messages.en.ts'
import {
  OFFICE_PAGES,
  OFFICE_SHOWN_EVENT,
  type OfficePageData,
  type OfficePageName,
  type OfficeShell,
  type OfficeShown,
} from '@foyer/contract/office/pages.ts'
import { OFFICE_PATHS, type OfficeCallName } from '@foyer/contract/office/paths.ts'
import type { EventPageData } from '@foyer/contract/types.ts'
import { openTo } from '@foyer/domain/office/rights.ts'
import { fail } from '@foyer/domain/result.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { eventPage } from '../../catalogue/read/event-page.ts'
import type { Deps } from '../../deps.ts'
import { compressed } from '../../http/compressed.ts'
import { type FailWith, sentenceOf } from '../../http/handle.ts'
import { ownPath } from '../../http/own-path.ts'
import { isFailure, type OfficeAnswer, runOfficeCall } from '../../office/handle.ts'
import { HANDLERS } from '../../office/handlers.ts'
import { type OfficeSession, officeSessionOf } from '../../office/session/session.ts'
import type { Documents } from '../document.ts'
import { shellOf } from '../shell.ts'
import { formOf, takingFiles } from './files.ts'
import { officeShellOf } from './shell.ts'

const SIGN_IN = OFFICE_PAGES.sign_in.path
const HOME = OFFICE_PAGES.home.path

/** What was typed, by field name. Names may have one level of brackets. Codes are left out, so that they aren't shown again. */
const textsIn = (form: object, within = ''): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([key, value]): [string, string][] => {
      const name = within === '' ? key : `${within}[${key}]`
      if (typeof value === 'string') return SECRETS.has(key) ? [] : [[name, value]]
      if (Array.isArray(value)) return [[`${name}[]`, value.filter((one) => typeof one === 'string').join('\n')]]
      return within === '' && typeof value === 'object' && value !== null ? Object.entries(textsIn(value, key)) : []
    }),
  )
/** Fields that weren't changed show the current saved value. */
const untouchedIn = ({ body }: FailWith<ErrorCode>): Set<string> => new Set(body?.untouched as string[] | undefined)
const SECRETS = new Set(['call', 'next', 'code', 'response', 'token', 'upload'])
/** Pages with a form that sends a file. */
const WITH_FILES: ReadonlySet<OfficePageName> = new Set<OfficePageName>(['event_picture', 'brand', 'shop'])

const problemsIn = ({ body }: FailWith<ErrorCode>): Record<string, string> =>
  (body?.problems as Record<string, string> | undefined) ?? {}

/** Returns the path if it is within the office; otherwise an empty string. */
const officePath = (wanted: unknown): string => {
  const path = typeof wanted === 'string' ? ownPath(wanted) : ''
  return path.startsWith(HOME) ? path : ''
}

const queryOf = (request: FastifyRequest) => request.query as Record<string, unknown>
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const isCall = (name: unknown): name is OfficeCallName => typeof name === 'string' && Object.hasOwn(OFFICE_PATHS, name)
const toSignIn = (here: string) => `${SIGN_IN}?next=${encodeURIComponent(here)}`
const toProve = (here: string) => `${OFFICE_PAGES.prove.path}?next=${encodeURIComponent(here)}`

/**
 * The pages of the office. Each is rendered from the reply of one call, under that call's right. A form posts to its own page
 * with the name of its call, so it works without JavaScript: success redirects, a refusal shows the page with the input.
 */
export async function officePages(app: FastifyInstance, deps: Deps, documents: Documents): Promise<void> {
  async function send<P extends OfficeShown>(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    [status, page, data]: [number, P, OfficePageData[P]],
    shell: OfficeShell,
  ) {
    const html = documents.office(page, data, shell)
    // A link here may be secret, so other sites don't receive it. With 'no-referrer', forms would be sent without an origin.
    reply.code(status).type('text/html; charset=utf-8').header('referrer-policy', 'same-origin')
    return reply.send(await compressed(request, reply, html))
  }

  async function show(
    page: OfficePageName,
    request: FastifyRequest,
    reply: FastifyReply,
    session: OfficeSession,
    failed: { shell: OfficeShell['failed']; status: number } = { shell: null, status: 200 },
  ) {
    const { call } = OFFICE_PAGES[page]
    const query = queryOf(request)
    const here = officePath(request.url) || HOME
    const { action } = OFFICE_CALLS[call]
    if (openTo(action) !== 'anyone' && session.staff === null) return leadToSignIn(request, reply, here)
    const shell: OfficeShell = {
      ...(await officeShellOf(deps, session, Number(query.organiser_id ?? Number.NaN))),
      here,
      next: officePath(query.next),
      token: textOf(query.token),
      failed: failed.shell,
    }
    const needsOrganiser = openTo(action) === null
    if (needsOrganiser && query.organiser_id === undefined && shell.organiser_id === null)
      return send({ request, reply }, [200, 'nothing', null], shell)
    const sent = { ...(shell.organiser_id !== null && { organiser_id: String(shell.organiser_id) }), ...query }
    const answer = await runOfficeCall(deps, HANDLERS, call, sent, { request, reply, session })
    if (!isFailure(answer))
      return send({ request, reply }, [failed.status, page, answer.reply as OfficePageData[typeof page]], shell)
    if (answer.code === 'proof_too_old') return reply.redirect(toProve(here), 303)
    const status = ERRORS[answer.code][0]
    return send({ request, reply }, [status, 'refused', { status: status === 403 ? 403 : 404 }], shell)
  }

  /**
   * A link from an email arrives without the cookie, which is SameSite. A page that requests itself again comes from our own
   * site, so that a signed-in person reaches the page of the link.
   */
  function leadToSignIn(request: FastifyRequest, reply: FastifyReply, here: string) {
    if (request.headers['sec-fetch-site'] !== 'cross-site') return reply.redirect(toSignIn(here), 303)
    return reply
      .type('text/html; charset=utf-8')
      .send('<!doctype html><html lang="en-GB"><title>Foyer</title><meta http-equiv="refresh" content="0"></html>')
  }

  app.get(OFFICE_SHOWN_EVENT, async (request, reply) => {
    const session = await officeSessionOf(deps, request, reply)
    const here = officePath(request.url) || HOME
    if (session.staff === null) return leadToSignIn(request, reply, here)
    const answer = await runOfficeCall(deps, HANDLERS, 'office_preview', queryOf(request), { request, reply, session })
    const shown = isFailure(answer) ? null : await previewOf(deps, Number(answer.reply.event_id))
    if (shown === null) {
      const shell = { ...(await officeShellOf(deps, session, Number.NaN)), here, next: '', token: '', failed: null }
      const status = isFailure(answer) && ERRORS[answer.code][0] === 403 ? 403 : 404
      return send({ request, reply }, [status, 'refused', { status }], shell)
    }
    const html = documents.of('event', shown, await shellOf(deps, { userId: null, saleId: null }), {
      noindex: true,
      banner: previewing.banner,
    })
    // guard: preview-sells-nothing
    reply.header('content-security-policy', `${reply.getHeader('content-security-policy')}; sandbox allow-same-origin`)
    reply.type('text/html; charset=utf-8').header('referrer-policy', 'same-origin')
    return reply.send(await compressed(request, reply, html))
  })

  for (const [name, { path }] of Object.entries(OFFICE_PAGES) as [OfficePageName, { path: string }][]) {
    app.get(path, async (request, reply) => {
      const session = await officeSessionOf(deps, request, reply)
      // Signed in already.
      if (name === 'sign_in' && session.staff !== null)
        return reply.redirect(officePath(queryOf(request).next) || HOME, 303)
      return show(name, request, reply, session)
    })
    const post = async (request: FastifyRequest, reply: FastifyReply) => {
      const here = officePath(request.url) || HOME
      const session = await officeSessionOf(deps, request, reply)
      // Nobody else's file is even read.
      if (request.isMultipart?.() && session.staff === null) return reply.redirect(toSignIn(here), 303)
      const { form, isTooLarge } = await formOf(request)
      const { call, next, ...body } = form
      if (!isCall(call)) return reply.redirect(here, 303)
      const answer: OfficeAnswer = isTooLarge
        ? fail('picture_too_large')
        : await runOfficeCall(deps, HANDLERS, call, body, { request, reply, session })
      if (!isFailure(answer))
        return fileIn(answer, reply) ?? reply.redirect(officePath(answer.reply.next) || officePath(next) || here, 303)
      if (answer.code === 'not_signed_in') return reply.redirect(toSignIn(here), 303)
      if (answer.code === 'proof_too_old') return reply.redirect(toProve(here), 303)
      const shell = {
        ...{ call, error: sentenceOf(answer), code: answer.code },
        sent: Object.fromEntries(
          Object.entries(textsIn(body)).filter(([name]) => !untouchedIn(answer).has(name.replace(/\[\]$/, ''))),
        ),
        problems: problemsIn(answer),
      }
      return show(name, request, reply, session, { shell, status: ERRORS[answer.code][0] })
    }
    if (WITH_FILES.has(name)) await takingFiles(app, (within) => within.post(path, post))
    else app.post(path, post)
  }
}

/** An event's page as buyers will see it, drafts too. */
async function previewOf({ db, clock }: Deps, eventId: number): Promise<EventPageData | null> {
  const event = await db.selectFrom('events').select('slug').where('id', '=', eventId).executeTakeFirst()
  return event === undefined ? null : eventPage(db, event.slug, clock.now(), { drafts: true })
}

/** Downloads a reply that is a file. */
function fileIn(answer: OfficeAnswer, reply: FastifyReply) {
  if (isFailure(answer) || typeof answer.reply.filename !== 'string') return null
  const { base64, text } = answer.reply
  return reply
    .type(String(answer.reply.content_type))
    .header('content-disposition', `attachment; filename="${answer.reply.filename}"`)
    .send(typeof base64 === 'string' ? Buffer.from(base64, 'base64') : text)
}
