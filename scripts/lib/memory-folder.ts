import { readFileSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const FOLDER = '/dev/shm'
const GIGABYTE = 2 ** 30

/**
 * Makes this process and its children keep temporary files in memory, where there is room: tests copy databases of a thousand
 * small files, for which many disks need a second. TMPDIR, if set, decides.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR === undefined && hasRoom()) process.env.TMPDIR = FOLDER
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(FOLDER)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .findLast((line) => line.split(' ')[1] === FOLDER)
    const options = mount?.split(' ')[3]?.split(',') ?? []
    // Some tests put a program there.
    return bavail * bsize > 4 * GIGABYTE && freemem() > 8 * GIGABYTE && !options.includes('noexec')
  } catch {
    return false
  }
}
