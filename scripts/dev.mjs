import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from './build.mjs'
import { checkNode, ensureInstalled } from './lib/install.mjs'
import { main, ROOT, tool } from './lib/run.mjs'

/** `npm run dev`: watches the web builds and the server. The server serves what the web builds write. */
const WATCHERS = [
  { command: 'vite', args: ['build', '--watch'], room: 'web' },
  { command: 'vite', args: ['build', '--ssr', '--watch'], room: 'web' },
  { command: 'vite', args: ['build', '--mode', 'fr', '--watch'], room: 'web' },
  { command: 'vite', args: ['build', '--ssr', '--mode', 'fr', '--watch'], room: 'web' },
  { command: 'vite', args: ['build', '-c', 'vite.office.config.ts', '--watch'], room: 'web' },
  { command: 'vite', args: ['build', '-c', 'vite.office.config.ts', '--ssr', '--watch'], room: 'web' },
  {
    command: 'tsx',
    args: ['watch', '--clear-screen=false', 'server/src/main.ts', ...process.argv.slice(2)],
    room: '.',
  },
]

await main(async () => {
  checkNode()
  await ensureInstalled()
  // The server needs files to serve before the watchers have finished their first build.
  await build()
  const children = WATCHERS.map(({ command, args, room }) =>
    spawn(tool(command), args, { cwd: join(ROOT, room), stdio: 'inherit', shell: process.platform === 'win32' }),
  )
  const stop = (signal) => {
    for (const child of children) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
  // If one of them ends, the others stop too.
  const codes = await Promise.all(
    children.map(
      (child) =>
        new Promise((resolve) => {
          child.on('exit', (code) => {
            stop('SIGTERM')
            resolve(code ?? 0)
          })
        }),
    ),
  )
  process.exitCode = Math.max(...codes)
})
