// Runs a PostgreSQL for as long as the process that started it lives. The pipe on stdin ends with that process, even after
// `kill -9`. Then this stops the server and removes its folder, so that a broken test run leaves nothing behind.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'

const { command, args, options, folder } = JSON.parse(process.argv[2])

const server = spawn(command, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] })

const stop = () => {
  server.kill('SIGINT')
  setTimeout(() => server.kill('SIGKILL'), 10_000)
}

server.on('error', () => finish(1))
server.on('exit', () => finish(0))
process.stdin.on('end', stop).on('error', stop).resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

function finish(code) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.exit(code)
}
