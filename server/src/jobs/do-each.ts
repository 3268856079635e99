import { DatabaseUnavailable } from '../db/connection/unavailable.ts'

/**
 * Does something for each, one after the other. One that fails does not stop the rest, unless the database is away; the first failure
 * is thrown at the end.
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
