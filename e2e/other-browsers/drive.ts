import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@foyer/server/free-port.ts'

/** The commands of W3C WebDriver that the test uses: over HTTP for WebKit, over Firefox's Marionette socket. */
const COMMANDS = {
  open: ['POST', '/url', 'WebDriver:Navigate'],
  run: ['POST', '/execute/sync', 'WebDriver:ExecuteScript'],
  click: ['POST', '/element/{id}/click', 'WebDriver:ElementClick'],
  type: ['POST', '/element/{id}/value', 'WebDriver:ElementSendKeys'],
  frame: ['POST', '/frame', 'WebDriver:SwitchToFrame'],
  cookies: ['GET', '/cookie', 'WebDriver:GetCookies'],
} as const

type Send = (command: keyof typeof COMMANDS, params?: Record<string, unknown>) => Promise<unknown>
export type Engine = { name: string; send: Send; close: () => Promise<void> }

async function retry<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 200; ; left--)
    try {
      return await attempt()
    } catch (error) {
      if (left === 0) throw error
      await sleep(100)
    }
}

const firstThere = (paths: readonly string[]) => paths.find((path) => existsSync(path))

/** Firefox with a fake camera and all third-party cookies blocked. */
export async function openFirefox(): Promise<Engine | string> {
  const binary = firstThere([
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ])
  if (!binary) return 'Firefox is not installed'
  const profile = mkdtempSync(join(tmpdir(), 'foyer-firefox-'))
  const port = await freePort()
  const settings = {
    'marionette.port': port,
    'media.navigator.streams.fake': true,
    'media.navigator.permission.disabled': true,
    'network.cookie.cookieBehavior': 1,
    'datareporting.policy.dataSubmissionEnabled': false,
  }
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(settings)
      .map(([name, value]) => `user_pref("${name}", ${value});\n`)
      .join(''),
  )
  const child = spawn(binary, ['--headless', '--marionette', '--profile', profile], { stdio: 'ignore' })
  const exited = new Promise((done) => child.once('exit', done))
  const command = await retry(() => openMarionette(port))
  const { capabilities } = (await command('WebDriver:NewSession', {})) as {
    capabilities: { browserVersion: string }
  }
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    send: (name, params = {}) => command(COMMANDS[name][2], params),
    close: async () => {
      child.kill()
      await exited
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** Marionette: arrays of JSON, each after its length in bytes. Requests are answered one after the other. */
function openMarionette(port: number): Promise<(name: string, params: object) => Promise<unknown>> {
  return new Promise((opened, failed) => {
    const socket = connect(port, '127.0.0.1').once('error', failed)
    const waiting = new Map<number, (message: unknown[]) => void>()
    let [received, last] = [Buffer.alloc(0), 0]
    const command = async (name: string, params: object): Promise<unknown> => {
      last += 1
      const request = JSON.stringify([0, last, name, params])
      const answer = new Promise<unknown[]>((done) => waiting.set(last, done))
      socket.write(`${Buffer.byteLength(request)}:${request}`)
      const [, , error, result] = (await answer) as [1, number, { message: string } | null, unknown]
      if (error) throw new Error(`${name}: ${error.message}`)
      const isWrapped = typeof result === 'object' && result !== null && 'value' in result
      return isWrapped ? (result as { value: unknown }).value : result
    }
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      for (;;) {
        const colon = received.indexOf(':')
        const length = Number(received.subarray(0, Math.max(0, colon)))
        if (colon < 0 || received.length < colon + 1 + length) return
        const message = JSON.parse(received.subarray(colon + 1, colon + 1 + length).toString()) as unknown
        received = received.subarray(colon + 1 + length)
        // The first message is a greeting.
        if (Array.isArray(message)) waiting.get(message[1] as number)?.(message)
        else opened(command)
      }
    })
  })
}

/** WebKitGTK, Safari's engine, with a fake camera and all third-party cookies blocked. */
export async function openWebKit(): Promise<Engine | string> {
  const driver = firstThere(['/usr/bin/WebKitWebDriver'])
  const arch = { x64: 'x86_64', arm64: 'aarch64' }[process.arch as string]
  const binary = firstThere(['4.1', '4.0', '6.0'].map((v) => `/usr/lib/${arch}-linux-gnu/webkit2gtk-${v}/MiniBrowser`))
  if (!driver || !binary) return 'WebKitGTK is not installed (Debian: webkit2gtk-driver)'
  const display = process.env.DISPLAY ? [] : ['xvfb-run', '-a']
  if (display.length > 0 && !existsSync('/usr/bin/xvfb-run')) return 'WebKitGTK needs a display (Debian: xvfb)'
  const port = await freePort()
  const args = [`--port=${port}`, '--host=127.0.0.1']
  const [program, ...before]: string[] = [...display, driver]
  const child: ChildProcess = spawn(program!, [...before, ...args], { stdio: 'ignore', detached: true })
  const request = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    })
    const { value } = (await answer.json()) as { value: unknown }
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
    return value
  }
  await retry(() => request('GET', '/status'))
  const flags = ['--automation', '--cookies-policy=no-third-party', '--enable-media-stream=true']
  const options = { binary, args: [...flags, '--enable-mock-capture-devices=true'] }
  const session = (await request('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })) as { sessionId: string; capabilities: { browserVersion: string } }
  const base = `/session/${session.sessionId}`
  return {
    name: `WebKitGTK ${session.capabilities.browserVersion}`,
    send: (name, params = {}) => {
      const [method, path] = COMMANDS[name]
      return request(method, base + path.replace('{id}', String(params.id)), params)
    },
    close: async () => {
      await request('DELETE', base).catch(() => undefined)
      process.kill(-child.pid!)
    },
  }
}
