import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { STEPS } from '@foyer/domain/checkout/steps.ts'
import { expect, it } from 'vitest'
import { screenOf, stepSource } from './screens.tsx'

it.each(STEPS.filter((step) => screenOf(step)))('the screen of %s stands where the manifest looks for it', (step) => {
  expect(existsSync(join(import.meta.dirname, '../..', stepSource(step)!))).toBe(true)
})

it('a step without a screen has no source', () => expect(stepSource('determining')).toBeNull())
