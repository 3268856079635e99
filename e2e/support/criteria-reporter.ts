import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TESTED } from '@foyer/domain/accessibility/tested.generated.ts'
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter'
import { FILES, testsOf } from './criteria.ts'

const TABLE = fileURLToPath(new URL('../../domain/src/accessibility/tested.generated.ts', import.meta.url))

/**
 * Compares the table of `/accessibility/` with what a run of its stories has shown, or writes it (`npm run accessibility`). A run of
 * some of them says nothing.
 */
export default class CriteriaReporter implements Reporter {
  #tests: TestCase[] = []
  #isWhole = false

  onBegin({ grep, projects }: FullConfig, suite: Suite) {
    this.#tests = suite.allTests().filter(({ location }) => FILES.includes(basename(location.file)))
    const files = new Set(this.#tests.map(({ location }) => basename(location.file)))
    this.#isWhole = String(grep) === '/.*/' && projects.length > 1 && files.size === FILES.length
  }

  async onEnd(): Promise<{ status: FullResult['status'] } | undefined> {
    const passed = this.#tests.filter((test) => ['expected', 'flaky'].includes(test.outcome()))
    if (!this.#isWhole || this.#tests.some((test) => test.outcome() === 'unexpected')) return
    const shown = testsOf(
      passed.map((test) => ({
        file: basename(test.location.file),
        title: test.title,
        annotations: test.results.flatMap(({ annotations }) => annotations),
      })),
    )
    if (process.env.WRITE_CRITERIA) {
      writeFileSync(TABLE, fileOf(Object.fromEntries(shown)))
      return
    }
    const differing = differences(TESTED, Object.fromEntries(shown))
    if (differing.length === 0) return
    console.error(
      ['The table of /accessibility/ differs from this run: npm run accessibility', ...differing].join('\n'),
    )
    return { status: 'failed' }
  }
}

type Table = Record<string, readonly string[]>

/** A further test of a criterion that has one is no difference: the page says the same. */
function differences(table: Table, shown: Table): string[] {
  const gone = Object.entries(table).flatMap(([criterion, tests]) =>
    tests.filter((test) => !shown[criterion]?.includes(test)).map((test) => `${criterion} is not shown by ${test}`),
  )
  const added = Object.keys(shown).filter((criterion) => !table[criterion])
  return [...gone, ...added.map((criterion) => `${criterion} is shown by ${shown[criterion]!.join(', ')}`)]
}

const fileOf = (tests: Table): string => `import type { Criterion } from './criteria.ts'

// Written by the stories (npm run accessibility). Each criterion has the rules of axe that pages met, and the stories that show it.

/** The day of the run. */
export const TESTED_ON = '${new Date().toISOString().slice(0, 10)}'

export const TESTED: Partial<Record<Criterion, readonly string[]>> = ${JSON.stringify(tests, null, 2)}
`
