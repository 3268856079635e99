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
/** A trace ends after this many heartbeats without change; the library's option is now the total time (decision 012). */
const HEARTBEATS = 3

type Start = {
  dsn: string
  /** also record the page */
  replay: boolean
  /** for tests */
  transport?: BrowserOptions['transport']
}

/**
 * Starts the error reporter with the options of the documents and sets the signed-in user. Its default collection is off: for
 * calls it keeps only the address, for pages only their look with all text masked.
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
        ? // Compression needs a worker from a blob URL, which our policy forbids.
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
  // Every kind of report passes through here; the user is the only personal data it should contain.
  addEventProcessor((event) => {
    const { user, event_id, contexts, ...rest } = event
    return { ...scrub(rest), ...(user && { user }), event_id, contexts } as typeof event
  })
  onUser((user) => setUser(user ? { id: String(user.id), email: user.email } : null))
}
