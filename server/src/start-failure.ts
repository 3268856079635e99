import { BadConfig } from './config.ts'
import { FolderInUse } from './db/connection/folder-lock.ts'
import { explainError } from './db/schema/explain.ts'

type SystemError = NodeJS.ErrnoException & { port?: number; address?: string }

const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC'])

/** A sentence about why the shop can't start, if the operator can mend it; null for a bug. */
export function whyNotStarted(error: unknown): string | null {
  if (error instanceof BadConfig || error instanceof FolderInUse) return error.message
  const { code = '', port, address, path } = (error ?? {}) as SystemError
  if (code === 'EADDRINUSE') return `another program listens on port ${port}. Stop it, or set PORT`
  if (code === 'EADDRNOTAVAIL') return `this machine does not have the address ${address} of HOST`
  if (code === 'EACCES' && port !== undefined) return `port ${port} is reserved for the system's own programs. Set PORT`
  if (UNWRITABLE.has(code) && path !== undefined) return `${path} can't be written (${code}). DATA_DIR says where it is`
  return explainError(error)
}
