import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PICTURES } from './shot.ts'

/** Groups items by name, in the order of first appearance. */
export function groupBy<T>(all: readonly T[], nameOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of all) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item])
  return groups
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Writes index.html for the folder: a row per state and a thumbnail per width and theme, each linked to its picture. */
export default function writeIndex(): void {
  mkdirSync(PICTURES, { recursive: true })
  const scenes = readdirSync(PICTURES, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const sections = scenes.map(({ name }) => {
    const files = readdirSync(join(PICTURES, name)).sort()
    const states = groupBy(files, (file) => file.replace(/ \d+ (light|dark)\.png$/, ''))
    const rows = [...states].map(([state, files]) => {
      const pictures = files.map((file) => {
        const address = escaped(`${encodeURIComponent(name)}/${encodeURIComponent(file)}`)
        const caption = escaped(file.slice(state.length).replace('.png', '') || file)
        return file.endsWith('.png')
          ? `<a href="${address}"><img src="${address}" alt="${escaped(file)}" loading="lazy"><small>${caption}</small></a>`
          : `<a href="${address}">${escaped(file)}</a>`
      })
      return `<h3>${escaped(state)}</h3><div>${pictures.join('')}</div>`
    })
    return `<section><h2 id="${escaped(name)}">${escaped(name)}</h2>${rows.join('')}</section>`
  })
  const links = scenes.map(({ name }) => `<a href="#${escaped(name)}">${escaped(name)}</a>`).join(' · ')
  writeFileSync(
    join(PICTURES, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Gallery</title>${STYLE}<nav>${links}</nav>${sections.join('')}`,
  )
}

const STYLE = `<style>
body{font:14px system-ui;margin:24px;background:#f3eee7}
div{display:flex;gap:12px;overflow-x:auto;align-items:flex-start}
img{display:block;width:200px;max-height:420px;object-fit:cover;object-position:top;border:1px solid #8c8189;background:#fff}
h3{margin:16px 0 4px;font-weight:600}
</style>`
