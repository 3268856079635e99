import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { globsOf } from './sample.mjs'

/**
 * Single mutants of files, made by Stryker's instrumenter and named by what they change, so that a mutant keeps its name when the
 * lines around it move.
 */

const silent = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} }
const OPTIONS = { plugins: null, ignorers: [], noHeader: false, excludedMutations: ['StringLiteral'] }

/** The mutants of a file, or those within `ranges`, and the source with all of them in it, each off until its id is active. */
async function instrument(root, file, ranges = true) {
  // Not at the top: a new clone has no packages yet.
  const { createInstrumenter, Instrumenter } = await import('@stryker-mutator/instrumenter')
  const content = readFileSync(join(root, file), 'utf8')
  // The names that Stryker's injector has for what an instrumenter is made of.
  const injector = {
    parts: [silent],
    provideValue(_, part) {
      this.parts.push(part)
      return this
    },
    injectClass(Class) {
      const [logger, print, createParser, transform] = this.parts
      return new Class(logger, createParser, print, transform)
    },
  }
  const made = createInstrumenter(injector)
  if (!(made instanceof Instrumenter)) throw new Error('Stryker makes its instrumenter in another way')
  const { files, mutants } = await made.instrument([{ name: join(root, file), content, mutate: ranges }], OPTIONS)
  const lines = content.split('\n')
  const seen = new Map()
  return {
    source: files[0].content,
    // Kinds that are left out are named, but not in the source.
    mutants: mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ id, location: { start, end }, mutatorName, replacement }) => {
        const changed = lines.slice(start.line, end.line + 1)
        changed[changed.length - 1] = changed.at(-1).slice(0, end.column)
        changed[0] = changed[0].slice(start.column)
        const text = [file, mutatorName, changed.join('\n'), replacement].join('\n')
        seen.set(text, (seen.get(text) ?? 0) + 1)
        const name = createHash('sha256')
          .update(`${text}\n${seen.get(text)}`)
          .digest('hex')
          .slice(0, 16)
        return { name, id, file, location: { start, end }, line: start.line + 1, mutatorName, replacement }
      }),
  }
}

/** All mutants of the files that match. */
export async function mutantsOf(root, files, patterns) {
  const isMutated = globsOf(patterns)
  const all = []
  for (const file of files.filter(isMutated)) all.push(...(await instrument(root, file)).mutants)
  return all
}

/** `count` mutants, drawn with the seed. */
export function draw(mutants, { count, seed }) {
  const rank = ({ name }) => createHash('sha256').update(`${seed} ${name}`).digest('hex')
  const ranked = mutants.map((mutant) => [rank(mutant), mutant]).sort(([a], [b]) => (a < b ? -1 : 1))
  return ranked.slice(0, count).map(([, mutant]) => mutant)
}

/** The sources of the mutants' files with these mutants in them, by file. A mutant is on while its name is Stryker's active mutant. */
export async function sourcesWith(root, mutants) {
  const sources = {}
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const own = mutants.filter((mutant) => mutant.file === file)
    const made = await instrument(
      root,
      file,
      own.map(({ location }) => location),
    )
    // Names are counted over the whole file, so those of a part are found by their place.
    const placeOf = ({ location: { start, end }, mutatorName, replacement }) =>
      JSON.stringify([start.line, start.column, end.line, end.column, mutatorName, replacement])
    const names = new Map(own.map((mutant) => [placeOf(mutant), mutant.name]))
    const nameOf = new Map(
      made.mutants.map((mutant) => [mutant.id, names.get(placeOf(mutant)) ?? `other-${mutant.id}`]),
    )
    sources[file] = made.source.replace(/(?<=stryMutAct_9fa48\()"\d+"|(?<=stryCov_9fa48\()[^)]*/g, (ids) =>
      ids.replace(/"(\d+)"/g, (_, id) => `"${nameOf.get(id)}"`),
    )
  }
  return sources
}

/**
 * The test files that reach a mutant, those most likely to notice it soon first: the quickest ones, with those of its own folder
 * and then of its own room in front.
 */
export function coveringFiles({ name, file }, tests) {
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  const room = /^server\/src(\/[^/]+(?=\/))?/.exec(file)?.[0] ?? folder
  const distanceOf = (test) => (test.startsWith(folder) ? 0 : test.startsWith(`${room}/`) ? 1 : 2)
  return Object.entries(tests)
    .filter(([, { isGreen, reached }]) => isGreen && reached[name] !== undefined)
    .sort(([a, one], [b, other]) => distanceOf(a) - distanceOf(b) || one.reached[name].ms - other.reached[name].ms)
    .map(([test]) => test)
}
