import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'
import type { Change } from '../bundled.ts'
import type { Guard } from './guards.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** The guard that this run of the tests does without, as `npm run guards` says it to the run it starts. */
export const takenOut = (): Guard | null =>
  process.env.GUARD_TAKEN_OUT ? (JSON.parse(process.env.GUARD_TAKEN_OUT) as Guard) : null

/** The source with the change in it. Throws when the text to be changed does not stand in it exactly once. */
export function changed(source: string, { file, find, replace }: Change): string {
  const times = source.split(find).length - 1
  if (times !== 1) throw new Error(`${file} holds ${times} times: ${find}`)
  return source.replace(find, () => replace)
}

export const sourceOf = (file: string): string => readFileSync(ROOT + file, 'utf8')

/** Puts the change into the source while the tests load it: never on disk. */
export function withoutGuard(): Plugin {
  const change = takenOut()?.change
  return {
    name: 'without-a-guard',
    enforce: 'pre',
    transform(source, id) {
      return change && id === ROOT + change.file ? changed(source, change) : undefined
    },
  }
}
