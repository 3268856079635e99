import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run.mjs'

/** Stryker only makes mutants that lie wholly within a window, so the removal of longer blocks is not sampled. */
const WINDOW_LINES = 5

/** Cuts the files that match into windows of a few lines, so that longer files have more of them, and picks some with the seed. */
export function sampleOf(files, { patterns, count, seed, root = ROOT }) {
  const windows = files.filter(globsOf(patterns)).flatMap((file) => windowsOf(root, file))
  const rank = (window) => createHash('sha256').update(`${seed} ${window}`).digest('hex')
  const ranked = windows.map((window) => [rank(window), window]).sort()
  return { chosen: ranked.slice(0, count).map(([, window]) => window), of: windows.length }
}

/** Whether a file is taken. As in Stryker, the last pattern that matches it decides. */
export function globsOf(patterns) {
  const globs = patterns.map((glob) => ({ takes: !glob.startsWith('!'), matches: toRegExp(glob.replace('!', '')) }))
  return (file) => globs.findLast(({ matches }) => matches.test(file))?.takes === true
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
