import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { BadConfig } from './config.ts'
import { whyNotStarted } from './start-failure.ts'

const failureOf = (port: number, host: string) =>
  new Promise<unknown>((fail) => {
    const server = createServer().once('error', fail)
    server.listen(port, host, () => server.close(() => fail(null)))
  })

it('a port in use, an address of another machine and a folder that cannot be written are sentences', async () => {
  const first = createServer()
  await new Promise<void>((done) => first.listen(0, '127.0.0.1', done))
  const { port } = first.address() as { port: number }
  expect(whyNotStarted(await failureOf(port, '127.0.0.1'))).toContain(`another program listens on port ${port}`)
  first.close()
  expect(whyNotStarted(await failureOf(0, '203.0.113.1'))).toContain('the address 203.0.113.1 of HOST')
  expect(whyNotStarted(Object.assign(new Error('x'), { code: 'ENOSPC', path: '/data/secret' }))).toContain(
    '/data/secret',
  )
})

it('so is a bad setting; a bug is not, and keeps its stack trace', () => {
  expect(whyNotStarted(new BadConfig('PORT: is a number'))).toBe('PORT: is a number')
  expect(whyNotStarted(new TypeError('undefined is not a function'))).toBeNull()
  const missing = (() => {
    try {
      writeFileSync('/nowhere/at/all', '')
    } catch (error) {
      return error
    }
  })()
  expect(whyNotStarted(missing)).toBeNull()
})
