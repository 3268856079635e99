import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import serveStatic from '@fastify/static'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import qs from 'qs'
import { accountRoutes } from './account/routes.ts'
import { afterSaleRoutes } from './after-sale/routes.ts'
import { apiRoutes } from './api/routes.ts'
import { basketRoutes } from './basket/routes.ts'
import { captchaRoutes } from './captcha/routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { asUnavailable } from './db/connection/unavailable.ts'
import { QueueFull } from './db/transaction/combine.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import type { Deps } from './deps.ts'
import { donationRoutes } from './donation/routes.ts'
import { sendFail } from './http/handle.ts'
import { setLanguageOfRequests } from './http/language.ts'
import { limitBodies } from './http/limits/bodies.ts'
import { type ConnectionLimits, connectionLimits, serverTimes } from './http/limits/connection-limits.ts'
import { limitConnections } from './http/limits/connections.ts'
import { refuseOtherMethods } from './http/methods.ts'
import { newRequestId, observe } from './http/observe.ts'
import { operatorRoutes } from './http/operator.ts'
import { guardHeaders, refuseCrowdedBodies, refuseNul, refuseOtherSites } from './http/security.ts'
import { guardTrialPages } from './http/trial-pages.ts'
import { withLanguage } from './language.ts'
import { bounceRoutes, mailboxRoutes } from './mail/routes.ts'
import { officeRoutes } from './office/routes.ts'
import type { Documents } from './pages/document/document.ts'
import { failurePage, opensPage } from './pages/document/failure.ts'
import { PAGE_HEADERS } from './pages/document/policy.ts'
import { officePages } from './pages/office/routes.ts'
import { pageRoutes } from './pages/routes.ts'
import { paymentRoutes } from './payment/routes.ts'
import { pictureRoutes } from './pictures/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { questionRoutes } from './questions/routes.ts'
import { doorRoutes } from './tickets/door/routes.ts'
import { ticketAttachments } from './tickets/paper/attachments.ts'
import { passkitRoutes } from './tickets/wallet/passkit.ts'
import { waitingRoutes } from './waiting-list/routes.ts'
import { waitingRoomRoutes } from './waiting-room/routes.ts'

const MAX_BODY = 256 * 1024
/**
 * Allows more than any form of the shop needs; the parser ignores the rest. Lists keep their holes, because the position in a
 * list may be an id (organiser_subscribed_marketing[12]=1).
 */
const FORM = { depth: 5, arrayLimit: 200, parameterLimit: 1000, allowSparse: true }

/** Builds the whole shop from its dependencies. Every area is registered here by hand. */
export async function buildApp(
  deps: Deps,
  documents: Documents | null,
  limits: ConnectionLimits = connectionLimits(deps.config),
): Promise<FastifyInstance> {
  const { config, log } = deps
  const hops = config.trustProxy
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY,
    ...serverTimes(limits),
    // Hops are counted from our side, because the framework's own count trusts no proxy.
    trustProxy: typeof hops === 'number' ? (_: string, hop: number) => hop < hops : hops,
    routerOptions: { ignoreTrailingSlash: true },
    // A URL that can't be decoded would be answered before any hook runs, so it is replaced by one with NUL, which a hook
    // refuses.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : '/%00'),
    genReqId: newRequestId,
  })

  limitConnections(app, limits, config, deps.metrics)
  limitBodies(app, limits, deps.metrics)
  const refuseUnregistered = refuseOtherMethods(app)
  observe(app, deps)
  await app.register(cookie, { secret: [...config.sessionSecrets] })
  setLanguageOfRequests(app, config)
  await app.register(formbody, { parser: (text) => qs.parse(text, FORM) as Record<string, unknown> })
  await guardHeaders(app, config, PAGE_HEADERS)
  refuseNul(app)
  guardTrialPages(app, config)
  refuseOtherSites(app, config)
  refuseCrowdedBodies(app)
  answerErrors(app, documents && failurePage(deps, documents))

  if (documents) {
    await app.register(serveStatic, {
      root: `${documents.clientDir}/assets`,
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
      index: false,
    })
    pageRoutes(app, deps, documents)
    await officePages(app, deps, documents)
  }
  pictureRoutes(app, deps)
  catalogueRoutes(app, deps)
  basketRoutes(app, deps)
  checkoutRoutes(app, deps)
  captchaRoutes(app, deps)
  accountRoutes(app, deps)
  donationRoutes(app, deps)
  deliveryRoutes(app, deps)
  questionRoutes(app, deps)
  paymentRoutes(app, deps)
  afterSaleRoutes(app, deps)
  waitingRoutes(app, deps)
  waitingRoomRoutes(app, deps)
  privacyRoutes(app, deps)
  officeRoutes(app, deps)
  apiRoutes(app, deps)
  doorRoutes(app, deps)
  passkitRoutes(app, deps)
  mailboxRoutes(app, deps, ticketAttachments)
  bounceRoutes(app, deps)
  operatorRoutes(app, deps)
  refuseUnregistered()
  return app
}

/** Bad input returns a clear 4xx. Anything thrown is a bug or an outage, which goes to the log and not to the buyer. */
function answerErrors(app: FastifyInstance, showFailure: ReturnType<typeof failurePage> | null): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error.statusCode === 413)
      return withLanguage(request.language, () => sendFail(reply, { ok: false, code: 'body_too_large' }))
    const answer = (code: 'bad_request' | 'busy' | 'internal') =>
      withLanguage(request.language, () =>
        showFailure && opensPage(request) ? showFailure(reply, code) : sendFail(reply, { ok: false, code }),
      )
    if (error.statusCode !== undefined && error.statusCode < 500) return answer('bad_request')
    if (error instanceof QueueFull) return answer('busy')
    request.log.error({ err: error, url: request.routeOptions.url }, 'request failed')
    return answer(asUnavailable(error) ? 'busy' : 'internal')
  })
}

function isDecodable(url: string): boolean {
  try {
    decodeURI(url)
    return true
  } catch {
    return false
  }
}
