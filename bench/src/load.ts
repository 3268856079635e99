import { performance } from 'node:perf_hooks'
import { Connection, type Reply } from './http.ts'

export type Measured = {
  count: number
  seconds: number
  perSecond: number
  /** Milliseconds. */
  p50: number
  p95: number
  p99: number
  outcomes: Record<string, number>
}

/** What a buyer does on a connection. Returns the name of the outcome. */
export type Journey = (connection: Connection, n: number) => Promise<string>

/**
 * A closed loop: a fixed number of concurrent buyers, each of whom starts the next journey when one ends, until `count`
 * journeys are done. Connections are opened before the clock starts.
 */
export async function closedLoop(
  port: number | number[],
  buyers: number,
  count: number,
  journey: Journey,
): Promise<Measured> {
  const ports = [port].flat()
  const connections = await Promise.all(
    Array.from({ length: buyers }, (_, i) => Connection.open(ports[i % ports.length]!)),
  )
  const times: number[] = []
  const outcomes: Record<string, number> = {}
  let next = 0
  const started = performance.now()
  await Promise.all(
    connections.map(async (connection) => {
      while (next < count) {
        const n = next++
        const began = performance.now()
        const outcome = await journey(connection, n)
        times.push(performance.now() - began)
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  for (const connection of connections) connection.close()
  times.sort((a, b) => a - b)
  const percentile = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  return {
    count,
    seconds,
    perSecond: count / seconds,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
    outcomes,
  }
}

/** A journey of one request. `outcomeOf` names the outcome of a response, by default its status. */
export const oneRequest =
  (requests: readonly string[], outcomeOf: (reply: Reply) => string = ({ status }) => String(status)): Journey =>
  async (connection, n) =>
    outcomeOf(await connection.send(requests[n % requests.length]!))
