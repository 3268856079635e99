import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Stream = { nfd: number; node: object }
type FileSystem = {
  stream_ops: { fsync?: (stream: Stream) => number }
  realPath(node: object): string
}

/**
 * The files of the embedded database, with an fsync that reaches the disk. PGlite's own file layer has none: PostgreSQL asks
 * for it at each commit and checkpoint, and nothing happens, so that a power cut loses what was acknowledged.
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
        fsyncSync(nfd)
        const path = NODEFS.realPath(node)
        // The name of a new file is in its folder.
        if (!named.has(node)) syncPath(dirname(path))
        named.add(node)
        this.#onSync(path)
        return 0
      }
    }
    const preRun = [...((emscriptenOpts.preRun ?? []) as (() => void)[]), addFsync as unknown as () => void]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

/** Syncs a whole folder: for a database that has just been created, by a program with a file layer of its own. */
export function syncFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncFolder(path)
    else if (entry.isFile()) syncPath(path)
  }
  syncPath(folder)
}

function syncPath(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } catch (error) {
    // Not every system can sync a folder.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  } finally {
    closeSync(file)
  }
}
