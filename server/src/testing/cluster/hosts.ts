import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { makeSigningKey } from '../../tickets/signing/sign.ts'
import { startPostgres } from '../database/postgres.ts'
import { BUILT_SHOP, outputOf } from '../processes/built-shop.ts'
import { serveVendors } from '../vendors/served-vendors.ts'
import { fillTemplate, isInstalled } from './deployed.ts'
import type { Machine, Network } from './network.ts'
import { send } from './orders.ts'

const END_WITH_PARENT = new URL('../../../../scripts/lib/end-with-parent.mjs', import.meta.url).href
const TOKEN = 'a token for the operator'
const READY_SECONDS = 60

/** Why no hosts can be started here, or undefined when they can. */
export const whyNoProxy = (): string | undefined =>
  isInstalled('haproxy') ? undefined : 'It needs HAProxy: apt-get install haproxy.'

/** A machine that runs the shop. */
export type Host = {
  machine: Machine
  /** Past the proxy. */
  url: string
  start(): Promise<void>
  /** Kills it without warning. */
  kill(): Promise<void>
  /** Stops it as an upgrade does. Returns the exit code. */
  stop(): Promise<number | null>
  /** Requests that it answered since its start. */
  answered(): Promise<number>
}

/**
 * The built shop on each machine of the network, behind HAProxy as in deploy/hosts, with PostgreSQL, a mail server and the payment
 * vendors in this process's part of the network. `env` is added to the settings of each.
 */
export async function startHosts(network: Network, env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-hosts-'))
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end()
  }
  try {
    const postgres = await startPostgres({ own: true, network })
    closing.push(() => postgres.stop())
    const databaseUrl = postgres.url.replace('127.0.0.1', network.address)
    const mailServer = await startMailServer(network.address)
    closing.push(mailServer.close)
    const publicUrl = `http://${network.address}:8080`
    const vendors = await serveVendors({
      now: () => Date.now(),
      publicUrl,
      host: network.address,
      autoRun: true,
    })
    closing.push(() => vendors.close())

    const hosts = network.machines.map((machine) =>
      makeHost(machine, {
        PATH: process.env.PATH!,
        NODE_ENV: 'test',
        HOST: machine.address,
        PORT: '3000',
        PUBLIC_URL: publicUrl,
        TRUST_PROXY: '1',
        DRAIN_SECONDS: '5',
        DATABASE_URL: databaseUrl,
        // Nothing is shared on disk.
        DATA_DIR: join(folder, machine.name),
        SESSION_SECRET: 'a secret for tests, of 32 letters or more',
        TICKET_SIGNING_KEY: SIGNING_KEY,
        OPERATOR_TOKEN: TOKEN,
        DEMO: 'false',
        LOG_LEVEL: 'fatal',
        SMTP_URL: mailServer.url,
        SMTP_REQUIRE_TLS: 'false',
        MAIL_FROM: 'Foyer <tickets@shop.example>',
        ...vendors.env,
        ...env,
      }),
    )
    closing.push(() => Promise.all(hosts.map((host) => host.kill())))
    // Started at the same time: the migrations of one wait for those of the other.
    await Promise.all(hosts.map((host) => host.start()))

    const proxyFile = join(folder, 'haproxy.cfg')
    const addresses = Object.fromEntries(network.machines.map(({ address }, i) => [`HOST${i + 1}`, address]))
    writeFileSync(proxyFile, fillTemplate('hosts/haproxy.cfg', { PROXY: network.address, ...addresses }))
    const proxy = spawn('haproxy', ['-f', proxyFile], { stdio: 'ignore' })
    closing.push(() => proxy.kill('SIGKILL'))
    await untilReady(publicUrl)
    return {
      url: publicUrl,
      databaseUrl,
      vendorUrl: vendors.url,
      vendors: vendors.state,
      hosts,
      mails: mailServer.mails,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

export type Hosts = Awaited<ReturnType<typeof startHosts>>

const SIGNING_KEY = makeSigningKey()

function makeHost(machine: Machine, env: Record<string, string>): Host {
  const url = `http://${machine.address}:${env.PORT}`
  let child: ChildProcess | undefined
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const ended = child
    if (!ended) return null
    const code = new Promise<number | null>((resolve) => ended.once('exit', resolve))
    ended.kill(signal)
    return code
  }
  return {
    machine,
    url,
    async start() {
      const args = ['--enable-source-maps', '--import', END_WITH_PARENT, BUILT_SHOP]
      const started = machine.spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env })
      started.once('exit', () => {
        if (child === started) child = undefined
      })
      child = started
      await outputOf(started, 'Foyer is open')
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    async answered() {
      const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
      const counts = (await response.text()).matchAll(/^foyer_requests_total\{.*\} (\d+)$/gm)
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
    },
  }
}

export type ReceivedMail = { to: string; messageId: string; host: string }

async function startMailServer(address: string) {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const messageId = /^message-id: *(\S+)/im.exec(Buffer.concat(chunks).toString())?.[1] ?? ''
        const to = session.envelope.rcptTo.map((recipient) => recipient.address).join(',')
        mails.push({ to, messageId, host: session.remoteAddress })
        done()
      })
    },
  })
  // Ignores clients that disconnect.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    mails,
    url: `smtp://${address}:${port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < READY_SECONDS * 4; tries++) {
    if ((await send(`${url}/readyz`))?.status === 200) return
    await sleep(250)
  }
  throw new Error(`${url} was not ready within ${READY_SECONDS} seconds`)
}
