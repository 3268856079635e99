import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page of an organiser, on another site and with a strict policy. */
export async function openHostPage(shopUrl: string, html: string, lang = 'en') {
  const policy = `default-src 'none'; script-src ${shopUrl}; connect-src ${shopUrl}; style-src 'none'; require-trusted-types-for 'script'`
  const server = createServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
      .end(`<!doctype html><html lang="${lang}"><title>A theatre</title><h1>A theatre</h1>${html}</html>`),
  )
  const host = shopUrl.includes('localhost') ? '127.0.0.1' : 'localhost'
  await new Promise<void>((listening) => server.listen(0, host, listening))
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
