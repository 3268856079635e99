import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../../free-port.ts'
import type { TestShop } from '../shop.ts'
import { programFile } from './bundled.ts'

/** An email as the mail server took it. */
export type TakenEmail = { to: string; messageId: string }

/**
 * The shop as a process of its own that works through its jobs and can be killed, and a mail server that keeps what it takes. The
 * process has the test's time at its start.
 */
export async function openMailProcess({ deps, databaseUrl, clock }: Pick<TestShop, 'deps' | 'databaseUrl' | 'clock'>) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-mail-process-'))
  const emails: TakenEmail[] = []
  const mailServer = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const [, messageId = ''] = /^message-id: (\S+)/im.exec(Buffer.concat(chunks).toString()) ?? []
        emails.push({ to: session.envelope.rcptTo[0]!.address, messageId })
        done()
      })
    },
  })
  mailServer.on('error', () => {})
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
  let running: ChildProcess | undefined

  async function start(): Promise<void> {
    const { port } = mailServer.server.address() as AddressInfo
    const program = await programFile('payment/test-programs/serve.ts')
    const child = spawn(process.execPath, [program], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        DATA_DIR: folder,
        DEMO: 'false',
        LOG_LEVEL: 'error',
        PORT: String(await freePort()),
        PUBLIC_URL: deps.config.publicUrl,
        DATABASE_URL: databaseUrl,
        SESSION_SECRET: deps.config.sessionSecret,
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        SMTP_REQUIRE_TLS: 'false',
        CLOCK_START: String(clock.now().getTime()),
      },
    })
    running = child
    let complaints = ''
    child.stderr!.on('data', (chunk: Buffer) => {
      complaints += chunk.toString()
    })
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the process ended with ${code}. ${complaints}`)))
      createInterface({ input: child.stdout! }).on('line', (line) => line.includes('Foyer is open') && resolve())
    })
    child.removeAllListeners('exit')
  }

  async function kill(): Promise<void> {
    const child = running
    running = undefined
    if (!child || child.exitCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  return {
    /** What the mail server has taken so far. */
    emails,
    start,
    kill,
    /** Waits until something is so, half a minute at most. */
    async until(what: () => boolean | Promise<boolean>): Promise<void> {
      for (let tried = 0; tried < 3000; tried++) {
        if (await what()) return
        await sleep(10)
      }
      throw new Error(`it never came: ${emails.length} emails`)
    },
    async close() {
      await kill()
      await new Promise<void>((resolve) => mailServer.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
