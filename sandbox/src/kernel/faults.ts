import type { FastifyReply } from 'fastify'
import { delayMs, type Switches } from './switches.ts'
import type { Vendor } from './vendors.ts'

/** The faults of one call, decided once when it arrives. */
export interface Fault {
  slowMs: number
  error: 'before' | 'after' | undefined
  answerLost: boolean
}

export function takeFault(switches: Switches, vendor: Vendor, writes: boolean): Fault {
  const slow = switches.take(vendor, 'slow')
  // A read has no effect, so an error after the effect does not apply.
  const error = !writes && switches.peek(vendor, 'error') === 'after' ? undefined : switches.take(vendor, 'error')
  const lost = writes ? switches.take(vendor, 'answer_lost') : undefined
  return {
    slowMs: slow === undefined ? 0 : delayMs('slow', slow),
    error: error === undefined ? undefined : error === 'after' ? 'after' : 'before',
    answerLost: lost !== undefined,
  }
}

export const sleep = (ms: number) => (ms > 0 ? new Promise<void>((done) => setTimeout(done, ms)) : Promise.resolve())

/** Closes the connection as a broken network does: the caller cannot know whether the call took effect. */
export function dropConnection(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.destroy()
}

export interface Answer {
  status: number
  body?: unknown
}

/** Runs one call of a vendor with the faults that are switched on. */
export async function answerCall(
  reply: FastifyReply,
  fault: Fault,
  serverError: () => Answer,
  run: () => Answer | Promise<Answer>,
): Promise<void> {
  await sleep(fault.slowMs)
  const result = fault.error === 'before' ? serverError() : await run()
  if (fault.answerLost) return dropConnection(reply)
  const answer = fault.error === 'after' ? serverError() : result
  reply.code(answer.status).send(answer.body)
}
