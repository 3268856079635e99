import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startProgram } from '../../testing/processes/programs.ts'
import { FolderInUse, lockFolder } from './folder-lock.ts'

describe('folder lock', () => {
  let root: string
  let folder: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'foyer-lock-'))
    folder = join(root, 'pg')
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  it('refuses a second process and names the first', async () => {
    const first = await startProgram('db/connection/test-programs/hold-lock.ts', [folder])
    expect(await first.line()).toBe('locked')
    await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${first.pid}`)
    await first.kill('SIGTERM')
    expect(existsSync(`${folder}.lock`)).toBe(false)
    ;(await lockFolder(folder)).release()
  })

  it('takes over the lock of a dead process', async () => {
    const first = await startProgram('db/connection/test-programs/hold-lock.ts', [folder])
    expect(await first.line()).toBe('locked')
    await first.kill('SIGKILL')
    expect(existsSync(`${folder}.lock`)).toBe(true)
    const lock = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUse)
    lock.release()
    expect(existsSync(`${folder}.lock`)).toBe(false)
  })

  it('gives a stale lock to one of many processes', async () => {
    const dead = await startProgram('db/connection/test-programs/hold-lock.ts', [folder])
    await dead.line()
    await dead.kill('SIGKILL')
    const others = await Promise.all(
      [1, 2, 3, 4].map(() => startProgram('db/connection/test-programs/hold-lock.ts', [folder])),
    )
    const lines = await Promise.all(others.map((other) => other.line()))
    await Promise.all(others.map((other) => other.kill('SIGKILL')))
    expect(lines.filter((line) => line === 'locked')).toHaveLength(1)
    expect(lines.filter((line) => line.startsWith('in use by'))).toHaveLength(3)
  })

  it('recognises a process id that has been reused, also by itself', async () => {
    writeFileSync(`${folder}.lock`, `${process.pid}\nanother life\n`)
    ;(await lockFolder(folder)).release()
    if (process.platform !== 'linux') return
    writeFileSync(`${folder}.lock`, `${process.ppid}\nanother life\n`)
    ;(await lockFolder(folder)).release()
  })

  it('does not remove a lock that another process has taken meanwhile', async () => {
    const lock = await lockFolder(folder)
    writeFileSync(`${folder}.lock`, `${process.ppid}\n\n`)
    lock.release()
    expect(existsSync(`${folder}.lock`)).toBe(true)
  })
})
