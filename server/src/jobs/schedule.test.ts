import { expect, it } from 'vitest'
import type { Deps } from '../deps.ts'
import { describeOnBoth, useTestDatabase } from '../testing/database/databases.ts'
import { testDeps } from '../testing/deps.ts'
import { forgetLastRuns, makeSchedule, type ScheduledTask } from './schedule.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

describeOnBoth('scheduled tasks', (kind) => {
  const database = useTestDatabase(kind)
  let groups = 0
  /** Tasks with names of their own that record when they ran, and the times of each in seconds since the start. */
  function setUp(everySeconds: Record<string, number>, work: (name: string) => Promise<unknown> = async () => {}) {
    const deps = testDeps(database())
    const start = deps.clock.now().getTime()
    const ran: Record<string, number[]> = Object.fromEntries(Object.keys(everySeconds).map((name) => [name, []]))
    groups += 1
    const tasks: ScheduledTask[] = Object.entries(everySeconds).map(([name, every]) => ({
      name: `${name} ${groups}`,
      everySeconds: every,
      run: async () => {
        ran[name]!.push((deps.clock.now().getTime() - start) / 1000)
        await work(name)
      },
    }))
    return { deps, tasks, ran }
  }
  /** One process, which starts, runs for `seconds` with a tick every `step`, and stops. */
  async function live(deps: ReturnType<typeof setUp>['deps'], tasks: ScheduledTask[], seconds: number, step: number) {
    const schedule = makeSchedule(deps as Deps, tasks)
    for (let at = 0; at < seconds; at += step) {
      await (await schedule.tick())?.ended
      deps.clock.advance(step)
    }
    await schedule.stop()
  }

  it('run as often as they should in a process that is restarted every five minutes', async () => {
    const { deps, tasks, ran } = setUp({ hourly: HOUR, 'six-hourly': 6 * HOUR })
    const lifetime = 5 * MINUTE
    for (let at = 0; at < 24 * HOUR; at += lifetime) await live(deps, tasks, lifetime, lifetime / 2)
    expect(ran.hourly).toEqual(Array.from({ length: 24 }, (_, n) => n * HOUR))
    // One at a time, so at the tick after the other.
    expect(ran['six-hourly']).toEqual(Array.from({ length: 4 }, (_, n) => n * 6 * HOUR + lifetime / 2))
  })

  it('run soon after the first start, one after the other', async () => {
    const { deps, tasks, ran } = setUp({ a: HOUR, b: 6 * HOUR, c: HOUR })
    await live(deps, tasks, 10, 1)
    expect(ran).toEqual({ a: [0], b: [1], c: [2] })
  })

  it('run once although two processes look at the same moment', async () => {
    const { deps, tasks, ran } = setUp({ hourly: HOUR })
    const two = [makeSchedule(deps, tasks), makeSchedule(deps, tasks)]
    for (let hour = 0; hour < 5; hour++) {
      for (let tick = 0; tick < 2; tick++)
        await Promise.all(two.map(async (schedule) => (await schedule.tick())?.ended))
      deps.clock.advance(HOUR)
    }
    await Promise.all(two.map((schedule) => schedule.stop()))
    expect(ran.hourly).toEqual([0, HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR])
  })

  it('are tried again after ten minutes if they failed, or their process died', async () => {
    let fails = true
    const { deps, tasks, ran } = setUp({ hourly: HOUR }, async () => {
      if (fails) throw new Error('not now')
    })
    await live(deps, tasks, 15 * MINUTE, MINUTE)
    fails = false
    await live(deps, tasks, 2 * HOUR, MINUTE)
    expect(ran.hourly!.map((at) => at / MINUTE)).toEqual([0, 10, 20, 80])
  })

  it('do not run twice at once in one process, however long they take', async () => {
    let end = () => {}
    const { deps, tasks, ran } = setUp({ slow: HOUR, other: HOUR }, (name) =>
      name === 'slow' ? new Promise<void>((resolve) => (end = resolve)) : Promise.resolve(),
    )
    const schedule = makeSchedule(deps, tasks)
    for (let hour = 0; hour < 3; hour++) {
      if (hour === 0) await schedule.tick()
      await (await schedule.tick())?.ended
      deps.clock.advance(HOUR)
    }
    expect(ran).toEqual({ slow: [0], other: [0, HOUR, 2 * HOUR] })
    end()
    await schedule.stop()
  })

  it('finish before a stop has ended, and none starts after it', async () => {
    let end = () => {}
    const { deps, tasks, ran } = setUp({ slow: HOUR }, () => new Promise<void>((resolve) => (end = resolve)))
    const schedule = makeSchedule(deps, tasks)
    await schedule.tick()
    let stopped = false
    const stopping = schedule.stop().then(() => (stopped = true))
    await new Promise((resolve) => setImmediate(resolve))
    expect(stopped).toBe(false)
    end()
    await stopping
    deps.clock.advance(HOUR)
    await schedule.tick()
    expect(ran.slow).toEqual([0])
    const row = await deps.db
      .selectFrom('scheduled_tasks')
      .selectAll()
      .where('name', '=', tasks[0]!.name)
      .executeTakeFirstOrThrow()
    expect(row.finished_at).not.toBeNull()
  })

  it('run although the clock was set back by a day', async () => {
    const { deps, tasks, ran } = setUp({ hourly: HOUR })
    await live(deps, tasks, MINUTE, MINUTE)
    deps.clock.advance(-24 * HOUR)
    await live(deps, tasks, MINUTE, MINUTE)
    expect(ran.hourly).toHaveLength(2)
  })

  it('are all due after an upgrade', async () => {
    const { deps, tasks, ran } = setUp({ a: HOUR, b: 6 * HOUR })
    await live(deps, tasks, 5, 1)
    await forgetLastRuns(deps.db)
    await live(deps, tasks, 5, 1)
    expect(ran).toEqual({ a: [0, 5], b: [1, 6] })
  })
})
