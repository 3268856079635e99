import { coveringFiles } from './mutants.mjs'

/**
 * What a sample of mutants knows, and what is to be run next. `state.tests`: by test file, its hash, whether it passed without a
 * mutant, and for each mutant that it reached how often, by which tests and in how many milliseconds. `state.verdicts`: by mutant,
 * the files that it was tried with, and what noticed it. `state.atLoad`: mutants of code that runs once, when its file is loaded.
 */

/** A survivor was run against this many files, or for this long, if more reach it. */
const MOST_FILES = 40
const MOST_MS = 240_000

/** Test files in the order in which they are likely to say something: many mutants of their folder or room are not noticed yet. */
export function byNeed(files, mutants, { verdicts }) {
  const open = mutants.filter(({ name }) => verdicts[name]?.killedBy === undefined)
  const folders = open.map(({ file }) => file.slice(0, file.lastIndexOf('/') + 1))
  const roomOf = (file) => file.split('/').slice(0, 3).join('/')
  const need = new Map(
    files.map((file) => {
      const sameFolder = folders.filter((folder) => file.startsWith(folder) && folder !== 'server/src/').length
      const sameRoom = folders.filter((folder) => roomOf(folder) === roomOf(file)).length
      return [file, 5 * Math.min(sameFolder, 3) + Math.min(sameRoom, 10)]
    }),
  )
  return [...files].sort((a, b) => need.get(b) - need.get(a))
}

/** Writes down how a file went. A failure counts once the same tests have passed without the mutant. */
export function note(state, file, { mutant, of, tests }, { isGreen, failed }) {
  state.verdicts[of] ??= { tried: {} }
  const verdict = state.verdicts[of]
  if (mutant === of) {
    verdict.tried[file] = state.tests[file].hash
    if (isGreen) return
    verdict.suspects = { file, by: failed ?? 'a file that did not run to its end' }
    if (tests === null || state.alone[aloneKey(state, file, tests)]) confirm(verdict)
    return
  }
  if (isGreen) {
    state.alone[aloneKey(state, file, tests)] = true
    confirm(verdict)
    return
  }
  // These tests need those before them, so the whole file is run.
  state.tests[file].isWhole = true
  delete verdict.suspects
  delete verdict.tried[file]
}

const aloneKey = (state, file, tests) => [file, state.tests[file].hash, ...(tests ?? [])].join('\n')

function confirm(verdict) {
  verdict.killedBy = `${verdict.suspects.file}: ${verdict.suspects.by}`
  delete verdict.suspects
}

const testsOf = (state, file, mutant) =>
  state.tests[file].isWhole ? null : state.tests[file].reached[mutant.name].tests

/** The files that a mutant is to be run against, in their order. */
function filesFor(mutant, { tests }) {
  const chosen = []
  let ms = 0
  for (const file of coveringFiles(mutant, tests)) {
    if (chosen.length === MOST_FILES || (chosen.length > 0 && ms > MOST_MS)) break
    chosen.push(file)
    ms += tests[file].reached[mutant.name].ms
  }
  return chosen
}

/** One mutant for each file of a round, whose next file it is; or none, to see whether the tests that failed pass without it. */
export function planOf(mutants, state) {
  const plan = new Map()
  for (const mutant of mutants) {
    const { killedBy, suspects, tried = {} } = state.verdicts[mutant.name] ?? {}
    if (killedBy !== undefined) continue
    const isFree = (file) => !plan.has(file)
    const next =
      suspects?.file ?? filesFor(mutant, state).find((file) => tried[file] !== state.tests[file].hash && isFree(file))
    if (next === undefined || !isFree(next)) continue
    const { n } = state.tests[next].reached[mutant.name]
    plan.set(next, {
      mutant: suspects ? 'none' : mutant.name,
      of: mutant.name,
      hitLimit: n * 100 + 1000,
      tests: testsOf(state, next, mutant),
    })
  }
  return plan
}

export function scoreOf(mutants, state) {
  const counts = { killed: 0, survived: 0, uncovered: 0, atLoad: 0 }
  const lines = []
  for (const mutant of mutants) {
    const { killedBy, tried = {} } = state.verdicts[mutant.name] ?? {}
    const isTried = Object.keys(tried).length > 0
    const verdict = killedBy
      ? 'killed'
      : isTried
        ? 'survived'
        : state.atLoad.includes(mutant.name)
          ? 'atLoad'
          : 'uncovered'
    counts[verdict] += 1
    const what = `${mutant.file}:${mutant.line} ${mutant.mutatorName} ${mutant.replacement.replace(/\s+/g, ' ').slice(0, 90)}`
    if (verdict === 'survived' || verdict === 'uncovered') lines.push(`${verdict} ${what}`)
  }
  return { counts, lines }
}
