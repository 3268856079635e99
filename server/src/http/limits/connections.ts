import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Metrics } from '../../metrics.ts'
import { isProxy } from '../../proxies.ts'
import { hasBody } from './bodies.ts'
import type { ConnectionLimits } from './connection-limits.ts'
import { networkOf } from './network.ts'

/** A network's connections. `waiting` are those that wait for their client, the longest waiting first. */
type Group = { readonly network: string; open: number; readonly waiting: Set<Socket> }
type Connection = { readonly group: Group; requests: number }

/**
 * Keeps idle and slow clients from using up a process. At a limit, a connection that waits for its client makes room for the
 * new one: the longest waiting of the network, or, if the process is full, of the network with most connections. A connection
 * whose request is being answered never does.
 */
export function limitConnections(
  app: FastifyInstance,
  limits: Pick<ConnectionLimits, 'connections' | 'connectionsPerNetwork'>,
  { trustProxy }: Pick<Config, 'trustProxy'>,
  { connectionsEnded }: Pick<Metrics, 'connectionsEnded'>,
): void {
  const peerIsProxy = isProxy(trustProxy)
  const connections = new Map<Socket, Connection>()
  const waiting = new Set<Socket>()
  const groups = makeGroups()

  app.server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress ?? ''
    // A proxy carries the connections of many networks, which it has to limit itself.
    const isUnlimited = peer === '' || peerIsProxy(peer)
    const group = groups.of(isUnlimited ? 'proxies' : networkOf(peer))
    if (!isUnlimited && group.open >= limits.connectionsPerNetwork) makeRoom('network_full', [group.waiting])
    else if (connections.size >= limits.connections) makeRoom('full', [groups.largest().waiting, waiting])
    if (socket.destroyed) return
    connections.set(socket, { group, requests: 0 })
    groups.resize(group, 1)
    setWaiting(socket, group)
    socket.once('close', () => leave(socket))

    function makeRoom(why: 'network_full' | 'full', candidates: readonly Set<Socket>[]): void {
      connectionsEnded.inc({ why })
      const [longest = socket] = candidates.find(({ size }) => size > 0) ?? []
      leave(longest)
      longest.destroy()
    }
  })

  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const connection = connections.get(socket)
    if (!connection) return
    connection.requests++
    stopWaiting(socket, connection.group)
    if (hasBody(request)) {
      setWaiting(socket, connection.group)
      request.once('end', () => {
        if (connection.requests > 0) stopWaiting(socket, connection.group)
      })
    }
    response.once('close', () => {
      connection.requests--
      if (connection.requests === 0 && connections.has(socket)) setWaiting(socket, connection.group)
    })
  })

  // Node closes what is idle, but not a connection that has sent nothing or a part of a head.
  app.addHook('preClose', async () => {
    for (const [socket, { requests }] of connections) if (requests === 0) socket.destroy()
  })

  function setWaiting(socket: Socket, group: Group): void {
    waiting.add(socket)
    group.waiting.add(socket)
  }

  function stopWaiting(socket: Socket, group: Group): void {
    waiting.delete(socket)
    group.waiting.delete(socket)
  }

  function leave(socket: Socket): void {
    const connection = connections.get(socket)
    if (!connection) return
    connections.delete(socket)
    stopWaiting(socket, connection.group)
    groups.resize(connection.group, -1)
  }
}

/** Groups by network, and by size, so that the largest is found without a search. */
function makeGroups() {
  const byNetwork = new Map<string, Group>()
  const bySize: Set<Group>[] = []
  let most = 0
  return {
    of: (network: string): Group => byNetwork.get(network) ?? { network, open: 0, waiting: new Set() },
    /** Of all groups that have connections; there is at least one. */
    largest(): Group {
      const [group] = bySize[most]!
      return group!
    },
    resize(group: Group, by: 1 | -1): void {
      bySize[group.open]?.delete(group)
      group.open += by
      if (group.open > most || bySize[most]!.size === 0) most = group.open
      if (group.open === 0) return void byNetwork.delete(group.network)
      byNetwork.set(group.network, group)
      bySize[group.open] ??= new Set()
      bySize[group.open]!.add(group)
    },
  }
}
