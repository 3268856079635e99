/** Entries recorded on this device while offline: codes it must not admit again, and entries the shop has not received yet. */
type Kept = { admitted: Record<string, string>; waiting: { code: string; where: string }[] }

const KEY = 'foyer-door'
const NOTHING: Kept = { admitted: {}, waiting: [] }

function read(): Kept {
  try {
    return { ...NOTHING, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) }
  } catch {
    return NOTHING
  }
}

const write = (kept: Kept) => localStorage.setItem(KEY, JSON.stringify(kept))

/** When this device admitted the code, ISO; undefined when it has not. */
export const seenHere = (code: string): string | undefined => read().admitted[code]

export const waiting = (): Kept['waiting'] => read().waiting

/** Records an offline entry with a genuine ticket. `scanned` is kept in full, so that the shop can check it too. */
export function keepEntry(code: string, scanned: string, where: string, now: Date): void {
  const kept = read()
  write({
    admitted: { ...kept.admitted, [code]: now.toISOString() },
    waiting: [...kept.waiting, { code: scanned, where }],
  })
}

/** Call when the shop has received this entry. */
export const entryRecorded = (scanned: string): void => {
  const kept = read()
  write({ ...kept, waiting: kept.waiting.filter(({ code }) => code !== scanned) })
}
