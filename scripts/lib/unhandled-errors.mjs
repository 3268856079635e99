import { writeFileSync } from 'node:fs'

/**
 * A Vitest reporter that writes the errors outside of any test as a JSON list to the file named by UNHANDLED_ERRORS. They fail a run,
 * but Vitest's own report doesn't contain them.
 */
export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    const file = process.env.UNHANDLED_ERRORS
    if (file === undefined) return
    writeFileSync(file, JSON.stringify(errors.map(nameOf)))
  }
}

/** What Vitest reports about an error: its message, and where it was thrown or which test ran then. */
function nameOf({ message, type, stacks = [], VITEST_TEST_NAME, VITEST_TEST_PATH }) {
  const place = VITEST_TEST_PATH ?? stacks[0]?.file
  const during = VITEST_TEST_NAME === undefined ? '' : `, during '${VITEST_TEST_NAME}'`
  return `${type ?? 'Unhandled error'}: ${String(message).split('\n')[0]} (${place ?? 'no file'}${during})`
}
