import { UNREADABLE } from '../../setting-values.ts'
import { asUnavailable, sqlState } from '../connection/unavailable.ts'
import { MigrationFailed } from './migrate.ts'

/** Wrong user or password, no such database, no right to it. */
const REFUSES = (state: string) => state.startsWith('28') || state === '3D000' || state === '42501'

/** A sentence about an error that the operator can mend: no database, the wrong one, the wrong version. Null for a bug. */
export function explainError(error: unknown): string | null {
  if (error instanceof MigrationFailed) return error.message
  if (REFUSES(sqlState(error) ?? '')) return `The database refuses DATABASE_URL: ${(error as Error).message}`
  if ((error as NodeJS.ErrnoException | null)?.code === 'ERR_INVALID_URL') return `DATABASE_URL ${UNREADABLE}`
  return asUnavailable(error)?.message ?? null
}
