import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { draw, mutantsOf, sourcesWith } from './mutants.mjs'
import { byNeed, note, planOf, scoreOf } from './sample-plan.mjs'

/**
 * A sample of the whole server's mutants, each run against the test files of the whole server that reach it. All test files run once
 * without a mutant, which says what they reach; then rounds follow, in which each file runs with another mutant, so that the shop
 * is loaded once a round and not once a mutant. What is known is kept in `mutation/sample`: the same command again goes on with what
 * is missing, and runs survivors against tests that were added or changed.
 */

/** How many files that nothing is known of run in a round. */
const FILES_AT_ONCE = 15
/** In a process that answers for so long nothing ends any more. */
const STUCK_MS = 600_000

/** @returns the numbers of mutants by verdict, and lines about those that no test noticed. */
export async function sampleServer({ root, sources, tests, patterns, count, seed }) {
  const folder = join(root, 'mutation/sample')
  const stateFile = join(folder, 'state.json')
  mkdirSync(folder, { recursive: true })
  const old = existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : {}
  const goesOn = old.seed === seed && old.count === count
  const state = goesOn ? old : { seed, count, drawn: [], tests: {}, verdicts: {}, alone: {}, atLoad: [] }
  const save = () => writeFileSync(stateFile, JSON.stringify(state))

  const kept = new Set(state.drawn)
  const all = await mutantsOf(root, goesOn ? filesOf(state, sources) : sources, patterns)
  const mutants = goesOn ? all.filter(({ name }) => kept.has(name)) : draw(all, { count, seed })
  if (!goesOn) Object.assign(state, { drawn: mutants.map(({ name }) => name), files: mutants.map(({ file }) => file) })
  console.log(`${mutants.length} of ${goesOn ? `${kept.size} drawn before` : `${all.length} mutants`}`)
  writeFileSync(join(folder, 'sources.json'), JSON.stringify(await sourcesWith(root, mutants)))
  save()

  const hashOf = (file) =>
    createHash('sha256')
      .update(readFileSync(join(root, file)))
      .digest('hex')
      .slice(0, 16)
  for (const file of Object.keys(state.tests)) if (!tests.includes(file)) delete state.tests[file]
  const unknown = tests.filter((file) => !state.tests[file]?.isGreen || state.tests[file].hash !== hashOf(file))
  const runner = await openRunner(root, folder)
  try {
    for (;;) {
      const plan = planOf(mutants, state)
      // Files whose mutants are still to be noticed first, so that the score shows early.
      const files = byNeed(unknown, mutants, state)
        .filter((file) => !plan.has(file))
        .slice(0, FILES_AT_ONCE)
      if (plan.size + files.length === 0) break
      const seen = await runner.round([...plan.keys(), ...files], Object.fromEntries(plan))
      if (seen.size === 0) throw new Error('A round ran no tests')
      for (const [file, task] of plan) if (seen.has(file)) note(state, file, task, seen.get(file))
      for (const file of files) {
        // What did not run, because a file before it got stuck, is asked again.
        if (!seen.has(file)) continue
        const { reached = {}, atLoad = [], isGreen } = seen.get(file)
        unknown.splice(unknown.indexOf(file), 1)
        state.tests[file] = { hash: hashOf(file), reached, isGreen }
        state.atLoad = [...new Set([...state.atLoad, ...atLoad])]
        if (!isGreen) console.log(`not counted, failed without a mutant: ${file}`)
      }
      save()
      const killed = mutants.filter(({ name }) => state.verdicts[name]?.killedBy).length
      console.log(
        `${tests.length - unknown.length} of ${tests.length} files known, ${plan.size} run with a mutant: ${killed} of ${mutants.length} killed`,
      )
    }
  } finally {
    await runner.close()
  }
  return scoreOf(mutants, state)
}

const filesOf = ({ files }, sources) => [...new Set(files)].filter((file) => sources.includes(file))

/** Vitest with one process, which stays open between rounds. */
async function openRunner(root, folder) {
  Object.assign(process.env, {
    MUTATION_SAMPLE: folder,
    MUTATION_DATABASE: '1',
    MUTATION_TESTS: 'server/src/**/*.test.ts',
  })
  const { createVitest } = await import('vitest/node')
  const silent = { onInit() {} }
  const options = { root, config: join(root, 'vitest.mutation.config.ts'), watch: false, reporters: [silent] }
  const vitest = await createVitest('test', options)
  const seenFile = join(folder, 'seen.jsonl')
  const linesOf = () =>
    existsSync(seenFile)
      ? readFileSync(seenFile, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      : []

  return {
    /** Runs the files, each with its mutant. Says for each that ran how it went: those after one that got stuck did not. */
    async round(files, plan) {
      rmSync(seenFile, { force: true })
      const absolute = Object.entries(plan).map(([file, what]) => [join(root, file), what])
      writeFileSync(join(folder, 'round.json'), JSON.stringify(Object.fromEntries(absolute)))
      let isCut = false
      const watch = setInterval(() => {
        isCut ||= endIfStuck(linesOf())
      }, 10_000)
      const project = vitest.projects[0]
      const { testModules } = await vitest
        .runTestSpecifications(files.map((file) => project.createSpecification(join(root, file))))
        .finally(() => clearInterval(watch))
      const lines = linesOf()
      const states = new Map(testModules.map((module) => [relative(root, module.moduleId), module.state()]))
      // A file that did not begin, although no other got stuck before it, can't be loaded.
      const results = new Map(isCut ? [] : files.map((file) => [file, { isGreen: false }]))
      for (const { starts } of lines.filter(({ starts }) => starts !== undefined))
        results.set(relative(root, starts), { isGreen: false })
      for (const { ends, ...rest } of lines.filter(({ ends }) => ends !== undefined)) {
        const file = relative(root, ends)
        results.set(file, { ...rest, isGreen: states.get(file) === 'passed' || states.get(file) === 'skipped' })
      }
      return results
    },
    close: () => vitest.close(),
  }
}

let last = { starts: '', at: 0 }

/** Ends the process of the tests, started by this one, when a file runs for too long. Returns whether it did. */
function endIfStuck(lines) {
  const { starts, pid } = lines.findLast((line) => line.starts !== undefined) ?? {}
  if (starts === undefined) return false
  if (last.starts !== starts) last = { starts, at: Date.now() }
  else if (Date.now() - last.at > STUCK_MS && !lines.some(({ ends }) => ends === starts)) {
    process.kill(pid, 'SIGKILL')
    return true
  }
  return false
}
