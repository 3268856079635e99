import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  id: string
  headers: Record<string, string>
  body: string
  type: string
  data: Record<string, unknown>
}

/** A program on this machine that receives messages. `answer` may be replaced at any time. */
export async function startReceiver(
  answer: (response: ServerResponse, request: IncomingMessage) => void = (response) => response.end('ok'),
) {
  const received: Received[] = []
  const receiver = { answer, received, url: '', close: () => {} }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (text) => {
      body += text
    })
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      const { type, data } = JSON.parse(body)
      received.push({ id: headers['webhook-id']!, headers, body, type, data })
      receiver.answer(response, request)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  receiver.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return receiver
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
