import { vi } from 'vitest'
import { PreparedStatements } from '../db/connection/prepared.ts'

/** How many statements with parameters the embedded database runs while `work` is done. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const run = vi.spyOn(PreparedStatements.prototype, 'run')
  try {
    await work()
    return run.mock.calls.length
  } finally {
    run.mockRestore()
  }
}
