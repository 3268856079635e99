import { expect, it } from 'vitest'
import { groupBy } from './group.ts'

it('groups items by key, in order of appearance', () => {
  const words = ['pear', 'apple', 'plum', 'avocado', 'fig']
  expect([...groupBy(words, (word) => word[0])]).toEqual([
    ['p', ['pear', 'plum']],
    ['a', ['apple', 'avocado']],
    ['f', ['fig']],
  ])
  expect(groupBy([], String).size).toBe(0)
})
