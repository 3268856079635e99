/** Entries recorded on this device while offline: codes it must not admit again, and entries the shop has not received yet. */
type OfflineEntries = { admitted: Record<string, string>; waiting: { code: string; where: string }[] }

const KEY = 'foyer-door'
const NO_ENTRIES: OfflineEntries = { admitted: {}, waiting: [] }

function read(): OfflineEntries {
  try {
    return { ...NO_ENTRIES, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<OfflineEntries>) }
  } catch {
    return NO_ENTRIES
  }
}

const write = (entries: OfflineEntries) => localStorage.setItem(KEY, JSON.stringify(entries))

/** When this device admitted the code, ISO; undefined when it has not. */
export const admittedHereAt = (code: string): string | undefined => read().admitted[code]

export const pendingEntries = (): OfflineEntries['waiting'] => read().waiting

/** Records an offline entry with a genuine ticket. `scanned` is kept in full, so that the shop can check it too. */
export function storeEntry(code: string, scanned: string, where: string, now: Date): void {
  const entries = read()
  write({
    admitted: { ...entries.admitted, [code]: now.toISOString() },
    waiting: [...entries.waiting, { code: scanned, where }],
  })
}

/** Called when the shop has received this entry. */
export const removeEntry = (scanned: string): void => {
  const entries = read()
  write({ ...entries, waiting: entries.waiting.filter(({ code }) => code !== scanned) })
}
