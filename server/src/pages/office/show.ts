import { parse } from 'node:querystring'
import { ERRORS, type ErrorCode } from '@foyer/contract/errors.ts'
import { withoutAnswer } from '@foyer/contract/office/answer.ts'
import { OFFICE_CALLS } from '@foyer/contract/office/calls.ts'
import {
  OFFICE_PAGES,
  type OfficePageData,
  type OfficePageName,
  type OfficeScreenName,
  type OfficeShell,
} from '@foyer/contract/office/pages.ts'
import { openTo } from '@foyer/domain/office/rights.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { compressed } from '../../http/compressed.ts'
import { type FailWith, sentenceOf } from '../../http/handle.ts'
import { isFailure, runOfficeCall } from '../../office/handle.ts'
import { HANDLERS } from '../../office/handlers.ts'
import { answersAbout } from '../../office/help/help.ts'
import { answerShown } from '../../office/log/answer.ts'
import { type OfficeSession, officeSessionOf } from '../../office/session/session.ts'
import type { Documents } from '../document/document.ts'
import { rememberOrganiser } from './last-organiser.ts'
import { carried, officePath, type Resume } from './resume.ts'
import { officeShellOf } from './shell.ts'

const SIGN_IN = OFFICE_PAGES.sign_in.path
export const HOME = OFFICE_PAGES.home.path

export type Office = { deps: Deps; documents: Documents }
/** One request for a page, and who sent it. */
export type Visit = { request: FastifyRequest; reply: FastifyReply; session: OfficeSession }

export async function visitOf({ deps }: Office, request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
  return { request, reply, session: await officeSessionOf(deps, request, reply) }
}

export const queryOf = (request: FastifyRequest) => request.query as Record<string, unknown>
export const pathOf = (request: FastifyRequest): string => withoutAnswer(officePath(request.url)) || HOME
export const signInPath = (here: string) => `${SIGN_IN}?next=${encodeURIComponent(here)}`
export const provePath = (here: string) => `${OFFICE_PAGES.prove.path}?next=${encodeURIComponent(here)}`
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

async function send<P extends OfficeScreenName>(
  { documents }: Office,
  { request, reply }: Visit,
  [status, page, data]: [number, P, OfficePageData[P]],
  shell: OfficeShell,
) {
  const html = documents.office(page, data, shell)
  // A link here may be secret, so other sites don't receive it. With 'no-referrer', forms would be sent without an origin.
  reply.code(status).type('text/html; charset=utf-8').header('referrer-policy', 'same-origin')
  return reply.send(await compressed(request, reply, html))
}

type ShowOptions = {
  status?: number
  /** The input of a refused form. */
  failed?: OfficeShell['failed']
  /** The page to show if it isn't the one requested, with its query. */
  at?: string
  resume?: Resume | null
  secret?: string | null
  /** The answer to an act that the page shows, if it isn't in the address. */
  done?: unknown
}

/** Renders a page from the reply of its call, or redirects to where the person can get the right to see it. */
export async function showPage(
  office: Office,
  visit: Visit,
  page: OfficePageName,
  { status = 200, failed = null, at = visit.request.url, resume = null, secret = null, done }: ShowOptions = {},
) {
  const { deps } = office
  const { request, reply, session } = visit
  const { call } = OFFICE_PAGES[page]
  const query = at === request.url ? queryOf(request) : { ...parse(at.split('?')[1] ?? '') }
  const here = withoutAnswer(officePath(at)) || HOME
  const { action } = OFFICE_CALLS[call]
  if (openTo(action) !== 'anyone' && session.staff === null) return redirectToSignIn(visit, here)
  const own = await officeShellOf(deps, session, Number(query.organiser_id ?? Number.NaN))
  const reader = { staffId: session.staff?.id ?? null, organiserId: own.organiser_id, now: deps.clock.now() }
  const shell: OfficeShell = {
    ...own,
    page_path: here,
    help: { page, answers: answersAbout(page) },
    done: failed === null ? await answerShown(deps.db, reader, done ?? query.done) : null,
    failed,
    secret,
    next: officePath(query.next),
    token: textOf(query.token),
    resume: resume && carried(resume),
  }
  const needsOrganiser = openTo(action) === null
  if (needsOrganiser && query.organiser_id === undefined && shell.organiser_id === null)
    return send(office, visit, [200, 'nothing', null], shell)
  const sent = { ...(shell.organiser_id !== null && { organiser_id: String(shell.organiser_id) }), ...query }
  const answer = await runOfficeCall(deps, HANDLERS, call, sent, visit)
  if (!isFailure(answer)) {
    if (needsOrganiser) await rememberOrganiser(deps, session, Number(sent.organiser_id))
    return send(office, visit, [status, page, answer.reply as OfficePageData[typeof page]], shell)
  }
  if (answer.code === 'proof_too_old') return reply.redirect(provePath(here), 303)
  return send(office, visit, [ERRORS[answer.code][0], 'refused', refusalOf(answer)], shell)
}

function refusalOf(failure: FailWith<ErrorCode>): OfficePageData['refused'] {
  const [status] = ERRORS[failure.code]
  return status === 403 || status === 404 ? { status } : { error: sentenceOf(failure) }
}

/**
 * A link from an email arrives without the cookie, which is SameSite. The page then requests itself again from our own site, so
 * that a signed-in person reaches it.
 */
export function redirectToSignIn({ request, reply }: Visit, here: string) {
  if (request.headers['sec-fetch-site'] !== 'cross-site') return reply.redirect(signInPath(here), 303)
  return reply
    .type('text/html; charset=utf-8')
    .send('<!doctype html><html lang="en-GB"><title>Foyer</title><meta http-equiv="refresh" content="0"></html>')
}

/** Replaces the page's own content when another page shows it in a frame or a window. */
export async function showRefusal(office: Office, visit: Visit, failure: FailWith<ErrorCode>) {
  const shell: OfficeShell = {
    ...(await officeShellOf(office.deps, visit.session, Number.NaN)),
    page_path: pathOf(visit.request),
    help: { page: 'refused', answers: [] },
    next: '',
    token: '',
    failed: null,
    done: null,
    resume: null,
    secret: null,
  }
  return send(office, visit, [ERRORS[failure.code][0], 'refused', refusalOf(failure)], shell)
}
