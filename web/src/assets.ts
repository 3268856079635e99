import type { PageData, PageName } from '@foyer/contract/pages.ts'
import { screenSource } from './checkout/screens.tsx'
import { pageSource } from './pages/pages.tsx'

type Chunk = { file: string; name?: string; imports?: string[]; dynamicImports?: string[]; assets?: string[] }
/** `dist/client/.vite/manifest.json` */
export type Manifest = Record<string, Chunk>

const ENTRY = 'src/main.tsx'
const STYLES = 'style.css'

/**
 * What the document of a page names, as addresses from the root: `styles` as the stylesheet (without it the page would stand
 * bare for a moment), and for its bootstrap script `script` as the one module script and `preloads` as what that imports. The checkout
 * brings the script of the step the sale is in.
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
    // A chunk that others share goes by its name in the manifest.
    collect(Object.values(manifest).find(({ name }) => name === 'checkout'))
    const { checkout } = data as PageData['checkout']
    if (checkout) collect(manifest[screenSource(checkout.state) ?? ''])
  } else collect(manifest[pageSource(page)])

  const address = (file: string) => `/${file}`
  return {
    script: address(entry?.file ?? ''),
    styles: [manifest[STYLES]].flatMap((sheet) => (sheet ? [address(sheet.file)] : [])),
    preloads: [...chunks].filter((chunk) => chunk !== entry).map(({ file }) => address(file)),
  }
}

/**
 * Everything a page may ever ask for of the build, what it loads later too: to be kept for when there is no network. Not what
 * the entry loads later: that is every other page of the shop.
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
