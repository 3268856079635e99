import { existsSync, readFileSync } from 'node:fs'

/** The counts of one runner: `{ passed, failed, skipped }`. A runner that fails without a report counts as one failure. */

const none = { passed: 0, failed: 0, skipped: 0 }

export const sum = (counts) =>
  counts.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    none,
  )

export const countChecks = (results) => ({
  ...none,
  passed: results.filter(({ ok }) => ok).length,
  failed: results.filter(({ ok }) => !ok).length,
})

/** `code` is the runner's exit code. */
export const countVitest = (reportFile, code) =>
  orOneFailure(code, readReport(reportFile), (report) => ({
    passed: report.numPassedTests,
    // A file that cannot be loaded reports no tests.
    failed:
      report.numFailedTests +
      report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
    skipped: report.numPendingTests + report.numTodoTests,
  }))

export const countPlaywright = (reportFile, code) =>
  orOneFailure(code, readReport(reportFile), ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }))

function orOneFailure(code, report, count) {
  const counts = report === undefined ? none : count(report)
  return (code !== 0 || report === undefined) && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

export function readReport(file) {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

export const inWords = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
