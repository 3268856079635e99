import { posix } from 'node:path'

/** So many test files run in less than a minute on two cores. */
const MOST = 24

/** The files that a file names in imports, as paths from the root. Packages of others are left out. */
export function importsOf(path, text) {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, name]) => {
    if (name.startsWith('.')) return [posix.join(posix.dirname(path), name)]
    const [, room, rest] = /^@foyer\/([^/]+)\/(.+)$/.exec(name) ?? []
    return room === undefined ? [] : [`${room}/src/${rest}`]
  })
}

const isTest = (path) => /\.test\.tsx?$/.test(path)

/**
 * The tests that are likely to notice a change: those that changed, those that import a changed file, and those of its folder, at
 * most 24. Not all that could: a page's test opens the whole shop.
 * @param changed paths from the root
 * @param files all paths of the project
 * @param read gives the text of a path
 * @returns the tests that run, and how many near ones do not, because there are too many
 */
export function nearTests(changed, files, read) {
  const tests = files.filter(isTest)
  const codes = new Set(changed.filter((path) => !isTest(path)))
  const folders = new Set([...codes].filter((path) => /\.tsx?$/.test(path)).map((path) => posix.dirname(path)))
  const near = [
    ...tests.filter((path) => changed.includes(path)),
    ...tests.filter((path) => importsOf(path, read(path)).some((name) => codes.has(name))),
    ...tests.filter((path) => folders.has(posix.dirname(path))),
  ]
  const found = [...new Set(near)]
  return { tests: found.slice(0, MOST), left: Math.max(0, found.length - MOST) }
}
