import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A named set of records. `put` is the only way in, so that everything a vendor knows is also in the file. */
export interface Collection<T> {
  get(id: string): T | undefined
  put(id: string, value: T): T
  delete(id: string): void
  /** Oldest first: replacing a record keeps its place. */
  values(): T[]
  newestFirst(): T[]
}

export interface Journal {
  collection<T>(name: string): Collection<T>
}

interface Line {
  c: string
  k: string
  v?: unknown
}

/**
 * A vendor does not forget a payment because the shop was killed, or because its own process was: every change is one
 * JSON line appended before the answer goes out. Without a file the same records live in memory only.
 */
export function openJournal(file?: string): Journal {
  const sets = new Map<string, Map<string, unknown>>()
  const setOf = (name: string) => {
    const set = sets.get(name) ?? new Map<string, unknown>()
    sets.set(name, set)
    return set
  }

  if (file) {
    mkdirSync(dirname(file), { recursive: true })
    if (existsSync(file)) {
      for (const text of readFileSync(file, 'utf8').split('\n')) {
        const line = parseLine(text)
        if (!line) continue
        if (line.v === undefined) setOf(line.c).delete(line.k)
        else setOf(line.c).set(line.k, line.v)
      }
      compact(file, sets)
    }
  }

  const write = (line: Line) => {
    if (file) appendFileSync(file, `${JSON.stringify(line)}\n`)
  }

  return {
    collection<T>(name: string): Collection<T> {
      const set = setOf(name) as Map<string, T>
      return {
        get: (id) => set.get(id),
        put(id, value) {
          set.set(id, value)
          write({ c: name, k: id, v: value })
          return value
        },
        delete(id) {
          if (set.delete(id)) write({ c: name, k: id })
        },
        values: () => [...set.values()],
        newestFirst: () => [...set.values()].reverse(),
      }
    },
  }
}

/** A process killed while writing leaves half a last line: that change was never answered, so it is dropped. */
function parseLine(text: string): Line | undefined {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as Line
  } catch {
    return undefined
  }
}

function compact(file: string, sets: Map<string, Map<string, unknown>>): void {
  const lines: string[] = []
  for (const [c, set] of sets) for (const [k, v] of set) lines.push(JSON.stringify({ c, k, v }))
  const next = `${file}.next`
  writeFileSync(next, lines.length ? `${lines.join('\n')}\n` : '')
  renameSync(next, file)
}
