import { expect } from 'vitest'
import { programFile } from './bundled.ts'
import { startProgram } from './programs.ts'

const PROGRAMS = 4

/**
 * Lets the buyers of several programs reserve one ticket each of these types at once, when all have it in their baskets; returns
 * the total number of each outcome.
 */
export async function raceOfPrograms(
  databaseUrl: string,
  ticketIds: readonly number[],
  buyersEach = 50,
): Promise<{ sold: number; soldOut: number; other: number; dearer?: number }> {
  const file = await programFile('testing/test-programs/buyers.ts')
  const programs = await Promise.all(
    Array.from({ length: PROGRAMS }, (_, n) =>
      startProgram(file, [databaseUrl, ticketIds.join(), String(buyersEach), String(n)]),
    ),
  )
  const outcomes: { sold: number; soldOut: number; other: number; dearer?: number } = { sold: 0, soldOut: 0, other: 0 }
  for (const program of programs) expect(await program.line()).toBe('ready')
  for (const program of programs) process.kill(program.pid, 'SIGUSR2')
  for (const program of programs) {
    const result = JSON.parse(await program.line()) as Required<typeof outcomes>
    outcomes.sold += result.sold
    outcomes.soldOut += result.soldOut
    outcomes.other += result.other
    if (result.dearer > 0) outcomes.dearer = (outcomes.dearer ?? 0) + result.dearer
    await program.kill('SIGTERM')
  }
  return outcomes
}
