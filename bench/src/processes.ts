import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const END_WITH_PARENT = new URL('../../scripts/lib/end-with-parent.mjs', import.meta.url).href

export type Running = { pid: number; port: number; lines: string[]; stop(): Promise<void> }

type Start = { args?: string[]; env?: Record<string, string>; nodeArgs?: string[]; ready: RegExp }

/**
 * Starts a Node program and waits for its ready line; the first group of `ready`, if any, is the port. The program ends with
 * this process. `file` is relative to this folder; TypeScript runs without a build.
 */
export async function startProgram(
  file: string,
  { args = [], env = {}, nodeArgs = [], ready }: Start,
): Promise<Running> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const typescript = path.endsWith('.ts') ? ['--import', 'tsx'] : []
  const child = spawn(process.execPath, [...nodeArgs, ...typescript, '--import', END_WITH_PARENT, path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, ...env },
  })
  const lines: string[] = []
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}: ${lines.slice(-5).join('\n')}`)))
    createInterface({ input: child.stdout! }).on('line', (line) => {
      lines.push(line)
      const found = ready.exec(line)
      if (found) resolve(Number(found[1] ?? 0))
    })
  })
  child.removeAllListeners('exit')
  return { pid: child.pid!, port, lines, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
