import { parse } from 'node:querystring'
import { ERRORS, type ErrorCode } from '@foyer/contract/errors.ts'
import { OFFICE_CALLS } from '@foyer/contract/office/calls.ts'
import { previewing } from '@foyer/contract/office/events/messages.en.ts'
import { office as words } from '@foyer/contract/office/messages.ts'
import {
  OFFICE_PAGES,
  OFFICE_SHOWN_EVENT,
  OFFICE_SHOWN_MAILING,
  type OfficePageData,
  type OfficePageName,
  type OfficeShell,
  type OfficeShown,
} from '@foyer/contract/office/pages.ts'
import type { EventPageData } from '@foyer/contract/types.ts'
import { openTo } from '@foyer/domain/office/rights.ts'
import { fail } from '@foyer/domain/result.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { eventPage } from '../../catalogue/read/event-page.ts'
import type { Deps } from '../../deps.ts'
import { compressed } from '../../http/compressed.ts'
import { type FailWith, sentenceOf } from '../../http/handle.ts'
import { hasFreshProof } from '../../http/session.ts'
import { mailPolicy } from '../../mail/routes.ts'
import { sendFile } from '../../office/file.ts'
import { isFailure, type OfficeAnswer, runOfficeCall } from '../../office/handle.ts'
import { HANDLERS } from '../../office/handlers.ts'
import { type OfficeSession, officeSessionOf } from '../../office/session/session.ts'
import type { Documents } from '../document.ts'
import { policyOf } from '../policy.ts'
import { shellOf } from '../shell.ts'
import { formOf, takingFiles } from './files.ts'
import { rememberOrganiser } from './last-organiser.ts'
import { carried, isCall, officePath, type Resume, resumeIn, textsIn } from './resume.ts'
import { officeShellOf } from './shell.ts'

const SIGN_IN = OFFICE_PAGES.sign_in.path
const HOME = OFFICE_PAGES.home.path

/** Fields that weren't changed show the current saved value. */
const untouchedIn = ({ body }: FailWith<ErrorCode>): Set<string> => new Set(body?.untouched as string[] | undefined)
/** Pages with a form that sends a file. */
const WITH_FILES: ReadonlySet<OfficePageName> = new Set<OfficePageName>(['event_picture', 'brand', 'shop'])

const problemsIn = ({ body }: FailWith<ErrorCode>): Record<string, string> =>
  (body?.problems as Record<string, string> | undefined) ?? {}

