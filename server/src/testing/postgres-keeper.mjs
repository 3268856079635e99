// Runs a PostgreSQL for as long as the process that started this one lives. The pipe on stdin ends when that process does, however it
// does, `kill -9` included: then the server is stopped and its folder removed. Nothing is left behind by a broken test run.
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
