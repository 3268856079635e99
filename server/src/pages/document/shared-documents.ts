import { type Encoding, encode } from '../../http/compressed.ts'

type Made = { html: string; encoded: Map<Encoding, Promise<Buffer>> }

/** Documents to keep. A document is about 100 kB in all its encodings, and most are outdated after a second. */
const MAX_KEPT = 300

/**
 * Caches documents that many browsers share, so that during an on-sale an event page is rendered and compressed once a second
 * instead of for each visitor. `variant` names everything in the document that does not come from `source`. A document lasts as
 * long as `source`, the cached object with its data (catalogue/cache.ts).
 */
export function sharedDocuments() {
  let bySource = new WeakMap<object, Map<string, Made>>()
  let kept = 0
  return (source: object, variant: string, encoding: Encoding, render: () => string): Promise<Buffer> => {
    let made = bySource.get(source)?.get(variant)
    if (made === undefined) {
      made = { html: render(), encoded: new Map() }
      if (++kept > MAX_KEPT) {
        bySource = new WeakMap()
        kept = 1
      }
      bySource.set(source, (bySource.get(source) ?? new Map<string, Made>()).set(variant, made))
    }
    const encoded = made.encoded.get(encoding) ?? encode(made.html, encoding)
    made.encoded.set(encoding, encoded)
    return encoded
  }
}