const queryOf = (request: FastifyRequest) => request.query as Record<string, unknown>
/** Pages on which people sign in or prove who they are. They may carry a whole form of another page. */
const PROOF_PAGES: ReadonlySet<OfficePageName> = new Set<OfficePageName>(['sign_in', 'prove'])
const LARGEST_CARRIED = 1024 * 1024
const pageAt = (path: string): OfficePageName | null => {
  const [at] = path.split('?')
  const found = Object.entries(OFFICE_PAGES).find(([, page]) => page.path === at || page.path === `${at}/`)
  return (found?.[0] as OfficePageName | undefined) ?? null
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
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
    {
      at = request.url,
      resume = null,
      secret = null,
      ...failed
    }: { shell: OfficeShell['failed']; status: number; at?: string; resume?: Resume | null; secret?: string | null } = {
      shell: null,
      status: 200,
    },
  ) {
    const { call } = OFFICE_PAGES[page]
    const query = at === request.url ? queryOf(request) : { ...parse(at.split('?')[1] ?? '') }
    const here = officePath(at) || HOME
    const { action } = OFFICE_CALLS[call]
    if (openTo(action) !== 'anyone' && session.staff === null) return leadToSignIn(request, reply, here)
    const shell: OfficeShell = {
      ...(await officeShellOf(deps, session, Number(query.organiser_id ?? Number.NaN))),
      here,
      next: officePath(query.next),
      token: textOf(query.token),
      failed: failed.shell,
      resume: resume && carried(resume),
      secret,
    }
    const needsOrganiser = openTo(action) === null
    if (needsOrganiser && query.organiser_id === undefined && shell.organiser_id === null)
      return send({ request, reply }, [200, 'nothing', null], shell)
    const sent = { ...(shell.organiser_id !== null && { organiser_id: String(shell.organiser_id) }), ...query }
    const answer = await runOfficeCall(deps, HANDLERS, call, sent, { request, reply, session })
    if (!isFailure(answer) && needsOrganiser) await rememberOrganiser(deps, session, Number(sent.organiser_id))
    if (!isFailure(answer))
      return send({ request, reply }, [failed.status, page, answer.reply as OfficePageData[typeof page]], shell)
    if (answer.code === 'proof_too_old') return reply.redirect(toProve(here), 303)
    const status = ERRORS[answer.code][0]
    return send({ request, reply }, [status, 'refused', { status: status === 403 ? 403 : 404 }], shell)
  }

  /** Who the sender is must be known first. Their form waits in that page. */
  const ask = (
    page: 'sign_in' | 'prove',
    request: FastifyRequest,
    reply: FastifyReply,
    session: OfficeSession,
    resume: Resume,
  ) =>
    show(page, request, reply, session, {
      ...{ shell: null, status: page === 'prove' ? 403 : 401, resume },
      at: page === 'prove' ? toProve(resume.path) : toSignIn(resume.path),
    })

  /** After each step of a page that asks: asks further, or shows the form that waits as it was typed. */
  async function goOn(
    page: OfficePageName,
    request: FastifyRequest,
    reply: FastifyReply,
    session: OfficeSession,
    resume: Resume,
  ) {
    await session.refresh()
    const target = pageAt(resume.path)
    if (session.staff === null || !hasFreshProof(session, deps.clock.now()) || target === null)
      return show(page, request, reply, session, { shell: null, status: 200, resume })
    const { call, sent, path } = resume
    const shell = { call, sent, code: 'resumed', error: words.resumed, problems: {} }
    return show(target, request, reply, session, { shell, status: 200, at: path })
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

  /** In place of what another page shows in a frame or a window. */
  async function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    session: OfficeSession,
    { code }: FailWith<ErrorCode>,
  ) {
    const shell = {
      ...(await officeShellOf(deps, session, Number.NaN)),
      here: officePath(request.url) || HOME,
      ...{ next: '', token: '', failed: null, resume: null, secret: null },
    }
    const status = ERRORS[code][0] === 403 ? 403 : 404
    return send({ request, reply }, [status, 'refused', { status }], shell)
  }

  app.get(OFFICE_SHOWN_EVENT, async (request, reply) => {
    const session = await officeSessionOf(deps, request, reply)
    const here = officePath(request.url) || HOME
    if (session.staff === null) return leadToSignIn(request, reply, here)
    const answer = await runOfficeCall(deps, HANDLERS, 'office_preview', request.params, { request, reply, session })
    const shown = isFailure(answer) ? null : await previewOf(deps, Number(answer.reply.event_id))
    if (shown === null) return refuse(request, reply, session, isFailure(answer) ? answer : fail('not_found'))
    const outside = await shellOf(deps, { userId: null, saleId: null, provedEmail: null })
    const accent = shown.event.accent ?? outside.shop.accent
    const html = documents.of('event', shown, { ...outside, notice: previewing.banner }, { noindex: true, accent })
    const policy = policyOf(deps.config, { payment: null, privacy: undefined, accent })
    // guard: preview-sells-nothing
    reply.header('content-security-policy', `${policy}; sandbox allow-same-origin`)
    reply.type('text/html; charset=utf-8').header('referrer-policy', 'same-origin')
    return reply.send(await compressed(request, reply, html))
  })

  app.get(OFFICE_SHOWN_MAILING, async (request, reply) => {
    const session = await officeSessionOf(deps, request, reply)
    if (session.staff === null) return leadToSignIn(request, reply, officePath(request.url) || HOME)
    const answer = await runOfficeCall(deps, HANDLERS, 'mailing_preview', queryOf(request), { request, reply, session })
    if (isFailure(answer)) return refuse(request, reply, session, answer)
    // It is an organiser's own words: no script, no form, nobody's frame but ours.
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', mailPolicy(deps.config.publicUrl))
      .header('x-frame-options', 'SAMEORIGIN')
      .header('referrer-policy', 'same-origin')
      .send(String(answer.reply.html))
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
      const { call, next, resume: waiting, ...body } = form
      const resume = PROOF_PAGES.has(name) ? resumeIn(waiting) : null
      if (!isCall(call)) return reply.redirect(here, 303)
      const answer: OfficeAnswer = isTooLarge
        ? fail('picture_too_large')
        : await runOfficeCall(deps, HANDLERS, call, body, { request, reply, session })
      if (!isFailure(answer) && resume !== null) return goOn(name, request, reply, session, resume)
      // It is nowhere else, so this answer shows it instead of leading to a page.
      if (!isFailure(answer) && typeof answer.reply.secret === 'string' && answer.reply.secret !== '')
        return show(name, request, reply, session, { shell: null, status: 200, secret: answer.reply.secret })
      if (!isFailure(answer))
        return sendFile(answer, reply) ?? reply.redirect(officePath(answer.reply.next) || officePath(next) || here, 303)
      if (answer.code === 'not_signed_in' || answer.code === 'proof_too_old') {
        const page = answer.code === 'not_signed_in' ? 'sign_in' : 'prove'
        return ask(page, request, reply, session, resume ?? { path: here, call, sent: textsIn(call, body) })
      }
      const shell = {
        ...{ call, error: sentenceOf(answer), code: answer.code },
        sent: Object.fromEntries(
          Object.entries(textsIn(call, body)).filter(([name]) => !untouchedIn(answer).has(name.replace(/\[\]$/, ''))),
        ),
        problems: problemsIn(answer),
      }
      return show(name, request, reply, session, { shell, status: ERRORS[answer.code][0], resume })
    }
    if (WITH_FILES.has(name)) await takingFiles(app, (within) => within.post(path, post))
    else app.post(path, PROOF_PAGES.has(name) ? { bodyLimit: LARGEST_CARRIED } : {}, post)
  }
}

/** An event's page as buyers will see it, drafts too. */
async function previewOf({ db, clock }: Deps, eventId: number): Promise<EventPageData | null> {
  const event = await db.selectFrom('events').select('slug').where('id', '=', eventId).executeTakeFirst()
  return event === undefined ? null : eventPage(db, event.slug, clock.now(), { drafts: true })
}
