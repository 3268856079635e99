import { appendFileSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { newDataFile } from '../testing.ts'
import { openJournal } from './journal.ts'

interface Note {
  text: string
}

it('restores after a restart what was put, changed and deleted, in order', () => {
  const file = newDataFile()
  const before = openJournal(file).collection<Note>('notes')
  before.put('a', { text: 'one' })
  before.put('b', { text: 'two' })
  before.put('c', { text: 'three' })
  before.put('a', { text: 'changed — £' })
  before.delete('b')
  appendFileSync(file, '{"c":"notes","k":"d","v":{"te')

  const after = openJournal(file).collection<Note>('notes')
  expect(after.values()).toEqual([{ text: 'changed — £' }, { text: 'three' }])
  after.put('e', { text: 'after a torn line' })
  expect(openJournal(file).collection<Note>('notes').get('e')).toEqual({ text: 'after a torn line' })
})

it('is compacted as it grows, without loss', () => {
  const file = newDataFile()
  const notes = openJournal(file, 2_000).collection<Note>('notes')
  for (let i = 0; i < 1_000; i++) notes.put(`n${i % 10}`, { text: `round ${i}` })
  expect(readFileSync(file, 'utf8').length).toBeLessThan(6_000)
  expect(
    openJournal(file)
      .collection<Note>('notes')
      .values()
      .map((note) => note.text),
  ).toEqual(Array.from({ length: 10 }, (_, i) => `round ${990 + i}`))
})

it('appends the changes of one call in one write, even of a call that failed in the middle', () => {
  const file = newDataFile()
  const journal = openJournal(file)
  const notes = journal.collection<Note>('notes')
  const keys = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { k: string }).k]))
  journal.inOneWrite(() => {
    notes.put('a', { text: 'one' })
    expect(notes.get('a')).toEqual({ text: 'one' })
    journal.inOneWrite(() => notes.put('b', { text: 'two' }))
    expect(readFileSync(file, 'utf8')).toBe('')
  })
  expect(keys()).toEqual(['a', 'b'])
  const fail = () =>
    journal.inOneWrite(() => {
      notes.put('c', { text: 'three' })
      throw new Error('refused')
    })
  expect(fail).toThrow('refused')
  expect(keys()).toEqual(['a', 'b', 'c'])
})
