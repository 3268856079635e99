import { createServer } from 'node:net'

/** The wanted port of 127.0.0.1 when it is free, else any free port. 0 means any. */
export const freePort = (preferred = 0): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' && preferred !== 0 ? resolve(freePort()) : reject(error),
    )
    probe.listen(preferred, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
