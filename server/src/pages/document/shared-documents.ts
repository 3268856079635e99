import { type Encoding, encode } from '../../http/compressed.ts'

type Made = { html: string; encoded: Map<Encoding, Promise<Buffer | string>> }

/**
 * Caches the documents that all browsers without a session share, so that during an on-sale an event page is rendered and compressed
 * once a second instead of for each visitor. A document lasts as long as the cached object with its data (catalogue/cache.ts).
 */
export function sharedDocuments() {
  const bySource = new WeakMap<object, Map<string, Made>>()
  return (source: object, page: string, encoding: Encoding, render: () => string): Promise<Buffer | string> => {
    const ofSource = bySource.get(source) ?? new Map<string, Made>()
    bySource.set(source, ofSource)
    const made = ofSource.get(page) ?? { html: render(), encoded: new Map() }
    ofSource.set(page, made)
    const encoded = made.encoded.get(encoding) ?? encode(made.html, encoding)
    made.encoded.set(encoding, encoded)
    return encoded
  }
}
