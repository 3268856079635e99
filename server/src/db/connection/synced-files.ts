import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The WASI number of an input/output error. */
const EIO = 29

type Stream = { nfd: number; node: object }
type FileSystem = {
  stream_ops: { fsync?: (stream: Stream) => number }
  realPath(node: object): string
}

/**
 * The files of the embedded database, with an fsync that reaches the disk. PGlite's own file layer does nothing when PostgreSQL
 * requests an fsync at a commit or checkpoint, so a power cut would lose acknowledged data.
 */
export class SyncedFiles extends NodeFS {
  /** Called with the path of each file that was synced. */
  readonly #onSync: (path: string) => void

  constructor(folder: string, onSync: (path: string) => void = () => {}) {
    super(folder)
    this.#onSync = onSync
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args)
    const addFsync = ({ NODEFS }: { NODEFS: FileSystem }) => {
      const named = new WeakSet<object>()
      NODEFS.stream_ops.fsync = ({ nfd, node }) => {
        // PostgreSQL expects an error number; an exception would stop it in the middle of its work.
        try {
          fsyncSync(nfd)
          const path = NODEFS.realPath(node)
          // A new file's name is stored in its folder.
          if (!named.has(node)) syncPath(dirname(path))
          named.add(node)
          this.#onSync(path)
          return 0
        } catch (error) {
          return (error as NodeJS.ErrnoException).code === 'EPERM' ? 0 : EIO
        }
      }
    }
    const preRun = [...((emscriptenOpts.preRun ?? []) as (() => void)[]), addFsync as unknown as () => void]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

/**
 * Syncs a whole folder, for a database just created by a program with its own file layer. Syncs all files at once, because a
 * file system writes many of them together.
 */
export async function syncFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isDirectory() || entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all([folder, ...paths].map(syncLater))
}

async function syncLater(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync().catch(ignoreFolders)
  } finally {
    await file.close()
  }
}

/** Some systems cannot sync a folder. */
function ignoreFolders(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPERM') throw error
}

function syncPath(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } catch (error) {
    ignoreFolders(error as NodeJS.ErrnoException)
  } finally {
    closeSync(file)
  }
}
