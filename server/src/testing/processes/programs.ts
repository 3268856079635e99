import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const SOURCES = fileURLToPath(new URL('../../', import.meta.url))

/** A file of the server in its own Node process, for tests that need separate processes. */
export interface Program {
  pid: number
  /** The next line of output. Rejects when the program ended without one. */
  line(): Promise<string>
  /** Returns the exit code; null when a signal ended it. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/**
 * `path` is absolute or relative to server/src; `env` is added to the environment of this process. `descriptors`: how many files
 * and connections it may open.
 */
export async function startProgram(
  path: string,
  args: string[] = [],
  env: Record<string, string> = {},
  { descriptors }: { descriptors?: number } = {},
): Promise<Program> {
  const file = resolve(SOURCES, path)
  const loader = file.endsWith('.ts') ? ['--import', 'tsx'] : []
  const command = [process.execPath, ...loader, file, ...args]
  const limited =
    descriptors === undefined ? command : ['sh', '-c', `ulimit -n ${descriptors}; exec "$0" "$@"`, ...command]
  const child = spawn(limited[0]!, limited.slice(1), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  await once(child, 'spawn')
  const exited = once(child, 'exit')
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString()
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    pid: child.pid!,
    line: async () => {
      const { done, value } = await lines.next()
      if (done) throw new Error(`${path} ended without saying more. ${complaints}`)
      return value
    },
    kill: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await exited
      return child.exitCode
    },
  }
}
