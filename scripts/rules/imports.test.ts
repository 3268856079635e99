import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allCode, importsOf, type Source } from './source.ts'

/** What each package may import from the others. The sandbox simulates the vendors, so it uses only their formats. */
const MAY_LOOK_INTO: Record<string, string[]> = {
  domain: [],
  contract: ['domain'],
  server: ['domain', 'contract'],
  web: ['domain', 'contract'],
  sandbox: [],
  e2e: ['domain', 'contract', 'server', 'scripts'],
  bench: ['domain', 'contract', 'server', 'scripts'],
  scripts: ['domain', 'contract', 'server', 'web'],
}

/** Packages that `domain` and `contract` may use, so that the shop's rules run anywhere. Their tests may use test tools. */
const PACKAGES: Record<string, string[]> = { domain: [], contract: ['zod'] }
const TEST_TOOLS = ['vitest', 'fast-check']

const roomOf = (path: string): string => path.split('/')[0]!

function targetRoom(from: Source, name: string): string | undefined {
  if (name.startsWith('@foyer/')) return name.split('/')[1]
  if (name.startsWith('.')) return roomOf(posix.join(posix.dirname(from.path), name))
  return undefined
}

/** The forbidden imports of one file. */
function wrongImports(source: Source): string[] {
  const room = roomOf(source.path)
  const isTest = /\.test\.tsx?$/.test(source.path)
  return importsOf(source).flatMap((name) => {
    const target = targetRoom(source, name)
    if (target === undefined) {
      const allowed = PACKAGES[room]
      if (allowed === undefined) return []
      const packageName = name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/')
      const fine =
        allowed.includes(packageName) || (isTest && (TEST_TOOLS.includes(packageName) || name.startsWith('node:')))
      return fine ? [] : [`${source.path} uses ${name}`]
    }
    // The sandbox simulates the vendors' servers for the server's tests.
    const plays = target === 'sandbox' && room === 'server' && (isTest || source.path.startsWith('server/src/testing/'))
    if (target !== room && !plays && !MAY_LOOK_INTO[room]?.includes(target))
      return [`${source.path} looks into ${target}: ${name}`]
    if (target !== room && name.startsWith('.')) {
      // The scripts run before anything is installed. They are no package, so e2e and bench import them by path.
      return target === 'scripts' || room === 'scripts' ? [] : [`${source.path} reaches ${target} by a path: ${name}`]
    }
    return []
  })
}

describe('imports between packages', () => {
  it('follow the rules in every file', () => {
    expect(allCode().flatMap(wrongImports)).toEqual([])
  })

  it('are found by this rule', () => {
    expect(allCode().filter(({ path }) => path.startsWith('domain/')).length).toBeGreaterThan(3)
    expect(
      allCode().filter((source) => importsOf(source).some((name) => name.startsWith('@foyer/'))).length,
    ).toBeGreaterThan(3)
  })

  it.each<[string, string, boolean]>([
    ['web/src/a.ts', "import { x } from '@foyer/server/db/transaction/tx.ts'", true],
    ['web/src/a.ts', "import type {\n  X,\n} from '@foyer/domain/limits.ts'", false],
    ['web/src/a.ts', "export { x } from '../../server/src/x.ts'", true],
    ['web/src/a.ts', "const x = await import('@foyer/server/x.ts')", true],
    ['server/src/a.ts', "import { x } from '@foyer/web/ui/x.ts'", true],
    ['sandbox/src/a.ts', "import { x } from '@foyer/domain/limits.ts'", true],
    ['sandbox/src/a.ts', "import fastify from 'fastify'", false],
    ['domain/src/a.ts', "import { randomInt } from 'node:crypto'", true],
    ['domain/src/a.ts', "import { z } from 'zod'", true],
    ['domain/src/a.test.ts', "import { it } from 'vitest'", false],
    ['domain/src/b/a.ts', "import { x } from '../limits.ts'", false],
    ['contract/src/a.ts', "import { x } from '@foyer/domain/limits.ts'", false],
    ['contract/src/a.ts', "import '../../domain/src/limits.ts'", true],
  ])('in %s judges %s', (path, text, wrong) => {
    expect(wrongImports({ path, text }).length > 0).toBe(wrong)
  })
})
