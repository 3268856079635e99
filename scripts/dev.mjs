import { spawn } from 'node:child_process'
import { checkNode, ensureInstalled } from './lib/install.mjs'
import { main, ROOT, tool } from './lib/run.mjs'

/** `npm run dev`: the web build and the server, both watching. The server reads what the web build writes. */
await main(async () => {
  checkNode()
  await ensureInstalled()
  const children = [
    ['npm', ['run', '--silent', 'dev', '-w', 'web']],
    [tool('tsx'), ['watch', '--clear-screen=false', 'server/src/main.ts', ...process.argv.slice(2)]],
  ].map(([command, args]) =>
    spawn(command, args, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32', env: process.env }),
  )
  const stop = (signal) => {
    for (const child of children) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
  // One without the other is no use.
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
