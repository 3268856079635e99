import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A secret created once and kept in the data folder, readable only by our user. */
export function storedSecret(dataDir: string, name: string, make: () => string): string {
  const file = join(dataDir, name)
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    try {
      // 'wx': when two processes start at once, one creates it and the other reads it.
      writeFileSync(file, make(), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return readFileSync(file, 'utf8').trim()
}
