import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** A named set of records. Only `put` writes to it, so that everything a vendor stores is also in the file. */
export interface Collection<T> {
  get(id: string): T | undefined
  put(id: string, value: T): T
  delete(id: string): void
  /** Oldest first. Replacing a record keeps its position. */
  values(): T[]
  newestFirst(): T[]
}

export interface Journal {
  collection<T>(name: string): Collection<T>
  /** Appends all changes of `work` in one write when it ends. The caller sends its response afterwards. */
  inOneWrite<T>(work: () => T): T
}

interface Line {
  c: string
  k: string
  v?: unknown
}

const COMPACT_AFTER_BYTES = 64 * 1024 * 1024

/**
 * A vendor keeps its payments when the shop or the sandbox is killed: every change is one JSON line, appended before the
 * response is sent. Without a file the records are in memory only.
 */
export function openJournal(file?: string, compactAfterBytes = COMPACT_AFTER_BYTES): Journal {
  const sets = new Map<string, Map<string, unknown>>()
  const setOf = (name: string) => {
    const set = sets.get(name) ?? new Map<string, unknown>()
    sets.set(name, set)
    return set
  }

  if (file) {
    mkdirSync(dirname(file), { recursive: true })
    if (existsSync(file)) {
      for (const text of linesOf(readFileSync(file))) {
        const line = parseLine(text)
        if (!line) continue
        if (line.v === undefined) setOf(line.c).delete(line.k)
        else setOf(line.c).set(line.k, line.v)
      }
      compact(file, sets)
    }
  }

  let size = file && existsSync(file) ? statSync(file).size : 0
  let out = file ? openSync(file, 'a') : undefined
  let compactAt = size + compactAfterBytes
  // Lines that are collected until the end of `inOneWrite`.
  let collected: string[] | undefined
  const write = (line: Line) => {
    if (!file || out === undefined) return
    const text = `${JSON.stringify(line)}\n`
    if (collected) collected.push(text)
    else append(file, text)
  }
  const append = (file: string, text: string) => {
    if (out === undefined) return
    writeSync(out, text)
    size += text.length
    if (size < compactAt) return
    closeSync(out)
    compact(file, sets)
    out = openSync(file, 'a')
    size = statSync(file).size
    // Twice the live size, so that a large journal is not compacted on every change.
    compactAt = size * 2 + compactAfterBytes
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
    inOneWrite(work) {
      if (!file || collected) return work()
      const lines: string[] = []
      collected = lines
      try {
        return work()
      } finally {
        collected = undefined
        if (lines.length > 0) append(file, lines.join(''))
      }
    },
  }
}

/** A process killed while writing leaves half a last line. That change was never confirmed, so it is dropped. */
function parseLine(text: string): Line | undefined {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as Line
  } catch {
    return undefined
  }
}

/** Reads line by line, because a whole journal may be longer than a string can be. */
function* linesOf(bytes: Buffer): Generator<string> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start)
    const stop = end === -1 ? bytes.length : end
    yield bytes.toString('utf8', start, stop)
    start = stop + 1
  }
}

/** Writes the live records to a second file and renames it over the journal, so that a kill leaves one of the two intact. */
function compact(file: string, sets: Map<string, Map<string, unknown>>): void {
  const next = `${file}.next`
  const out = openSync(next, 'w')
  for (const [c, set] of sets) for (const [k, v] of set) writeSync(out, `${JSON.stringify({ c, k, v })}\n`)
  closeSync(out)
  renameSync(next, file)
}
