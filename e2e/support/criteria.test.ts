import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CRITERIA, type Criterion } from '@foyer/domain/accessibility/criteria.ts'
import { TESTED } from '@foyer/domain/accessibility/tested.generated.ts'
import { expect, it, vi } from 'vitest'
import { criteriaOf, FILES, metRule, shows, testsOf } from './criteria.ts'
import CriteriaReporter from './criteria-reporter.ts'

/** Why a test that the table names doesn't show its criterion; null if it does. */
function whyNot(criterion: string, test: string): string | null {
  const [file, name] = [test.slice(0, test.indexOf(': ')), test.slice(test.indexOf(': ') + 2)]
  if (file === 'axe') return (criteriaOf(name) as string[]).includes(criterion) ? null : 'the rule does not check it'
  if (!FILES.includes(file)) return 'not one of its files'
  const path = fileURLToPath(new URL(`../stories/${file}`, import.meta.url))
  if (!existsSync(path)) return 'there is no such file'
  const declared = [...readFileSync(path, 'utf8').matchAll(/\bshows\(([^)]*)\)/g)].map(([, all]) => all!)
  return declared.some((all) => all.includes(`'${criterion}'`)) ? null : 'no story of the file shows it'
}

const wrongRows = (table: Record<string, readonly string[]>) =>
  Object.entries(table).flatMap(([criterion, tests]) => {
    if (!Object.hasOwn(CRITERIA, criterion)) return [`${criterion}: no criterion`]
    if (tests.length === 0) return [`${criterion}: no test`]
    return tests.flatMap((test) => whyNot(criterion, test) ?? []).map((why) => `${criterion}: ${why}`)
  })

it('[42.6] a row of the accessibility page says “tested by program” only with a test of its criterion', () => {
  expect(wrongRows(TESTED)).toEqual([])
  expect(Object.keys(TESTED).length).toBeGreaterThan(15)
})

it('finds rows whose test does not show their criterion', () => {
  expect(
    wrongRows({
      '9.9.9': ['axe: image-alt'],
      '1.1.1': [],
      '1.4.3': ['axe: image-alt'],
      '1.3.1': ['axe: gone'],
      '2.3.1': ['accessibility.spec.ts: a purchase can be made with the keyboard alone'],
      '2.1.1': ['office.spec.ts: signs in'],
    }),
  ).toEqual([
    '9.9.9: no criterion',
    '1.1.1: no test',
    '1.4.3: the rule does not check it',
    '1.3.1: the rule does not check it',
    '2.3.1: no story of the file shows it',
    '2.1.1: not one of its files',
  ])
})

it('[42.6] without the test of axe, the row of a criterion is not written', () => {
  const story = { file: 'accessibility.spec.ts', title: 'by keyboard', ...shows('2.1.1') }
  const page = { file: 'accessibility.spec.ts', title: 'walk' }
  const passed = (annotations: readonly { type: string; description: string }[]) =>
    Object.fromEntries(
      testsOf([
        { ...story, annotations: story.annotation },
        { ...page, annotations },
      ]),
    )
  const met = [{ type: 'meets rule', description: 'image-alt' }]
  expect(passed(met)).toEqual({ '1.1.1': ['axe: image-alt'], '2.1.1': ['accessibility.spec.ts: by keyboard'] })
  expect(passed([])).toEqual({ '2.1.1': ['accessibility.spec.ts: by keyboard'] })
})

it('all criteria of WCAG 2.2 A and AA are rows', () => {
  const levels = Object.values(CRITERIA)
  expect([levels.filter((level) => level === 'A').length, levels.filter((level) => level === 'AA').length]).toEqual([
    31, 24,
  ])
})

/** A run of all stories that show what the table says, without some of their tests. */
function runWithout(left: (test: string) => boolean, { grep = /.*/, outcome = 'expected' } = {}) {
  const stories = new Map(FILES.map((file) => [`${file}: ${file}`, [] as { type: string; description: string }[]]))
  for (const [criterion, tests] of Object.entries(TESTED))
    for (const test of tests.filter((test) => !left(test))) {
      const [file, name] = [test.slice(0, test.indexOf(': ')), test.slice(test.indexOf(': ') + 2)]
      if (file === 'axe') stories.get(`${FILES[0]}: ${FILES[0]}`)!.push(metRule(name))
      else stories.set(test, [...(stories.get(test) ?? []), ...shows(criterion as Criterion).annotation])
    }
  const tests = [...stories].map(([test, annotations]) => ({
    title: test.slice(test.indexOf(': ') + 2),
    location: { file: `/e2e/stories/${test.slice(0, test.indexOf(': '))}` },
    outcome: () => outcome,
    results: [{ annotations }],
  }))
  const reporter = new CriteriaReporter()
  reporter.onBegin({ grep, projects: [1, 2] } as never, { allTests: () => tests } as never)
  return reporter.onEnd()
}

it('[42.6] a run that shows less than the table says has failed, and a part of a run says nothing', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await runWithout(() => false)).toBeUndefined()
  expect(told).not.toHaveBeenCalled()
  expect(await runWithout((test) => test === 'axe: color-contrast')).toEqual({ status: 'failed' })
  expect(told.mock.calls.at(-1)![0]).toContain('1.4.3 is not shown by axe: color-contrast')
  expect(await runWithout((test) => test.endsWith('with the keyboard alone'))).toEqual({ status: 'failed' })
  expect(await runWithout(() => true, { grep: /keyboard/ })).toBeUndefined()
  expect(await runWithout(() => true, { outcome: 'unexpected' }), 'its stories have failed already').toBeUndefined()
  told.mockRestore()
})
