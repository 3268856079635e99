import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { language } from '@foyer/domain/format/language.ts'
import { Tinypool } from 'tinypool'
import { combine } from '../../db/transaction/combine.ts'
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
  thread ??= threadOf(WORKER)
  return thread({ tickets, shop, now, language: language(), art })
}

const inTurn = oneAtATime()
const WORKER = fileURLToPath(new URL('./paper-worker.js', import.meta.url))
const IS_BUILT = existsSync(WORKER)

let thread: ReturnType<typeof threadOf> | undefined

/** A thread that has had nothing to draw for this long ends, and the next paper starts another. */
const IDLE_MS = 60_000

/**
 * How many papers that wait are drawn together. Their emails then share statements, while the thread draws the next ones. A buyer
 * who opens a paper waits for as many at most.
 */
const MAX_TOGETHER = 8

/** A thread that has drawn for this long is stopped. Papers take milliseconds; those of an email have to be drawn before its job ends. */
const DEADLINE_MS = 30_000

/**
 * Draws papers in another thread, with the built program `worker`, because drawing takes most of the time of a delivery and buyers
 * would wait for it. A paper rejects if drawing it fails, or if the thread dies or hangs.
 */
export function threadOf(worker: string, deadlineMs = DEADLINE_MS): (paper: PaperInput) => Promise<Buffer> {
  const pool = new Tinypool({ filename: worker, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS })
  // A thread that dies with nothing to draw fails no paper, and the next paper starts another.
  pool.on('error', () => {})
  return combine(
    async (papers: PaperInput[]) => {
      const signal = AbortSignal.timeout(deadlineMs)
      // The pool does not notice a thread that ends by itself.
      const drawn: Uint8Array[] = await pool.run(papers, { signal })
      return drawn.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))
    },
    { maxBatch: MAX_TOGETHER, maxQueue: 10_000 },
  )
}
