import type { ShopIdentity } from '@foyer/contract/pages.ts'
import { type Language, languageFrom } from '@foyer/domain/format/language.ts'
import type { HeldTicket } from '../read.ts'
import { NO_ART, type PaperArt } from './art.ts'
import { drawTickets } from './pdf.ts'

/** All that a paper is drawn from, as it can be sent to another thread. */
export type PaperInput = {
  tickets: readonly HeldTicket[]
  shop: ShopIdentity
  now: Date
  language: Language
  /** By event. Buffers arrive in another thread as plain arrays of bytes. */
  art: ReadonlyMap<number, PaperArt<Uint8Array>>
}

/**
 * Draws papers in a thread of its own, one after the other, because the thread has one language at a time. The build makes this
 * file a program beside the server's (scripts/build.mjs).
 */
export default async function drawInWorker(papers: readonly PaperInput[]): Promise<Uint8Array[]> {
  const drawn = []
  for (const paper of papers) drawn.push(await draw(paper))
  return drawn
}

function draw({ tickets, shop, now, language, art }: PaperInput): Promise<Uint8Array> {
  languageFrom(() => language)
  // A picture that several events share stays one, because a document embeds each only once.
  const buffers = new Map<Uint8Array, Buffer>()
  const bufferOf = (bytes: Uint8Array): Buffer => {
    const buffer = buffers.get(bytes) ?? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    buffers.set(bytes, buffer)
    return buffer
  }
  const artOf = ({ picture, logo, colour }: PaperArt<Uint8Array>): PaperArt => ({
    picture: picture && bufferOf(picture),
    logo: logo && { ...logo, bytes: bufferOf(logo.bytes) },
    colour,
  })
  return drawTickets(tickets, shop, now, ({ event_id }) => artOf(art.get(event_id) ?? NO_ART))
}
