import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'
import type { DatabaseSettings, OpenDb } from './settings.ts'

/** Opens the shop's database without migrating it; `migrate` does that. */
export function openDatabase(settings: DatabaseSettings): Promise<OpenDb> {
  return settings.databaseUrl ? openPostgres(settings.databaseUrl, settings) : openEmbedded(settings.dataDir)
}
