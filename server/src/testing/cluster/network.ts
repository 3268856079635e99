import { execFile, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const BRIDGE = 'foyer-br'
const SUBNET = '10.213.77'

/** A machine of its own: a network namespace with one link to the others. */
export type Machine = {
  name: string
  address: string
  /** Starts a program on it. */
  spawn(command: string, args: readonly string[], options?: SpawnOptions): ReturnType<typeof spawn>
  /** Takes its link down: packets are dropped silently in both directions. */
  disconnect(): Promise<void>
  reconnect(): Promise<void>
}

export type Network = {
  /** Whether each machine has a network of its own, so that it can be disconnected. */
  isReal: boolean
  /** The address of this process in the network. */
  address: string
  /** All addresses, as pg_hba.conf writes them. */
  subnet: string
  machines: Machine[]
  close(): Promise<void>
}

/** Why no machines can be made here, or undefined when they can. */
export function whyNoMachines(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'It needs network namespaces, and so root on Linux: run it with sudo.'
  try {
    execFileSync('ip', ['netns', 'list'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'It needs the command ip: apt-get install iproute2.'
  }
}

/** Makes machines with these names (of at most eight letters), connected by a bridge. They have no other network. */
export async function makeNetwork(names: readonly string[]): Promise<Network> {
  const ip = (...args: string[]) => run('ip', args)
  const namespaceOf = (name: string) => `foyer-${name}`
  const linkOf = (name: string) => `fy-${name}`
  const close = async () => {
    for (const name of names) await ip('netns', 'del', namespaceOf(name)).catch(() => {})
    await ip('link', 'del', BRIDGE).catch(() => {})
  }
  await close()
  await ip('link', 'add', BRIDGE, 'type', 'bridge')
  await ip('addr', 'add', `${SUBNET}.1/24`, 'dev', BRIDGE)
  await ip('link', 'set', BRIDGE, 'up')
  const machines: Machine[] = []
  for (const [i, name] of names.entries()) {
    const [namespace, link, address] = [namespaceOf(name), linkOf(name), `${SUBNET}.${11 + i}`]
    await ip('netns', 'add', namespace)
    await ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
    await ip('link', 'set', link, 'master', BRIDGE, 'up')
    await ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
    await ip('-n', namespace, 'link', 'set', 'eth0', 'up')
    await ip('-n', namespace, 'link', 'set', 'lo', 'up')
    machines.push({
      name,
      address,
      spawn: (command, args, options = {}) => spawn('ip', ['netns', 'exec', namespace, command, ...args], options),
      disconnect: async () => void (await ip('link', 'set', link, 'down')),
      reconnect: async () => void (await ip('link', 'set', link, 'up')),
    })
  }
  return { isReal: true, address: `${SUBNET}.1`, subnet: `${SUBNET}.0/24`, machines, close }
}

/** Machines in name only: each has an address of this machine's loopback and can't be disconnected. */
export function loopbackNetwork(names: readonly string[]): Network {
  const refuse = async () => {
    throw new Error('these machines share one network')
  }
  const machines = names.map((name, i) => ({
    name,
    address: `127.0.0.${11 + i}`,
    spawn: (command: string, args: readonly string[], options: SpawnOptions = {}) => spawn(command, args, options),
    disconnect: refuse,
    reconnect: refuse,
  }))
  return { isReal: false, address: '127.0.0.10', subnet: '127.0.0.0/8', machines, close: async () => {} }
}
