import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillTemplate } from '../testing/cluster/deployed.ts'
import { whyNoProxy } from '../testing/cluster/hosts.ts'
import { send } from '../testing/cluster/orders.ts'
import { describeWith } from '../testing/describe-with.ts'

/** The proxy of deploy/hosts in front of two stand-ins of the shop; `npm run two-hosts` runs the shop itself. */

const missing =
  whyNoProxy() ??
  (process.platform === 'linux' ? undefined : 'It needs Linux, where the loopback has more than one address.')

/** Longer than the proxy needs to notice that a host drains. */
const SLOW_MS = 4000

type Host = { server: Server; state: 'ready' | 'draining' | 'silent'; requests: number }

describeWith(missing, 'HAProxy in front of two hosts, as in deploy/hosts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-proxy-'))
  // Each run has network addresses of its own, because the configuration file fixes the ports.
  const address = (n: number) => `127.${100 + n}.${(process.pid >> 8) & 255}.${process.pid & 255}`
  const url = `http://${address(0)}:8080/`
  const hosts: Host[] = []
  let proxy: ChildProcess

  beforeAll(async () => {
    for (const n of [1, 2]) {
      const host: Host = { server: createServer(), state: 'ready', requests: 0 }
      host.server.on('request', async (request, reply) => {
        if (host.state === 'silent') return
        if (request.url === '/readyz') return reply.writeHead(host.state === 'ready' ? 200 : 503).end()
        host.requests += 1
        await sleep(request.url === '/slow' ? SLOW_MS : 0)
        reply.end()
      })
      hosts.push(host)
      await once(host.server.listen(3000, address(n)), 'listening')
    }
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, fillTemplate('hosts/haproxy.cfg', { PROXY: address(0), HOST1: address(1), HOST2: address(2) }))
    proxy = spawn('haproxy', ['-f', file], { stdio: 'ignore' })
    while ((await send(url))?.status !== 200) await sleep(50)
  })
  afterAll(async () => {
    proxy?.kill('SIGKILL')
    for (const { server } of hosts) {
      server.close()
      server.closeAllConnections()
    }
    rmSync(folder, { recursive: true, force: true })
  })

  const slowCalls = async () => {
    const before = hosts.map((host) => host.requests)
    const calls = Array.from({ length: 4 }, () => send(`${url}slow`))
    while (hosts.some((host, n) => host.requests < before[n]! + 2)) await sleep(10)
    return calls
  }
  const statuses = async (calls: ReturnType<typeof send>[]) =>
    (await Promise.all(calls)).map((answer) => answer?.status)

  it('a draining host finishes its requests, gets no new ones, and is used again once ready', async () => {
    const [draining] = hosts as [Host]
    const calls = await slowCalls()
    draining.state = 'draining'
    expect(await statuses(calls)).toEqual([200, 200, 200, 200])
    const { requests } = draining
    expect(await statuses(Array.from({ length: 10 }, () => send(url)))).toEqual(Array.from({ length: 10 }, () => 200))
    expect(draining.requests).toBe(requests)
    draining.state = 'ready'
    while (draining.requests === requests) expect((await send(url))?.status).toBe(200)
  })

  it('requests to an unresponsive host fail as soon as it is known to be down', async () => {
    const calls = await slowCalls()
    hosts[0]!.state = 'silent'
    calls.push(...Array.from({ length: 4 }, () => send(url)))
    const seen = await statuses(calls)
    // A 504 would mean that the proxy waited for its response timeout.
    expect(new Set(seen)).toEqual(new Set([200, 502]))
  })

  it('one client gets a quarter of its connections, and others are still served', async () => {
    const sockets = Array.from({ length: 1010 }, () =>
      connect({ host: address(0), port: 8080, localAddress: '127.0.0.8' }),
    )
    let refused = 0
    for (const socket of sockets)
      socket
        .on('error', () => {})
        .once('close', () => {
          refused++
        })
    while (refused < 10) await sleep(20)
    await sleep(200)
    expect(refused).toBe(10)
    expect((await send(url))?.status).toBe(200)
    for (const socket of sockets) socket.destroy()
  })
})
