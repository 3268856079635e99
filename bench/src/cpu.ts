import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Processor time of a process with all its threads, in milliseconds; NaN where the system does not report it. */
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
  const latest = new Map(before.connections)
  const sample = async () => {
    for (const [pid, cpu] of await connections()) if (cpu > 0) latest.set(pid, cpu)
  }
  // A pool opens and closes connections as it needs them, so they are sampled throughout.
  const sampling = setInterval(() => sample().catch(() => {}), 250)
  return async () => {
    clearInterval(sampling)
    const program = cpuOf(programPid) - before.program
    await sample()
    const spent = [...latest].map(([pid, cpu]) => cpu - (before.connections.get(pid) ?? 0))
    return { program, postgres: spent.reduce((sum, value) => sum + value, 0) }
  }
}
