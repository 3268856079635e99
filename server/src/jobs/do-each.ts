import { DatabaseUnavailable } from '../db/connection/unavailable.ts'

/**
 * Runs an action for each item, one after the other. A failure does not stop the rest, unless the database is unavailable. The
 * first failure is thrown at the end.
 */
export async function doEach<T>(items: Iterable<T>, act: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items)
    try {
      await act(item)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}
