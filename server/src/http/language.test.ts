import { expect, it } from 'vitest'
import { preferred } from './language.ts'

it.each([
  ['fr', 'fr'],
  ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
  ['en-GB,en;q=0.9,fr;q=0.8', 'en'],
  ['en;q=0.5, fr;q=0.6', 'fr'],
  ['de,cy;q=0.9,fr;q=0.1', 'fr'],
  ['fr;q=0,en;q=0.1', 'en'],
  ['FR', 'fr'],
  ['frc', undefined],
  ['de', undefined],
  ['*', undefined],
  ['', undefined],
  [';;;q=,,fr;q=x', undefined],
  [undefined, undefined],
])('a browser that prefers %s gets %s', (header, language) => expect(preferred(header)).toBe(language))
