import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const onWindows = process.platform === 'win32'

/** Prints what is done and how long it took. */
export async function step(title, work) {
  process.stdout.write(`${title} ...\n`)
  const started = performance.now()
  const result = await work()
  process.stdout.write(`${title}: ${seconds(started)}\n`)
  return result
}

export const seconds = (started) => `${((performance.now() - started) / 1000).toFixed(1)} s`

/** Runs a program to its end. Resolves to its exit code (1 when a signal ended it) and, when `quiet`, its output. */
export function run(command, args, { env = {}, cwd = ROOT, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      // On Windows, npm and the tools of node_modules/.bin are .cmd files.
      shell: onWindows && !command.endsWith('.exe'),
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk
      })
    }
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Like `run`, but throws when the program fails. */
export async function mustRun(command, args, options = {}) {
  const { code, output } = await run(command, args, options)
  if (code !== 0) throw new Failed(`${[command, ...args].join(' ')} failed (exit code ${code})\n${output}`.trim())
}

/** An error whose message is shown in the terminal without a stack trace. */
export class Failed extends Error {}

/** A tool from the project's own packages. */
export const tool = (name) => join(ROOT, 'node_modules', '.bin', onWindows ? `${name}.cmd` : name)

export const hasPackage = (name) => existsSync(join(ROOT, 'node_modules', name, 'package.json'))

/** Whether `parseArgs` does not know an argument. */
const isWrongArgument = ({ code }) => typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS')

/** Runs a command. Prints only the message of a Failed or a wrong argument; any other error is a bug and keeps its stack. */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Failed || isWrongArgument(error) ? `\n${error.message}` : error)
    process.exitCode = 1
  }
}
