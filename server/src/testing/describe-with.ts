import { describe } from 'vitest'

/**
 * A suite that needs programs or settings that not every machine has. Where they are missing it is skipped, and prints
 * `missing`: what it needs, and how to get it.
 */
export function describeWith(missing: string | undefined, title: string, suite: () => void): void {
  if (missing !== undefined) console.warn(`Skipped: ${title}. ${missing}`)
  describe.skipIf(missing !== undefined)(title, suite)
}
