import { expect, it } from 'vitest'
import { loadScreens, screenOf } from './screens.tsx'

it('returns the same component before and after its chunk has loaded, so that typed values are kept', async () => {
  const first = screenOf('login')
  expect(first).not.toBeNull()
  await loadScreens()
  expect(screenOf('login')).toBe(first)
})

it('returns the screen itself if it was loaded before', async () => {
  await loadScreens()
  expect(screenOf('gift_aid')).toBeTypeOf('function')
  expect(screenOf('determining')).toBeNull()
})
