import { median } from '../median.ts'
import type { Measured } from './lighthouse.ts'

export type Page = {
  name: string
  /** Largest allowed ratio of this page's LCP to the bare page's; absent for the bare pages. */
  aim?: number
}
export type Visited = { page: Page; visits: Measured[] }

/** The targets that a page misses, in words. Empty when it meets all of them. */
export function misses(of: Visited, bare: Visited): string[] {
  const value = medianOf(of)
  const ratio = value('lcp') / medianOf(bare)('lcp')
  const broken = [...new Set(of.visits.flatMap((visit) => visit.broken))]
  return [
    ratio > of.page.aim! && `main content at ${ratio.toFixed(2)} times the bare page, aim ${of.page.aim}`,
    value('tbt') > 100 && `blocked for ${value('tbt').toFixed(0)} ms, aim 100`,
    value('cls') > 0.02 && `shifts by ${value('cls').toFixed(3)}, aim 0.02`,
    value('performance') < 95 && `performance ${value('performance').toFixed(0)}, aim 95`,
    value('accessibility') < 100 && `accessibility ${value('accessibility').toFixed(0)}: ${broken.join(', ')}`,
  ].filter((line) => line !== false)
}

/** The table in Markdown. Ratios are relative to the first page, which is the bare one. */
export function table(all: readonly Visited[]): string {
  const bare = medianOf(all[0]!)
  const row = (visited: Visited) => {
    const value = medianOf(visited)
    const paint = (name: 'lcp' | 'fcp') => [value(name).toFixed(0), (value(name) / bare(name)).toFixed(2)]
    const scores = (['performance', 'accessibility'] as const).map((name) => value(name).toFixed(0))
    const cells = [...paint('lcp'), visited.page.aim ?? '', ...paint('fcp'), value('tbt').toFixed(0)]
    return `| ${[visited.page.name, ...cells, value('cls').toFixed(3), ...scores].join(' | ')} |`
  }
  return [
    '| page | LCP ms | of bare | aim | FCP ms | of bare | TBT ms | CLS | performance | accessibility |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...all.map(row),
  ].join('\n')
}

const medianOf =
  ({ visits }: Visited) =>
  (name: Exclude<keyof Measured, 'broken' | 'browser'>) =>
    median(visits.map((visit) => visit[name]))
