import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

/** What these say where nothing is installed, instead of installing. */
const SAYS: Record<string, string> = {
  'scripts/check.mjs': 'Nothing is installed yet: run npm ci first',
  'scripts/audit.mjs': 'NOT AUDITED',
  'scripts/sbom.mjs': 'npm could not write the bill of materials',
}
/** Arguments without which it asks for them first. */
const ARGUMENTS: Record<string, string[]> = { 'scripts/mutation.mjs': ['domain'] }

describe('in a new clone, without node_modules', () => {
  let clone: string
  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), 'foyer-clone-'))
    cpSync(join(ROOT, 'scripts'), join(clone, 'scripts'), { recursive: true })
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(ROOT, file), join(clone, file))
    mkdirSync(join(clone, 'bin'))
    // An npm that can't install, so that a script stops there.
    writeFileSync(join(clone, 'bin/npm'), '#!/bin/sh\nexit 1\n')
    chmodSync(join(clone, 'bin/npm'), 0o755)
  })
  afterAll(() => rmSync(clone, { recursive: true, force: true }))

  it.each(Object.entries(scripts))('npm run %s begins with a script that needs no packages', (_, command) => {
    expect(command).toMatch(/^node scripts\/[\w-]+\.mjs( |$)/)
  })

  const first = [...new Set(Object.values(scripts).map((command) => /^node (\S+)/.exec(command)?.[1] ?? command))]
  it.each(first)('%s installs the packages first, or says what to do', (script) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...(ARGUMENTS[script] ?? [])], {
      cwd: clone,
      env: { PATH: [join(clone, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(':') },
      encoding: 'utf8',
      timeout: 20_000,
    })
    expect(status).not.toBe(0)
    expect(stdout + stderr).toContain(SAYS[script] ?? 'Installing packages ...')
    expect(stdout + stderr).not.toMatch(/not found|Cannot find|^ {4}at /m)
  })
})
