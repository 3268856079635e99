import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { language } from '@foyer/domain/format/language.ts'
import { Tinypool } from 'tinypool'
import type { Deps } from '../../deps.ts'
import { oneAtATime } from '../../one-at-a-time.ts'
import type { HeldTicket } from '../read.ts'
import type { PaperArt } from './art.ts'
import { drawTickets } from './pdf.ts'
import { readArt } from './read-art.ts'
import type { PaperInput } from './worker.ts'

/** Draws tickets with the pictures and colours of their events. */
export async function paperOf(
  tickets: readonly HeldTicket[],
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
): Promise<Buffer> {
  const art = new Map<number, PaperArt>()
  for (const { event_id, art: eventArt } of tickets)
    if (!art.has(event_id)) art.set(event_id, await readArt(db, eventArt, config.shop))
  const [shop, now] = [config.shop, clock.now()]
  // Tests and tools run from the sources, where there is no program for another thread.
  if (!IS_BUILT) return inTurn(() => drawTickets(tickets, shop, now, ({ event_id }) => art.get(event_id)!))
  return drawInThread(WORKER, { tickets, shop, now, language: language(), art })
}

const inTurn = oneAtATime()
const WORKER = fileURLToPath(new URL('./paper-worker.js', import.meta.url))
const IS_BUILT = existsSync(WORKER)

/** A thread that has had nothing to draw for this long ends, and the next paper starts another. */
const IDLE_MS = 60_000

let pool: Tinypool | undefined
/**
 * Draws tickets in another thread, because drawing takes most of the time of a delivery and buyers would wait for it. It rejects
 * if drawing fails or the thread dies.
 */
export async function drawInThread(worker: string, input: PaperInput): Promise<Buffer> {
  pool ??= new Tinypool({ filename: worker, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS })
  const bytes: Uint8Array = await pool.run(input)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
