import { createServer } from 'node:net'

/** The port of 127.0.0.1 asked for when it is free, else any that is. 0 asks for any. */
export const freePort = (wanted = 0): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' && wanted !== 0 ? resolve(freePort()) : reject(error),
    )
    probe.listen(wanted, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
