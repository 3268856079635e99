import {
  OFFICE_EVENT_PREVIEW,
  OFFICE_MAILING_PREVIEW,
  OFFICE_PAGE_NAMES,
  officePage,
} from '@foyer/contract/office/pages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Documents } from '../document/document.ts'
import { takingFiles } from './files.ts'
import { PROOF_PAGES, postForm } from './post.ts'
import { previewEvent, previewMailing } from './previews.ts'
import { officePath } from './resume.ts'
import { HOME, queryOf, showPage, visitOf } from './show.ts'

const LARGEST_CARRIED = 1024 * 1024

/**
 * The pages of the office. Each is rendered from the reply of one call, under that call's right. A form posts to its own page
 * with the name of its call, so it works without JavaScript: success redirects, a refusal shows the page with the input.
 */
export async function officePages(app: FastifyInstance, deps: Deps, documents: Documents): Promise<void> {
  const office = { deps, documents }
  app.get(OFFICE_EVENT_PREVIEW, async (request, reply) => previewEvent(office, await visitOf(office, request, reply)))
  app.get(OFFICE_MAILING_PREVIEW, async (request, reply) =>
    previewMailing(office, await visitOf(office, request, reply)),
  )

  for (const page of OFFICE_PAGE_NAMES) {
    const { path, takesFiles } = officePage(page)!
    app.get(path, async (request, reply) => {
      const visit = await visitOf(office, request, reply)
      const isSignedIn = visit.session.staff !== null
      if (page === 'sign_in' && isSignedIn) return reply.redirect(officePath(queryOf(request).next) || HOME, 303)
      return showPage(office, visit, page)
    })
    const post = async (request: FastifyRequest, reply: FastifyReply) =>
      postForm(office, await visitOf(office, request, reply), page)
    if (takesFiles) await takingFiles(app, (within) => within.post(path, post))
    else app.post(path, PROOF_PAGES.has(page) ? { bodyLimit: LARGEST_CARRIED } : {}, post)
  }
}
