import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { LIMITS } from '@foyer/domain/limits.ts'
import type { FastifyHttpOptions } from 'fastify'
import type { Config } from '../../config.ts'

/** How many connections a process takes, and how long it waits for what a client sends. Times are in milliseconds. */
export type ConnectionLimits = {
  connections: number
  connectionsPerNetwork: number
  /** Requests of one network whose body is still arriving. */
  bodiesPerNetwork: number
  headMs: number
  /** The longest pause in a body, and the rate at which it must arrive apart from pauses. */
  bodyMs: number
  bodyBytesPerSecond: number
  /** How long a connection stays open after a reply. */
  idleMs: number
  /** How long a client may take nothing of a reply. */
  silentMs: number
  /** How long a stopping process waits for bodies that are arriving. */
  stopMs: number
  tickMs: number
}

/** Descriptors for everything except connections and database: the program's files, vendors, mail, a standby. */
const OTHER_DESCRIPTORS = 150
/** Beyond this number, memory runs out before descriptors do. */
const MOST_CONNECTIONS = 16_000
/** What is assumed where the system does not say how many files a process may open. */
const ASSUMED_DESCRIPTORS = 1024

type Settings = Pick<Config, 'databasePool' | 'maxConnections' | 'connectionsPerAddress'>

/**
 * The limits of a process that may open `descriptors` files and sockets. Each connection may also be sent a file, so it counts
 * twice; the database and vendors keep descriptors of their own.
 */
export function connectionLimits(
  { databasePool, maxConnections, connectionsPerAddress }: Settings,
  descriptors: number = openFilesLimit(),
): ConnectionLimits {
  const possible = Math.floor((descriptors - databasePool - OTHER_DESCRIPTORS) / 2)
  const connections = maxConnections ?? Math.min(MOST_CONNECTIONS, Math.max(possible, 4))
  return {
    connections,
    connectionsPerNetwork: connectionsPerAddress ?? Math.floor(connections / 4),
    bodiesPerNetwork: LIMITS.unfinishedBodiesPerAddress,
    headMs: LIMITS.requestHeadSeconds * 1000,
    bodyMs: LIMITS.requestBodyPauseSeconds * 1000,
    bodyBytesPerSecond: LIMITS.requestBodyBytesPerSecond,
    idleMs: LIMITS.idleConnectionSeconds * 1000,
    silentMs: LIMITS.silentConnectionSeconds * 1000,
    stopMs: 10_000,
    tickMs: 1000,
  }
}

function openFilesLimit(): number {
  try {
    return descriptorsIn(readFileSync('/proc/self/limits', 'utf8')) ?? ASSUMED_DESCRIPTORS
  } catch {
    return ASSUMED_DESCRIPTORS
  }
}

/** The number of files that a process may open, from the text of /proc/self/limits; null if it says nothing of them. */
export function descriptorsIn(limits: string): number | null {
  const soft = /^Max open files +(\S+)/m.exec(limits)?.[1]
  return soft === undefined ? null : soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft)
}

/** The limits that Node itself applies, as options of the server. */
export const serverTimes = ({ headMs, idleMs, silentMs, tickMs }: ConnectionLimits) =>
  ({
    keepAliveTimeout: idleMs,
    connectionTimeout: silentMs,
    http: { headersTimeout: headMs, connectionsCheckingInterval: tickMs },
  }) satisfies FastifyHttpOptions<Server>
