import type { Connections } from '../../metrics.ts'
import type { Db } from '../transaction/tx.ts'

export type DatabaseKind = 'embedded' | 'postgres'

export interface OpenDb {
  db: Db
  kind: DatabaseKind
  /** Whether the database responds within two seconds, even when the pool is busy. */
  ping(): Promise<boolean>
  /** Only on PostgreSQL. */
  connections?: () => Connections
  /** Closes every connection, and unlocks the folder. May be called twice. */
  close(): Promise<void>
}

export interface DatabaseSettings {
  /** `postgres://...`; without it the embedded database in `dataDir` is opened. */
  databaseUrl?: string | undefined
  /** Folder of everything stored on disk; the embedded database is in `pg` inside it. */
  dataDir: string
  /** Maximum number of connections to PostgreSQL. Defaults to 10. */
  poolSize?: number
  /** Longest a statement may run on PostgreSQL, in milliseconds; 0 for no limit. Defaults to 30,000. */
  statementTimeoutMs?: number
  /** Longest a request waits for a connection, in milliseconds. Defaults to 10,000. */
  connectionTimeoutMs?: number
  /** The application name in PostgreSQL's lists of connections. */
  applicationName?: string
  /** Called when an unused connection breaks (PostgreSQL restarted). The pool replaces it by itself. */
  onConnectionLost?: (error: Error) => void
}

/** Makes closing safe to call more than once. */
export function once(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined
  return () => {
    closing ??= close()
    return closing
  }
}
