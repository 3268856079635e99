import type { PageName } from '@foyer/contract/pages.ts'
import { pageSource } from './pages/pages.tsx'

type Chunk = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[]; assets?: string[] }
/** `dist/client/.vite/manifest.json` */
export type Manifest = Record<string, Chunk>

const ENTRY = 'src/main.tsx'

/**
 * What the document of a page begins with, as addresses from the root: `styles` as stylesheets (without them the page
 * would stand bare for a moment), `script` as the one module script, `preloads` as `<link rel="modulepreload">`, and
 * `fonts` as `<link rel="preload" as="font" type="font/woff2" crossorigin>`.
 */
export function pageAssets(manifest: Manifest, page: PageName) {
  const seen = new Set<string>()
  const chunks: Chunk[] = []
  const collect = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const next of chunk.imports ?? []) collect(next)
    chunks.push(chunk)
  }
  collect(ENTRY)
  collect(pageSource(page))

  const entry = manifest[ENTRY]
  const script = entry?.file
  // The entry's styles name the layers in their order, so they come before those of the pieces in them.
  const styles = [...(entry?.css ?? []), ...chunks.flatMap((chunk) => chunk.css ?? [])]
  const unique = (files: string[]) => [...new Set(files)].map((file) => `/${file}`)
  return {
    script: `/${script}`,
    styles: unique(styles),
    preloads: unique(chunks.map((chunk) => chunk.file).filter((file) => file !== script)),
    fonts: unique(chunks.flatMap((chunk) => chunk.assets ?? []).filter((file) => file.endsWith('.woff2'))),
  }
}

/**
 * Everything a page may ever ask for of the build, what it loads later too: to be kept for when there is no network. Not what
 * the entry loads later: that is every other page of the shop.
 */
export function offlineAssets(manifest: Manifest, page: PageName): string[] {
  const seen = new Set<string>()
  const collect = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const next of [...(chunk.imports ?? []), ...(key === ENTRY ? [] : (chunk.dynamicImports ?? []))]) collect(next)
  }
  collect(ENTRY)
  collect(pageSource(page))
  const files = [...seen].flatMap((key) => {
    const { file, css = [], assets = [] } = manifest[key]!
    return [file, ...css, ...assets]
  })
  return [...new Set(files)].map((file) => `/${file}`)
}
