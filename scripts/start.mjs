import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { checkNode, ensureInstalled } from './lib/install.mjs'
import { main, ROOT } from './lib/run.mjs'

/** `npm start`: installs, builds what is stale and runs the server, which opens the database and starts the sandbox itself. */
await main(async () => {
  checkNode()
  await ensureInstalled()
  await build()
  process.exitCode = await serve()
})

function serve() {
  const preload = new URL('./lib/end-with-parent.mjs', import.meta.url).href
  const entry = join(ROOT, 'server', 'dist', 'main.js')
  const server = spawn(
    process.execPath,
    ['--enable-source-maps', '--import', preload, entry, ...process.argv.slice(2)],
    {
      cwd: ROOT,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A Ctrl-C at a terminal has reached the server already; a second one would mean "stop at once".
      if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill(signal)
    })
  }
  return new Promise((resolve) => {
    server.on('error', (error) => {
      console.error(error)
      resolve(1)
    })
    server.on('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}
