import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../metrics.ts'
import type { ConnectionLimits } from './connection-limits.ts'
import { networkOf } from './network.ts'

/** A body that is still arriving. */
type Body = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The bytes that its connection had received at the last look, and how much longer it may pause. */
  bytes: number
  patienceMs: number
}

/**
 * Ends requests whose body arrives too slowly. A body may pause, and every byte makes up for some of a pause, so a slow phone
 * is as welcome as a fast one. If too many bodies of one network are arriving, the oldest ends. Behind a proxy, a network is the
 * one that the proxy saw.
 */
export function limitBodies(
  app: FastifyInstance,
  { bodiesPerNetwork, bodyMs, bodyBytesPerSecond, stopMs, tickMs }: ConnectionLimits,
  { connectionsEnded }: Pick<Metrics, 'connectionsEnded'>,
): void {
  const arriving = new Map<string, Set<Body>>()
  let longestPauseMs = bodyMs
  let isStopping = false

  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request.raw)) expectBody(networkOf(request.ip), request.raw, reply.raw)
    done()
  })

  function expectBody(network: string, request: IncomingMessage, response: ServerResponse): void {
    const ofNetwork = arriving.get(network) ?? new Set()
    const [oldest] = ofNetwork
    if (oldest && ofNetwork.size >= bodiesPerNetwork) {
      ofNetwork.delete(oldest)
      end(oldest, 'bodies_full')
    }
    const body = { request, response, bytes: request.socket.bytesRead, patienceMs: longestPauseMs }
    arriving.set(network, ofNetwork.add(body))
    const arrived = () => {
      ofNetwork.delete(body)
      if (ofNetwork.size === 0 && arriving.get(network) === ofNetwork) arriving.delete(network)
    }
    request.once('end', arrived).once('close', arrived)
  }

  function end({ request, response }: Body, why: 'slow_body' | 'bodies_full'): void {
    connectionsEnded.inc({ why })
    if (response.headersSent) request.socket.destroy()
    else
      app.server.emit(
        'clientError',
        Object.assign(new Error(why), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
        request.socket,
      )
  }

  let last = performance.now()
  function tick(): void {
    const now = performance.now()
    // Time in which the process did nothing is not the client's.
    const passedMs = Math.min(now - last, 2 * tickMs)
    last = now
    for (const ofNetwork of arriving.values())
      for (const body of ofNetwork) {
        const { bytesRead } = body.request.socket
        const earnedMs = isStopping ? 0 : ((bytesRead - body.bytes) / bodyBytesPerSecond) * 1000
        body.bytes = bytesRead
        // What has arrived and waits for us is not the client's delay either.
        const spentMs = body.request.readableLength > 0 && !isStopping ? 0 : passedMs
        body.patienceMs = Math.min(longestPauseMs, body.patienceMs + earnedMs - spentMs)
        if (body.patienceMs < 0) end(body, 'slow_body')
      }
  }

  app.server.once('listening', () => {
    const ticks = setInterval(tick, tickMs).unref()
    app.server.once('close', () => clearInterval(ticks))
  })
  app.addHook('preClose', async () => {
    isStopping = true
    longestPauseMs = stopMs
  })
}

/** Whether a body follows the head of a request. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
