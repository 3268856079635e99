import {
  addEventProcessor,
  type BrowserOptions,
  browserTracingIntegration,
  init,
  replayIntegration,
  setUser,
} from '@sentry/react'
import { onUser } from '../api/user.ts'
import { scrub, scrubFields } from './scrub.ts'

/** In milliseconds. */
export const TRACE = { idleTimeout: 1000, finalTimeout: 30_000, heartbeat: 5000 } as const
/** After so many heartbeats without change a trace ends; the library now takes the product (decision 012). */
const HEARTBEATS = 3

type Start = {
  dsn: string /** record the page too */
  replay: boolean /** tests bring their own */
  transport?: BrowserOptions['transport']
}

/**
 * Starts the error reporter with the options of the documents, and tells it who is signed in. What it
 * would collect by itself is turned off: of calls it keeps the address, of pages what they look like with all words masked.
 */
export function startSentry({ dsn, replay, transport }: Start): void {
  init({
    dsn,
    ...(transport && { transport }),
    tracesSampleRate: 1,
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1,
    maxBreadcrumbs: 100,
    tracePropagationTargets: [/^\/(?!\/)/],
    integrations: [
      browserTracingIntegration({
        idleTimeout: TRACE.idleTimeout,
        finalTimeout: TRACE.finalTimeout,
        childSpanTimeout: HEARTBEATS * TRACE.heartbeat,
      }),
      ...(replay
        ? // Compression would need a worker from a made-up address, which our policy forbids.
          [replayIntegration({ maskAllText: true, maskAllInputs: true, blockAllMedia: true, useCompression: false })]
        : []),
    ],
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpBodies: [],
      httpHeaders: { request: false, response: false },
      urlQueryParams: false,
    },
    beforeSendSpan: (span) => ({ ...scrub(span), span_id: span.span_id, trace_id: span.trace_id }),
    beforeBreadcrumb: (crumb) => ({ ...scrub(crumb), ...(crumb.data && { data: scrubFields(crumb.data) }) }),
  })
  // Every kind of report goes through here; the user is the one thing it is meant to name.
  addEventProcessor((event) => {
    const { user, event_id, contexts, ...rest } = event
    return { ...scrub(rest), ...(user && { user }), event_id, contexts } as typeof event
  })
  onUser((user) => setUser(user ? { id: String(user.id), email: user.email } : null))
}
