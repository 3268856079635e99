/** What this device has let in without the network: whom it must not let in again, and what the shop does not know yet. */
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

/** When this device let the code in, ISO; undefined when it has not. */
export const seenHere = (code: string): string | undefined => read().admitted[code]

export const waiting = (): Kept['waiting'] => read().waiting

/** Lets a genuine ticket in without the network. `scanned` is kept whole, so that the shop can check it too. */
export function keepEntry(code: string, scanned: string, where: string, now: Date): void {
  const kept = read()
  write({
    admitted: { ...kept.admitted, [code]: now.toISOString() },
    waiting: [...kept.waiting, { code: scanned, where }],
  })
}

/** The shop knows of this entry now. */
export const entryRecorded = (scanned: string): void => {
  const kept = read()
  write({ ...kept, waiting: kept.waiting.filter(({ code }) => code !== scanned) })
}
