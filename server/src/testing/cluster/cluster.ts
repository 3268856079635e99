import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asAdmin } from '../database/admin.ts'
import { fillTemplate, isInstalled } from './deployed.ts'
import type { Machine, Network } from './network.ts'

const PASSWORD = 'a-password-for-tests'
const LAST_LINES = 40

export type Role = 'leader' | 'sync_standby' | 'replica'

/** A machine as Patroni reports it. */
export type Member = { name: string; role: Role; state: string; timeline?: number; lag?: number | string }

type Node = { machine: Machine; processes: ChildProcess[]; log: string[] }

/** Why no cluster can be started here, or undefined when it can. */
export function whyNoCluster(): string | undefined {
  const missing = ['patroni', 'etcd', 'haproxy'].filter((name) => !isInstalled(name))
  if (missing.length > 0) return `It needs ${missing.join(', ')}: apt-get install patroni etcd-server haproxy.`
  return postgresFolder() === undefined ? 'It needs the system’s PostgreSQL: apt-get install postgresql.' : undefined
}

function postgresFolder(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const bin = versions
    .map((version) => join(root, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')))
  return bin
}

/** PostgreSQL refuses to run as root. */
function idsOf(user: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * PostgreSQL on the first three machines under Patroni, with etcd on each and HAProxy in this process's network, from the files
 * in deploy/failover. The shop connects to `url`.
 */
export async function startCluster(network: Network) {
  const { subnet } = network
  const machines = network.machines.slice(0, 3)
  const folder = mkdtempSync(join(tmpdir(), 'foyer-cluster-'))
  const bin = postgresFolder()!
  const user = idsOf('postgres')
  chownSync(folder, user.uid, user.gid)
  const nodes: Node[] = machines.map((machine) => ({ machine, processes: [], log: [] }))
  const hosts = (port: number, each: (machine: Machine) => string) =>
    machines.map((machine) => `${each(machine)}${machine.address}:${port}`).join(',')

  const track = (node: Node, child: ChildProcess) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => {
        node.log.push(...chunk.toString().trim().split('\n'))
        node.log.splice(0, Math.max(0, node.log.length - LAST_LINES))
      })
    node.processes.push(child)
  }

  const startEtcd = (node: Node) => {
    const { machine } = node
    const settings = fillTemplate('failover/etcd.env', {
      NAME: machine.name,
      ADDRESS: machine.address,
      ETCD_DATA: join(folder, `etcd-${machine.name}`),
      CLUSTER: hosts(2380, ({ name }) => `${name}=http://`),
    })
    const env = Object.fromEntries(
      settings.split('\n').flatMap((line) => {
        const at = line.indexOf('=')
        return line.startsWith('ETCD_') ? [[line.slice(0, at), line.slice(at + 1)]] : []
      }),
    )
    track(
      node,
      machine.spawn('etcd', [], { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env.PATH, ...env } }),
    )
  }

  const startPatroni = (node: Node) => {
    const { machine } = node
    const home = join(folder, machine.name)
    mkdirSync(home, { recursive: true, mode: 0o700 })
    chownSync(home, user.uid, user.gid)
    const file = join(home, 'patroni.yml')
    writeFileSync(
      file,
      fillTemplate('failover/patroni.yml', {
        NAME: machine.name,
        ADDRESS: machine.address,
        MACHINES: hosts(2379, () => ''),
        DATA: join(home, 'data'),
        BIN: bin,
        NETWORK: subnet,
        APP_PASSWORD: PASSWORD,
        REPLICATION_PASSWORD: PASSWORD,
        SUPERUSER_PASSWORD: PASSWORD,
        SOCKETS: home,
      }),
    )
    const command = ['--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups', 'patroni', file]
    track(node, machine.spawn('setpriv', command, { stdio: ['ignore', 'pipe', 'pipe'], cwd: home }))
  }

  for (const node of nodes) startEtcd(node)
  for (const node of nodes) startPatroni(node)

  const proxyFile = join(folder, 'haproxy.cfg')
  const addresses = Object.fromEntries(machines.map(({ address }, i) => [`NODE${i + 1}`, address]))
  writeFileSync(proxyFile, fillTemplate('failover/haproxy.cfg', { HAPROXY: network.address, ...addresses }))
  let proxy: ChildProcess | undefined

  const get = (address: string, path: string) =>
    fetch(`http://${address}:8008${path}`, { signal: AbortSignal.timeout(1000) }).catch(() => null)

  /**
   * The cluster as its leader sees it, because a machine that was cut off reports what it last knew. Empty without a single
   * leader.
   */
  const members = async (): Promise<Member[]> => {
    const responses = await Promise.all(machines.map(({ address }) => get(address, '/primary')))
    const leaders = machines.filter((_, i) => responses[i]?.ok)
    const response = leaders.length === 1 ? await get(leaders[0]!.address, '/cluster') : null
    return response?.ok ? ((await response.json()) as { members: Member[] }).members : []
  }

  const until = async (what: string, seconds: number, fits: (found: Member[]) => boolean): Promise<Member[]> => {
    const end = performance.now() + seconds * 1000
    let found: Member[] = []
    while (performance.now() < end) {
      found = await members()
      if (fits(found)) return found
      await sleep(500)
    }
    const logs = nodes.map(({ machine, log }) => `--- ${machine.name}\n${log.join('\n')}`).join('\n')
    throw new Error(`${what}: not within ${seconds} seconds. ${JSON.stringify(found)}\n${logs}`)
  }

  const isLeader = ({ role, state }: Member) => role === 'leader' && state === 'running'
  const follows = ({ role, state }: Member) => role !== 'leader' && (state === 'running' || state === 'streaming')

  /** By the name of its machine. */
  const nodeOf = (name: string) => nodes.find(({ machine }) => machine.name === name)!

  const databaseUrl = (port: number, database = 'foyer') =>
    `postgres://foyer:${PASSWORD}@${network.address}:${port}/${database}`

  const cluster = {
    url: databaseUrl(5000),
    catalogueUrl: databaseUrl(5001),
    adminUrl: databaseUrl(5000, 'postgres'),
    members,
    async leader(): Promise<string> {
      const found = await until('a leader', 120, (all) => all.some(isLeader))
      return found.find(isLeader)!.name
    },
    /** Waits until one leads and the other two follow it, one of them synchronously. */
    complete: () =>
      until('a complete cluster', 180, (all) => {
        const hasAll = all.filter(isLeader).length === 1 && all.filter(follows).length === 2
        return hasAll && all.some(({ role }) => role === 'sync_standby')
      }),
    /** Kills everything of the database on this machine without warning. */
    async kill(name: string): Promise<void> {
      const { processes } = nodeOf(name)
      const pids = execFileSync('ip', ['netns', 'pids', `foyer-${name}`], { encoding: 'utf8' })
        .trim()
        .split('\n')
      for (const pid of pids.filter(Boolean)) killIfRunning(Number(pid))
      processes.length = 0
      await sleep(100)
    },
    restart(name: string): void {
      startEtcd(nodeOf(name))
      startPatroni(nodeOf(name))
    },
    disconnect: (name: string) => nodeOf(name).machine.disconnect(),
    reconnect: (name: string) => nodeOf(name).machine.reconnect(),
    /** Hands over to a standby in an orderly way, as for an upgrade. */
    async switchover(): Promise<void> {
      const found = await cluster.complete()
      const leader = found.find(isLeader)!.name
      const candidate = found.find(({ role }) => role === 'sync_standby')!.name
      const { address } = nodeOf(leader).machine
      const response = await fetch(`http://${address}:8008/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader, candidate }),
      })
      if (!response.ok) throw new Error(`switchover: ${response.status} ${await response.text()}`)
    },
    async close(): Promise<void> {
      proxy?.kill('SIGKILL')
      for (const { name } of machines) await cluster.kill(name)
      rmSync(folder, { recursive: true, force: true })
    },
  }

  try {
    await cluster.complete()
    // Started last, so that it doesn't count machines as down that are starting.
    proxy = spawn('haproxy', ['-f', proxyFile], { stdio: 'ignore' })
    await untilAnswered(cluster.adminUrl)
    return cluster
  } catch (error) {
    await cluster.close()
    throw error
  }
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended on its own, for example because its parent was killed.
  }
}

async function untilAnswered(url: string): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      return await asAdmin(url, async (run) => void (await run('select 1')))
    } catch (error) {
      if (tries === 60) throw error
      await sleep(500)
    }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>
