import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const DEPLOY = fileURLToPath(new URL('../../../../deploy/', import.meta.url))

/** A file of deploy/ with its variables replaced, as `envsubst` does. */
export function fillTemplate(file: string, values: Record<string, string>): string {
  const text = readFileSync(DEPLOY + file, 'utf8')
  return text
    .split('\n')
    .map((line) => (line.startsWith('#') ? line : line.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => values[name]!)))
    .join('\n')
}

export function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
