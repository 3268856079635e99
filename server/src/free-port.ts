import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections, which could take one before it is used or while its server restarts. */
const FROM = 20_000
const COUNT = 12_000
let tried = process.pid * 37

/** The wanted port of 127.0.0.1 when it is free, else any free port. 0 means any. */
export async function freePort(preferred = 0): Promise<number> {
  if (preferred !== 0 && (await isFree(preferred))) return preferred
  for (let n = 0; n < COUNT; n++) {
    const port = FROM + (tried++ % COUNT)
    if (await isFree(port)) return port
  }
  throw new Error(`No port is free between ${FROM} and ${FROM + COUNT}`)
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
