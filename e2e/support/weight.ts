import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const CLIENT = fileURLToPath(new URL('../../web/dist/client/', import.meta.url))

type Chunk = { file: string; name?: string; imports?: string[] }
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8'))

/** The largest size in bytes that a buyer's browser receives: gzip -9. */
export const gzippedSize = (content: string | Buffer): number => gzipSync(content, { level: 9 }).length
/** The same for a built file, by its address from the root. Fonts are compressed already. */
export const weightOf = (address: string): number => {
  const content = readFileSync(join(CLIENT, address))
  return address.endsWith('.woff2') ? content.length : gzippedSize(content)
}
export const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

/** What a document requests by itself: through its own tags, and through its bootstrap script after rendering. */
export function requestsOf(html: string) {
  const addresses = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, address]) => address!)
  const scripts = [
    ...addresses(/<script\b[^>]* src="([^"]+)"/g),
    ...addresses(/<link rel="modulepreload" href="([^"]+)"/g),
    ...addresses(/<script data-scripts="([^"]+)"/g).flatMap((all) => all.split(' ')),
  ]
  const styles = addresses(/<link rel="stylesheet" href="([^"]+)"/g)
  const eager = addresses(/<img(?![^>]*loading="lazy")[^>]* src="(\/[^"]+)"/g)
  return { scripts, styles, eager }
}

/** The scripts that contain a source module and everything it imports. */
export function scriptsOf(source: string): string[] {
  const files = new Set<string>()
  const collect = (chunk: Chunk | undefined) => {
    if (!chunk || files.has(`/${chunk.file}`)) return
    files.add(`/${chunk.file}`)
    for (const next of chunk.imports ?? []) collect(manifest[next])
  }
  const chunk = manifest[source]
  if (!chunk) throw new Error(`${source} is no chunk of its own in the build`)
  collect(chunk)
  return [...files]
}

/** The scripts of each page of the office, without React. */
export function officeScripts(): Map<string, string[]> {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(join(CLIENT, '.vite/office.json'), 'utf8'))
  const pages = new Map<string, string[]>()
  for (const page of Object.keys(chunks).filter((key) => key.startsWith('src/office/pages/'))) {
    const keys = new Set<string>()
    const collect = (key: string) => {
      if (keys.has(key) || chunks[key]!.file.includes('office-react')) return
      keys.add(key)
      for (const next of chunks[key]!.imports ?? []) collect(next)
    }
    collect('src/office/main.tsx')
    collect(page)
    pages.set(
      page,
      [...keys].map((key) => `/${chunks[key]!.file}`),
    )
  }
  return pages
}

/** The source files of all step screens. */
export const STEP_SOURCES = Object.keys(manifest).filter((key) => {
  const [, folder, file] = /^src\/checkout\/steps\/([\w-]+)\/([\w-]+)\.tsx$/.exec(key) ?? []
  return folder !== undefined && folder === file
})

export const fonts = (): string[] =>
  readdirSync(join(CLIENT, 'assets'))
    .filter((file) => file.endsWith('.woff2'))
    .map((file) => `/assets/${file}`)

const sheets = (): string[] => readdirSync(join(CLIENT, 'assets')).filter((file) => file.endsWith('.css'))

/** All of the shop's stylesheets, for any page. */
export const shopStyles = (): string[] =>
  sheets()
    .filter((file) => !/^(altcha|mailbox|accessibility|seats|office)/.test(file))
    .map((file) => `/assets/${file}`)

/** The stylesheet of seating plans. */
export const seatSheet = (): string => `/assets/${sheets().find((file) => file.startsWith('seats'))}`
