import { ERRORS, type ErrorCode } from '@foyer/contract/errors.ts'
import { withAnswer, withoutAnswer } from '@foyer/contract/office/answer.ts'
import { OFFICE_CALLS } from '@foyer/contract/office/calls.ts'
import { office as words } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES, type OfficeLink, type OfficePageName, type OfficeShell } from '@foyer/contract/office/pages.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import { fail } from '@foyer/domain/result.ts'
import { type FailWith, sentenceOf } from '../../http/handle.ts'
import { hasFreshProof } from '../../http/session.ts'
import { sendFile } from '../../office/file.ts'
import { isFailure, type OfficeAnswer, runOfficeCall } from '../../office/handle.ts'
import { HANDLERS } from '../../office/handlers.ts'
import { formOf } from './files.ts'
import { isCall, officePath, type Resume, resumeIn, textsIn } from './resume.ts'
import { type Office, pathOf, provePath, showPage, showRefusal, signInPath, type Visit } from './show.ts'

/** Pages on which people sign in or prove who they are. They may carry a whole form of another page. */
export const PROOF_PAGES: ReadonlySet<OfficePageName> = new Set<OfficePageName>(['sign_in', 'prove'])

/**
 * Runs the call that a form names. On success it redirects, or shows data that can be shown only once. A refusal shows the page
 * with the input. A form from someone who must sign in or prove their identity is kept in the page for that.
 */
export async function postForm(office: Office, visit: Visit, page: OfficePageName) {
  const { request, reply, session } = visit
  const path = pathOf(request)
  // Files from other people are not read.
  if (request.isMultipart?.() && session.staff === null) return reply.redirect(signInPath(path), 303)
  const { form, isTooLarge } = await formOf(request)
  const { call, next, resume: waiting, ...body } = form
  const resume = PROOF_PAGES.has(page) ? resumeIn(waiting) : null
  if (!isCall(call)) return reply.redirect(path, 303)
  const answer: OfficeAnswer = isTooLarge
    ? fail('picture_too_large')
    : await runOfficeCall(office.deps, HANDLERS, call, body, visit)
  if (!isFailure(answer)) {
    if (resume !== null) return resumeForm(office, visit, page, resume)
    const { secret, done } = answer.reply
    // The data is not stored, so this response shows it instead of redirecting.
    if (typeof secret === 'string' && secret !== '') return showPage(office, visit, page, { secret, done })
    const nextPath = withoutAnswer(officePath(answer.reply.next) || officePath(next) || path)
    return sendFile(answer, reply) ?? reply.redirect(withAnswer(nextPath, done), 303)
  }
  if (answer.code === 'not_signed_in' || answer.code === 'proof_too_old')
    return askForProof(office, visit, answer.code, resume ?? { path, call, sent: textsIn(call, body) })
  // No form of a page shows why a file was refused, because its reply would not be a page.
  if ('filename' in OFFICE_CALLS[call].reply.shape) return showRefusal(office, visit, answer)
  const failed = failedForm(answer, call, body)
  return showPage(office, visit, page, { failed, status: ERRORS[answer.code][0], resume })
}

/** Shows the page to sign in or prove one's identity, with the sender's form kept in it. */
const askForProof = (office: Office, visit: Visit, code: 'not_signed_in' | 'proof_too_old', resume: Resume) =>
  code === 'proof_too_old'
    ? showPage(office, visit, 'prove', { status: 403, resume, at: provePath(resume.path) })
    : showPage(office, visit, 'sign_in', { status: 401, resume, at: signInPath(resume.path) })

/** After each step of a page that asks for proof: shows the next step, or the kept form as it was typed. */
async function resumeForm(office: Office, visit: Visit, page: OfficePageName, resume: Resume) {
  const { session } = visit
  await session.refresh()
  const target = pageAt(resume.path)
  if (session.staff === null || !hasFreshProof(session, office.deps.clock.now()) || target === null)
    return showPage(office, visit, page, { resume })
  const { call, sent, path } = resume
  const failed = { call, sent, code: 'resumed', error: words.resumed, problems: {} }
  return showPage(office, visit, target, { failed, at: path })
}

function pageAt(path: string): OfficePageName | null {
  const [at] = path.split('?')
  const found = Object.entries(OFFICE_PAGES).find(([, page]) => page.path === at || page.path === `${at}/`)
  return (found?.[0] as OfficePageName | undefined) ?? null
}

/** The values that a refused form shows again. Unchanged fields show the current saved value instead. */
function failedForm(answer: FailWith<ErrorCode>, call: OfficeCallName, body: object): OfficeShell['failed'] {
  const untouched = new Set(answer.body?.untouched as string[] | undefined)
  const typed = Object.entries(textsIn(call, body)).filter(([name]) => !untouched.has(name.replace(/\[\]$/, '')))
  return {
    call,
    error: sentenceOf(answer),
    code: answer.code,
    sent: Object.fromEntries(typed),
    problems: (answer.body?.problems as Record<string, string> | undefined) ?? {},
    link: answer.body?.link as OfficeLink | undefined,
  }
}
