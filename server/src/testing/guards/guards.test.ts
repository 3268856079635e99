import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { MODELS } from './guard.ts'
import { GUARDS } from './guards.ts'
import { namesIn, withoutMarked } from './marks.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const BIOME = `${ROOT}node_modules/.bin/biome`
const SOURCES = ['domain/src', 'server/src']
  .flatMap((folder) =>
    readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|\/testing\//.test(file))
  .map((file) => ({ file, source: readFileSync(ROOT + file, 'utf8') }))
const marked = SOURCES.map(({ file, source }) => ({ file, source, names: namesIn(source) })).filter(
  ({ names }) => names.length > 0,
)

const UNDECLARED = { linter: { rules: { recommended: false, correctness: { noUndeclaredVariables: 'error' } } } }

/** What the linter says about names that these files use without declaring them. */
function undeclaredIn(...files: (readonly [name: string, source: string])[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-guards-'))
  try {
    writeFileSync(join(folder, 'biome.json'), JSON.stringify(UNDECLARED))
    for (const [name, source] of files) writeFileSync(join(folder, name), source)
    const { error, stdout, stderr } = spawnSync(BIOME, ['lint', '--colors=off', '--max-diagnostics=none', '.'], {
      cwd: folder,
      encoding: 'utf8',
    })
    if (error) throw error
    return stdout + stderr
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('guards', () => {
  it.each(GUARDS.map((guard) => [guard.breaks, guard] as const))('can be removed: %s', (_, guard) => {
    for (const mark of guard.marks) {
      const places = marked.filter(({ names }) => names.includes(mark.name))
      expect(
        places.map(({ file }) => file),
        mark.name,
      ).toHaveLength(1)
      for (const { file, source } of places) expect(withoutMarked(file, source, mark)).not.toBe(source)
    }
    expect(guard.marks.length + (guard.schema ? 1 : 0)).toBeGreaterThan(0)
    if (!MODELS.includes(guard.noticedBy)) expect(existsSync(ROOT + guard.noticedBy), guard.noticedBy).toBe(true)
  })

  it('leave a program whose names are all declared, so that what fails without one is the guard', () => {
    expect(undeclaredIn(['a.ts', 'export const a = b'])).toContain('undeclared')
    const sources = GUARDS.flatMap(({ marks }, n) =>
      marks.flatMap((mark) =>
        marked
          .filter(({ names }) => names.includes(mark.name))
          .map(({ file, source }) => [`${n}-${mark.name}.ts`, withoutMarked(file, source, mark)] as const),
      ),
    )
    expect(undeclaredIn(...sources)).not.toContain('undeclared')
  })

  it('each describe what breaks', () => {
    expect(new Set(GUARDS.map(({ breaks }) => breaks)).size).toBe(GUARDS.length)
  })

  it('are all listed', () => {
    const listed = new Set(GUARDS.flatMap(({ marks }) => marks.map(({ name }) => name)))
    expect(marked.flatMap(({ names }) => names).filter((name) => !listed.has(name))).toEqual([])
  })
})

describe('removing a mark', () => {
  const without = (source: string, how = {}) =>
    withoutMarked('a.ts', source, { name: 'x', ...how }).replace(/\s+/g, ' ')

  it.each([
    ['a statement', '// guard: x\nif (a) return b\nc()', {}, '// guard: x {} c()'],
    ['a link of a chain', 'a\n  // guard: x\n  .where(b, (c) => c.d())\n  .e()', {}, 'a // guard: x .e()'],
    ['an argument', 'f(\n  // guard: x\n  a(b),\n  c,\n)', {}, 'f( // guard: x c, )'],
    ['a property', 'f({\n  // guard: x\n  a: b,\n  c,\n})', {}, 'f({ // guard: x c, })'],
  ])('%s', (_, source, how, expected) => expect(without(source, how)).toBe(expected))

  it.each([
    ['the condition of an if', '// guard: x\nif (a && b) return c', { as: 'false' }, '// guard: x if (false) return c'],
    ['the value of a const', '// guard: x\nconst a = b(c)', { as: 'true' }, '// guard: x const a = true'],
    ['the value of a property', 'f({\n // guard: x\n a: b,\n})', { as: '1' }, 'f({ // guard: x a: 1, })'],
    [
      'one of several conditions',
      'if (a && /* guard: x */ b === c && d) e()',
      { as: 'true' },
      'if (a && /* guard: x */ true && d) e()',
    ],
    [
      'a part of SQL',
      '// guard: x\nconst a = sql`b for update`',
      { without: ' for update' },
      '// guard: x const a = sql`b`',
    ],
  ])('or replaces with: %s', (_, source, how, expected) => expect(without(source, how)).toBe(expected))

  it('changes nothing in a source without it', () => {
    expect(without('// guard: y\na()')).toBe('// guard: y a()')
  })

  it('is refused if ambiguous', () => {
    expect(() => without('a()\n// guard: x\n')).toThrow('stands before nothing')
    expect(() => without('// guard: x\nconst a = b`c c`', { without: 'c' })).toThrow('once')
  })
})
