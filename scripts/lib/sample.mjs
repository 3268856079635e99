import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run.mjs'

/** Stryker only makes mutants that lie wholly within a window, so the removal of longer blocks is not sampled. */
const WINDOW_LINES = 5

/** How many mutants a window had in the samples of docs/testing-the-tests.md. */
export const MUTANTS_PER_WINDOW = 3.6

/**
 * Cuts the files that match into windows of a few lines, so that longer files have more of them, and picks some with the seed.
 * As in Stryker, the last pattern that matches a file decides.
 */
export function sampleOf(files, { patterns, count, seed, root = ROOT }) {
  const globs = patterns.map((glob) => ({ takes: !glob.startsWith('!'), matches: toRegExp(glob.replace('!', '')) }))
  const isMutated = (file) => globs.findLast(({ matches }) => matches.test(file))?.takes === true
  const windows = files.filter(isMutated).flatMap((file) => windowsOf(root, file))
  const rank = (window) => createHash('sha256').update(`${seed} ${window}`).digest('hex')
  const ranked = windows.map((window) => [rank(window), window]).sort()
  return { chosen: ranked.slice(0, count).map(([, window]) => window), of: windows.length }
}

const toRegExp = (glob) => {
  const parts = { '**/': '(.*/)?', '**': '.*', '*': '[^/]*', '.': '\\.' }
  return new RegExp(`^${glob.replace(/\*\*\/|\*\*|\*|\./g, (part) => parts[part])}$`)
}

/** Windows of a file, without those that have only imports, comments and blank lines. */
function windowsOf(root, file) {
  const lines = readFileSync(join(root, file), 'utf8').trimEnd().split('\n')
  const starts = [...lines.keys()].filter((line) => line % WINDOW_LINES === 0)
  return starts
    .filter((start) =>
      lines.slice(start, start + WINDOW_LINES).some((line) => !/^(import .*|\s*(\/?\*.*|\/\/.*)?)$/.test(line)),
    )
    .map((start) => `${file}:${start + 1}-${Math.min(start + WINDOW_LINES, lines.length)}`)
}

/** Windows of the server's sources by the folder of their room. Files of no room are run with the tests beside them. */
export function byRoom(windows) {
  const rooms = new Map()
  for (const window of windows) {
    const room = /^server\/src(\/[^/]+(?=\/))?/.exec(window)[0]
    rooms.set(room, [...(rooms.get(room) ?? []), window])
  }
  return new Map([...rooms].sort())
}

/** How many mutants of Stryker's report were killed, survived or are covered by no test, and where those that weren't killed are. */
export function countOf({ files }) {
  const counts = { killed: 0, survived: 0, uncovered: 0, survivors: [] }
  for (const [file, { mutants }] of Object.entries(files))
    for (const { status, location, mutatorName, replacement } of mutants) {
      const name = { Killed: 'killed', Timeout: 'killed', Survived: 'survived', NoCoverage: 'uncovered' }[status]
      if (name === undefined) continue
      counts[name] += 1
      if (name !== 'killed')
        counts.survivors.push(
          `${name} ${file}:${location.start.line} ${mutatorName} ${(replacement ?? '').replace(/\s+/g, ' ').slice(0, 60)}`.trim(),
        )
    }
  return counts
}
