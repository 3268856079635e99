import { describe, expect, it } from 'vitest'

type Near = {
  importsOf(path: string, text: string): string[]
  nearTests(changed: string[], files: string[], read: (path: string) => string): { tests: string[]; left: number }
}
const { importsOf, nearTests } = (await import(new URL('near.mjs', import.meta.url).href)) as Near

describe('tests near a change', () => {
  it('finds what a file imports, of its own room and of others', () => {
    const text = `import { a } from '../money/a.ts'
import type { B } from '@foyer/domain/b.ts'
import { readFileSync } from 'node:fs'
const c = await import('./c.ts')`
    expect(importsOf('server/src/sale/x.test.ts', text)).toEqual([
      'server/src/money/a.ts',
      'domain/src/b.ts',
      'server/src/sale/c.ts',
    ])
  })

  const texts: Record<string, string> = {
    'domain/src/money/money.ts': '',
    'domain/src/money/display.test.ts': '',
    'server/src/sale/total.test.ts': "import { sum } from '@foyer/domain/money/money.ts'",
    'server/src/sale/hold.test.ts': "import { hold } from './hold.ts'",
    'web/src/ui/button.test.tsx': '',
  }
  const near = (...changed: string[]) => nearTests(changed, Object.keys(texts), (path) => texts[path]!)

  it('takes those that import a changed file, then those of its folder', () => {
    expect(near('domain/src/money/money.ts')).toEqual({
      tests: ['server/src/sale/total.test.ts', 'domain/src/money/display.test.ts'],
      left: 0,
    })
    expect(near('web/src/ui/button.test.tsx', 'README.md')).toEqual({ tests: ['web/src/ui/button.test.tsx'], left: 0 })
    expect(near('docs/api.md')).toEqual({ tests: [], left: 0 })
  })

  it('runs no more than fit into a minute, those that changed first, and says how many are left', () => {
    const many = Array.from({ length: 40 }, (_, i) => `server/src/a/t${i}.test.ts`)
    const { tests, left } = nearTests(['server/src/a/a.ts', many[39]!], many, () => '')
    expect([tests.length, tests[0], left]).toEqual([24, many[39], 16])
  })
})
