import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Processor time of a process with all its threads, in milliseconds; NaN where the system does not tell. */
function cpuOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const nanoseconds = threads.map((id) =>
      Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
    )
    return nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6
  } catch {
    return Number.NaN
  }
}

/** Starts to measure a program and PostgreSQL's connections to its database. The result is in milliseconds. */
export async function measureCpu(
  { db }: Database,
  programPid: number,
): Promise<() => Promise<{ program: number; postgres: number }>> {
  const connections = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    return rows.map(({ pid }) => [pid, cpuOf(pid)] as const)
  }
  const before = { program: cpuOf(programPid), connections: new Map(await connections()) }
  const now = new Map(before.connections)
  const look = async () => {
    for (const [pid, cpu] of await connections()) if (cpu > 0) now.set(pid, cpu)
  }
  // A pool opens connections when it needs them and closes them when it does not, so they are looked at all the time.
  const looking = setInterval(() => look().catch(() => {}), 250)
  return async () => {
    clearInterval(looking)
    const program = cpuOf(programPid) - before.program
    await look()
    const spent = [...now].map(([pid, cpu]) => cpu - (before.connections.get(pid) ?? 0))
    return { program, postgres: spent.reduce((sum, value) => sum + value, 0) }
  }
}
