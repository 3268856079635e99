import {
  type BrowserOptions,
  browserTracingIntegration,
  init,
  makeFetchTransport,
  replayIntegration,
  setUser,
} from '@sentry/react'
import { onUser } from '../api/user.ts'
import { scrubbed } from './transport.ts'

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
 * calls it keeps only the address, for pages only their look with all text masked. Whatever it sends passes the scrubber, because
 * the library's own hooks leave out a recording's snapshots and the address of its document.
 */
export function startSentry({ dsn, replay, transport = makeFetchTransport }: Start): void {
  init({
    dsn,
    transport: scrubbed(transport),
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
        ? // Compression needs a worker from a blob URL, which our policy forbids, and the scrubber reads what is sent.
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
  })
  onUser((user) => setUser(user ? { id: String(user.id), email: user.email } : null))
}
