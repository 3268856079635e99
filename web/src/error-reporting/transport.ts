import type { BrowserOptions } from '@sentry/react'
import { scrub } from './scrub.ts'

type MakeTransport = NonNullable<BrowserOptions['transport']>
type Envelope = Parameters<ReturnType<MakeTransport>['send']>[0]
type Item = Envelope[1][number]

/** The transport, which sends only what has passed the scrubber. */
export const scrubbed =
  (make: MakeTransport): MakeTransport =>
  (options) => {
    const transport = make(options)
    return { ...transport, send: async (envelope) => transport.send(scrubEnvelope(envelope)) }
  }

/** Items in a form that can't be read, such as an attachment, are left out. */
function scrubEnvelope([headers, items]: Envelope): Envelope {
  return [scrub(headers), (items as Item[]).flatMap(scrubItem)] as Envelope
}

function scrubItem([headers, payload]: Item): Item[] {
  if (headers.type === 'replay_recording') {
    if (typeof payload !== 'string') return []
    const recording = scrubLines(payload)
    return [[{ ...headers, length: new TextEncoder().encode(recording).length }, recording] as Item]
  }
  if (typeof payload !== 'object' || payload instanceof Uint8Array) return []
  // The user is the only personal data that a report should contain.
  const { user, ...rest } = payload as { user?: object }
  return [[headers, { ...scrub(rest), ...(user && { user }) }] as Item]
}

/** A recording is lines of JSON: its segment's number, then its events. */
const scrubLines = (lines: string): string =>
  lines
    .split('\n')
    .map((line) => (line === '' ? line : JSON.stringify(scrub(JSON.parse(line)))))
    .join('\n')
