import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * One process per folder. PGlite itself takes no lock: two processes that open the same folder both succeed, and committed rows
 * vanish without an error. So the first to open it writes its process id beside the folder.
 *
 * A lock is never taken from a living process, however old: the database runs on the main thread, and a long query looks
 * exactly like a hang. A lock of a dead process (`kill -9`, power cut) is taken over. Process ids are only valid on one
 * machine: several machines must not share a folder on a network disk.
 */
export interface FolderLock {
  release(): void
}

export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
  readonly pid: number

  constructor(folder: string, pid: number) {
    super(
      `The database folder ${folder} is in use by process ${pid}. Stop that process first, ` +
        'or set DATABASE_URL to a PostgreSQL server, which several processes may share.',
    )
    this.pid = pid
  }
}

/** Locks held by this process, to tell them from those of a dead process that had the same id (as in containers). */
const held = new Set<string>()

export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = `${folder}.lock`
  const draft = `${path}.${process.pid}`
  const content = `${process.pid}\n${startOf(process.pid) ?? ''}\n`
  for (let attempt = 0; attempt < 5; attempt++) {
    // Written in full first, then linked to its name, so that a reader never sees half a lock.
    writeFileSync(draft, content)
    try {
      linkSync(draft, path)
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
      removeIfDead(folder, path)
      continue
    } finally {
      unlinkSync(draft)
    }
    // When two processes take over the same dead lock, the second may have removed ours. Check again.
    if (attempt > 0) await sleep(100)
    if (readIfThere(path) === content) return holdLock(path, content)
  }
  throw new Error(`The lock ${path} changed hands too often: is another process starting on the same folder?`)
}

function holdLock(path: string, content: string): FolderLock {
  held.add(path)
  const release = (): void => {
    process.removeListener('exit', release)
    if (held.delete(path) && readIfThere(path) === content) unlinkSync(path)
  }
  process.once('exit', release)
  return { release }
}

/**
 * Removes the lock if its process is dead; throws FolderInUse if it is alive. Synchronous, so this process cannot interrupt it.
 */
function removeIfDead(folder: string, path: string): void {
  const found = readIfThere(path)
  if (found === undefined) return
  const [pid, start = ''] = found.split('\n')
  if (isAlive(Number(pid), start, path)) throw new FolderInUse(folder, Number(pid))
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  // Another process may take over between the read and the rename. Then the renamed file is a valid lock: put it back.
  if (readFileSync(aside, 'utf8') !== found) linkIfFree(aside, path)
  unlinkSync(aside)
}

function isAlive(pid: number, start: string, path: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  if (pid === process.pid) return held.has(path)
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    if (!hasCode(error, 'EPERM')) return false
  }
  // The id may have been reused by another process. Where the system allows it, compare the start times.
  const now = startOf(pid)
  return now === undefined || start === '' || now === start
}

/** When a process started, in a form that is only good for comparison. Undefined where the system does not say. */
function startOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Field 22, counted after the name, which is in brackets and may contain spaces.
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return undefined
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function linkIfFree(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
