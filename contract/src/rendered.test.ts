import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { fill } from './fill.ts'

/**
 * Every sentence with two values or more, of the shop and of the office, as it reads in each language. A pair that a translation or a
 * correction has swapped changes its line in rendered.txt: 'coûte maintenant ‹from›'. `npx vitest run --project unit contract -u`
 * writes new sentences there, to be read before they are committed.
 */

const ROOT = dirname(fileURLToPath(import.meta.url))
const FILES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(en|fr)\.ts$|(^|\/)errors\.ts$/.test(file))
  .toSorted()

/** A value is its own name, or a number of its own where a word depends on it. */
function rendered(text: string): string | null {
  const names = [...new Set([...text.matchAll(/\{([^}|]+)/g)].map(([, name]) => name!))].toSorted()
  if (names.length < 2) return null
  const values = names.map((name, i) => [name, text.includes(`{${name}|`) ? i + 2 : `‹${name}›`])
  return fill(text as string, Object.fromEntries(values) as never)
}

function linesOf(value: unknown, key: string): string[] {
  if (typeof value === 'string') {
    const sentence = rendered(value)
    return sentence === null ? [] : [`${key}: ${sentence}`]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => linesOf(inner, `${key}.${name}`))
}

it('each value has its place in every sentence, in both languages', async () => {
  const found: string[] = []
  for (const file of FILES) {
    const module: Record<string, unknown> = await import(pathToFileURL(join(ROOT, file)).href)
    const lines = Object.entries(module).flatMap(([name, value]) => linesOf(value, name))
    if (lines.length > 0) found.push(`# ${file.replaceAll('\\', '/')}`, ...lines.toSorted(), '')
  }
  expect(found.length).toBeGreaterThan(300)
  await expect(found.join('\n')).toMatchFileSnapshot('rendered.txt')
})
