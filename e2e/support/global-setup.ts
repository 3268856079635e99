import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BUILT_SHOP } from '@foyer/server/testing/processes/built-shop.ts'
import { importCatalogue, TEMPLATE } from './shop.ts'

/** Fills one data folder with the catalogue of the stories. Every shop of the run starts with a copy of it. */
export default async function globalSetup() {
  if (!existsSync(BUILT_SHOP)) throw new Error('The shop is not built: npm run build')
  const folder = mkdtempSync(join(tmpdir(), 'foyer-stories-'))
  process.env[TEMPLATE] = folder
  await importCatalogue(folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
