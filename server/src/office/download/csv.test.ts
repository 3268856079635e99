import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** Every file with a CSV goes through the one writer, which quotes cells and makes formulas text. */

const SRC = fileURLToPath(new URL('../..', import.meta.url))
const WRITER = 'office/download/csv.ts'

it('every CSV is written by the writer that keeps formulas out', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.(test|testing|faults)\.ts$/.test(path) && path !== WRITER)
    .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }))
    .filter(({ text }) => /text\/csv|\.csv[`'"]|\.join\('[,;\\t]+'\)\}?\\r\\n/.test(text))
  expect(files.length).toBeGreaterThan(2)
  const others = files.filter(
    ({ text }) => !/import \{[^}]*csv(?:Of|Line|Stream)[^}]*\} from '[./]*(?:download\/)?csv\.ts'/.test(text),
  )
  expect(others.map(({ path }) => path)).toEqual([])
})
