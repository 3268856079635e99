import type { PageData, PageName } from '@foyer/contract/pages.ts'
import { screenSource } from './checkout/screens.tsx'
import { isSeated, SEATED_SOURCE } from './pages/event/seated-part.ts'
import { pageSource } from './pages/pages.tsx'

type Chunk = { file: string; name?: string; imports?: string[]; dynamicImports?: string[]; assets?: string[] }
/** `dist/client/.vite/manifest.json` */
export type Manifest = Record<string, Chunk>

const ENTRY = 'src/main.tsx'
const STYLES = 'style.css'

/**
 * The assets that a page's document links to, as root-relative paths: the stylesheet, the module script, and `preloads` for the
 * modules it imports. The checkout preloads the script of its current step.
 */
export function pageAssets<P extends PageName>(manifest: Manifest, page: P, data: PageData[P]) {
  const chunks = new Set<Chunk>()
  const collect = (chunk: Chunk | undefined) => {
    if (!chunk || chunks.has(chunk)) return
    chunks.add(chunk)
    for (const next of chunk.imports ?? []) collect(manifest[next])
  }
  const entry = manifest[ENTRY]
  collect(entry)
  if (page === 'checkout') {
    // The manifest lists a shared chunk by its name.
    collect(Object.values(manifest).find(({ name }) => name === 'checkout'))
    const { checkout } = data as PageData['checkout']
    if (checkout) collect(manifest[screenSource(checkout.state) ?? ''])
  } else collect(manifest[pageSource(page)])
  if (page === 'event' && (data as PageData['event']).dates.some(({ tickets }) => isSeated(tickets)))
    collect(manifest[SEATED_SOURCE])

  const address = (file: string) => `/${file}`
  return {
    script: address(entry?.file ?? ''),
    styles: [manifest[STYLES]].flatMap((sheet) => (sheet ? [address(sheet.file)] : [])),
    preloads: [...chunks].filter((chunk) => chunk !== entry).map(({ file }) => address(file)),
  }
}

/**
 * Every built file that a page may load, now or later, for use offline. Leaves out what the entry loads later, which is every
 * other page of the shop.
 */
export function offlineAssets(manifest: Manifest, page: Exclude<PageName, 'checkout'>): string[] {
  const files = new Set<string>()
  const seen = new Set<string>()
  const collect = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const file of [chunk.file, ...(chunk.assets ?? [])]) files.add(`/${file}`)
    for (const next of [...(chunk.imports ?? []), ...(key === ENTRY ? [] : (chunk.dynamicImports ?? []))]) collect(next)
  }
  for (const key of [ENTRY, STYLES, pageSource(page)]) collect(key)
  return [...files]
}
