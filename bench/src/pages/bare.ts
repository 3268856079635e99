import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

const SOURCES = fileURLToPath(new URL('./bare/', import.meta.url))
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}
/** Enough events for a list like the shop's front page. */
const EVENTS = Array.from({ length: 24 }, (_, id) => ({ id, name: `Event ${id + 1}`, place: 'The old town hall' }))

/**
 * The pages that the shop is compared with. They use nothing but the same React: one is rendered by its script (`/hello.html`),
 * the other then also fetches its data (`/fetching.html`). Each is built alone with vite's defaults and served as the shop
 * serves its own: brotli, documents revalidated, scripts cached for a year.
 */
export async function openBarePages() {
  const dir = mkdtempSync(join(tmpdir(), 'foyer-bare-'))
  const files = new Map<string, Buffer>([['/data.json', Buffer.from(JSON.stringify(EVENTS))]])
  try {
    for (const name of ['hello', 'fetching']) await buildPage(name, join(dir, name))
    for (const name of ['hello', 'fetching'])
      for (const file of readdirSync(join(dir, name), { recursive: true, withFileTypes: true }))
        if (file.isFile()) {
          const path = join(file.parentPath, file.name)
          files.set(path.slice(join(dir, name).length).replaceAll('\\', '/'), readFileSync(path))
        }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
  const compressed = new Map([...files].map(([path, content]) => [path, compress(content)]))

  const server = createServer((request, response) => {
    const content = compressed.get(request.url ?? '')
    if (!content) return response.writeHead(404).end()
    const headers = {
      'content-type': TYPES[extname(request.url!)] ?? 'application/octet-stream',
      'content-encoding': 'br',
      'content-length': content.length,
      'cache-control': request.url!.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
    }
    return response.writeHead(200, headers).end(content)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}`, close: () => server.close() }
}

async function buildPage(name: string, outDir: string): Promise<void> {
  // Imported late: in the module graph, it would make every use of this folder load all of vite.
  const { build } = await import('vite')
  await build({
    configFile: false,
    root: SOURCES,
    logLevel: 'error',
    mode: 'production',
    oxc: { jsx: { runtime: 'automatic' } },
    build: { outDir, rolldownOptions: { input: join(SOURCES, `${name}.html`) } },
  })
}

const compress = (content: Buffer): Buffer =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } })
