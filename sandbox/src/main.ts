import { buildSandbox } from './app.ts'
import { readOptions } from './environment.ts'

// Runs the sandbox as its own process: `PORT=3100 DATA_FILE=data/sandbox.jsonl node main.js`.
const { listen, options } = readOptions(process.env)
const { app, state } = buildSandbox(options)
await app.listen(listen)
console.log(`Sandbox of the payment providers at ${state.publicUrl()}`)

const stop = async () => {
  app.server.closeAllConnections()
  await app.close()
  process.exit(0)
}
process.on('SIGINT', () => void stop())
process.on('SIGTERM', () => void stop())
