import { relative } from 'node:path'
import { readReport } from './counts.mjs'

/**
 * The tests that failed, and those that passed only on a retry: `{ failed, flaky }`, each a name with its file. They are
 * printed last, where they are easy to find.
 */

export function namesInVitest(reportFile, root = process.cwd()) {
  const all = (readReport(reportFile)?.testResults ?? []).flatMap(({ name, assertionResults, status }) => {
    const file = relative(root, name)
    if (status === 'failed' && assertionResults.length === 0) return [{ name: file, failed: true, flaky: false }]
    return assertionResults.map((test) => ({
      name: `${file}: ${test.fullName}`,
      failed: test.status === 'failed',
      flaky: test.status === 'passed' && test.failureMessages.length > 0,
    }))
  })
  return sorted(all)
}

export function namesInPlaywright(reportFile) {
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
  const all = (readReport(reportFile)?.suites ?? []).flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, status }) => ({
      name: `${file} (${projectName}): ${title}`,
      failed: status === 'unexpected',
      flaky: status === 'flaky',
    })),
  )
  return sorted(all)
}

/** Errors outside of any test, which fail a run in which every test passed (`unhandled-errors.mjs`). */
export const namesOfUnhandled = (reportFile) => ({ failed: readReport(reportFile) ?? [], flaky: [] })

const sorted = (all) => ({
  failed: all.filter(({ failed }) => failed).map(({ name }) => name),
  flaky: all.filter(({ flaky }) => flaky).map(({ name }) => name),
})

/** One line each; none when all tests passed at the first attempt. */
export const namesInWords = ({ failed, flaky }) => [
  ...failed.map((name) => `failed: ${name}`),
  ...flaky.map((name) => `passed on a retry: ${name}`),
]
