import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { readReport } from './counts.mjs'

/**
 * The tests that failed, and those that passed only on a retry: `{ failed, flaky }`, each a name with its file and the
 * beginning of its first error. They are printed last, where they are easy to find.
 */

export function namesInVitest(reportFile, root = process.cwd()) {
  const all = (readReport(reportFile)?.testResults ?? []).flatMap(({ name, assertionResults, status, message }) => {
    const file = relative(root, name)
    if (status === 'failed' && assertionResults.length === 0)
      return [{ name: withError(file, message), failed: true, flaky: false }]
    return assertionResults.map((test) => ({
      name: withError(`${file}: ${test.fullName}`, test.failureMessages[0]),
      failed: test.status === 'failed',
      flaky: test.status === 'passed' && test.failureMessages.length > 0,
    }))
  })
  return sorted(all)
}

export function namesInPlaywright(reportFile) {
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
  const all = (readReport(reportFile)?.suites ?? []).flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      name: withError(`${file} (${projectName}): ${title}`, results.find(({ error }) => error)?.error.message),
      failed: status === 'unexpected',
      flaky: status === 'flaky',
    })),
  )
  return sorted(all)
}

/** Errors outside of any test, which fail a run in which every test passed (`unhandled-errors.mjs`). */
export const namesOfUnhandled = (reportFile) => ({ failed: readReport(reportFile) ?? [], flaky: [] })

const ERROR_LINES = 6

/** The message is what an error says before its stack. */
function withError(name, message) {
  const lines = stripVTControlCharacters(message ?? '').split('\n')
  const stack = lines.findIndex((line) => /^\s+at /.test(line))
  const said = lines.slice(0, stack < 0 ? undefined : stack + 1).filter((line) => line.trim() !== '')
  return [name, ...said.slice(0, ERROR_LINES).map((line) => `    ${line.slice(0, 200)}`)].join('\n')
}

const sorted = (all) => ({
  failed: all.filter(({ failed }) => failed).map(({ name }) => name),
  flaky: all.filter(({ flaky }) => flaky).map(({ name }) => name),
})

/** One line each, with what went wrong below it; none when all tests passed at the first attempt. */
export const namesInWords = ({ failed, flaky }) => [
  ...failed.map((name) => `failed: ${name}`),
  ...flaky.map((name) => `passed on a retry: ${name}`),
]
