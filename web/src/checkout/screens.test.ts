import { expect, it } from 'vitest'
import { loadScreens, screenOf } from './screens.tsx'

it('gives a step the same component before and after its chunk has come, so that nothing typed is lost', async () => {
  const first = screenOf('login')
  expect(first).not.toBeNull()
  await loadScreens()
  expect(screenOf('login')).toBe(first)
})

it('gives the screen itself where it was loaded before anybody asked', async () => {
  await loadScreens()
  expect(screenOf('gift_aid')).toBeTypeOf('function')
  expect(screenOf('determining')).toBeNull()
})
