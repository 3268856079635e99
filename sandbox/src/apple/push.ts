import { createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'

export type Push = { token: string; topic: string; body: string }

/** Apple's push service for passes: accepts pushes over HTTP/2, and rejects tokens that are no longer registered. */
export async function openApplePush() {
  const pushes: Push[] = []
  const unregistered = new Set<string>()
  const failing = { next: 0 }
  const server = createServer()
  server.on('stream', (stream, headers) => {
    let body = ''
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => {
      body += chunk
    })
    stream.on('end', () => {
      const answer = (status: number, reason?: string) => {
        stream.respond({ ':status': status, 'content-type': 'application/json' })
        stream.end(reason === undefined ? '' : JSON.stringify({ reason }))
      }
      const [, token = ''] = /^\/3\/device\/([0-9a-f]+)$/.exec(String(headers[':path'])) ?? []
      if (headers[':method'] !== 'POST' || token === '') return answer(400, 'BadDeviceToken')
      if (failing.next > 0) {
        failing.next -= 1
        return answer(503, 'ServiceUnavailable')
      }
      if (typeof headers['apns-topic'] !== 'string') return answer(400, 'MissingTopic')
      if (unregistered.has(token)) return answer(410, 'Unregistered')
      pushes.push({ token, topic: headers['apns-topic'], body })
      return answer(200)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pushes,
    unregistered,
    failing,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
