import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'
import type { Guard } from './guard.ts'
import { withoutMarked } from './marks.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** The guard that this test run removes, set by `npm run guards`. */
export const missingGuard = (): Guard | null =>
  process.env.MISSING_GUARD ? (JSON.parse(process.env.MISSING_GUARD) as Guard) : null

/** A source without the marks of a guard. */
export const sourceWithout = (file: string, source: string, { marks }: Pick<Guard, 'marks'>): string =>
  marks.reduce((text, mark) => withoutMarked(file, text, mark), source)

/** Removes the guard from the sources as the tests load them, never on disk. */
export function withoutGuard(): Plugin {
  const guard = missingGuard()
  return {
    name: 'without-a-guard',
    enforce: 'pre',
    transform: (source, id) =>
      guard && id.startsWith(ROOT) && /\/src\/.*\.ts$/.test(id) && !/\.test\.ts$/.test(id)
        ? sourceWithout(id, source, guard)
        : undefined,
  }
}
