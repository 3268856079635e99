import { CRITERIA, type Criterion } from '@foyer/domain/accessibility/criteria.ts'
import axe from 'axe-core'

/** The files whose tests stand in the table of `/accessibility/`: stories of the pages of a purchase. */
export const FILES = ['accessibility.spec.ts', 'hold-longer.spec.ts', 'large-text.spec.ts']

const SHOWS = 'shows criterion'
const MET = 'meets rule'

/** The details of a story that shows these criteria. */
export const shows = (...criteria: Criterion[]) => ({
  annotation: criteria.map((description) => ({ type: SHOWS, description })),
})

/** A rule of axe that a page of the story has met, with elements that it applies to. */
export const metRule = (description: string) => ({ type: MET, description })

/** The criteria that a rule of axe checks; none for a rule that axe doesn't have. */
export const criteriaOf = (rule: string): Criterion[] =>
  (axe.getRules().find(({ ruleId }) => ruleId === rule)?.tags ?? [])
    .map((tag) => /^wcag(\d)(\d)(\d+)$/.exec(tag)?.slice(1).join('.'))
    .filter((criterion): criterion is Criterion => criterion !== undefined && Object.hasOwn(CRITERIA, criterion))

export type Passed = { file: string; title: string; annotations: readonly { type: string; description?: string }[] }

/** The tests that show each criterion, in the order of the guidelines. */
export function testsOf(passed: readonly Passed[]): Map<Criterion, string[]> {
  const tests = new Map<Criterion, Set<string>>(
    (Object.keys(CRITERIA) as Criterion[]).map((criterion) => [criterion, new Set()]),
  )
  for (const { file, title, annotations } of passed)
    for (const { type, description = '' } of annotations) {
      if (type === MET)
        for (const criterion of criteriaOf(description)) tests.get(criterion)!.add(`axe: ${description}`)
      if (type === SHOWS) tests.get(description as Criterion)!.add(`${file}: ${title}`)
    }
  return new Map([...tests].filter(([, all]) => all.size > 0).map(([criterion, all]) => [criterion, [...all].sort()]))
}
