import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'
import type { DatabaseSettings, OpenDb } from './settings.ts'

/** Opens the shop's database. It does not migrate: that is `migrate`. */
export function openDatabase(settings: DatabaseSettings): Promise<OpenDb> {
  return settings.databaseUrl ? openPostgres(settings.databaseUrl, settings) : openEmbedded(settings.dataDir)
}
