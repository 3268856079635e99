import { expect, it } from 'vitest'
import { CharitySchema, VenueSchema } from './format.ts'

const accepts = (venue: object) => VenueSchema.safeParse({ slug: 'hall', name: 'Hall', ...venue }).success

it('[42] a slug is lower-case words of any length with single hyphens between them, from its first character to its last', () => {
  const right = ['a', '7', 'ab', 'a-b', 'ab-cd', 'autumn-gala-2026', 'a'.repeat(120)]
  const wrong = ['', '-', 'a-', '-a', 'a--b', 'A', 'aB', 'a b', 'a_b', 'é', 'a-é', ' a', 'a\n', 'a'.repeat(121)]
  expect(right.filter((slug) => !accepts({ slug }))).toEqual([])
  expect(wrong.filter((slug) => accepts({ slug }))).toEqual([])
})

it('[42] a country is two capital letters, and the places of a map are on the earth', () => {
  expect(['GB', 'FR'].filter((country_code) => !accepts({ country_code }))).toEqual([])
  expect(['', 'G', 'gb', 'GBR', 'xGB', 'GB1', '12'].filter((country_code) => accepts({ country_code }))).toEqual([])
  expect([-90, 0, 90, 90.001, -90.001].map((latitude) => accepts({ latitude }))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  expect([-180, 180, 180.001, -180.001].map((longitude) => accepts({ longitude }))).toEqual([true, true, false, false])
})

const isAddress = (logo: string) =>
  CharitySchema.safeParse({ slug: 'wells', name: 'Wells', donation_checkout_title: 'Give', logo }).success

it('an address is one that a browser can open, or a path of the shop', () => {
  expect(['https://hall.test/a', 'HTTP://hall.test', '/', '/events/x/'].filter((url) => !isAddress(url))).toEqual([])
  const wrong = [
    'hall.test',
    '//hall.test',
    'https://[',
    'https://hall.test:port',
    'ftp://hall.test',
    '/a b',
    '/a\u0007',
  ]
  expect(wrong.filter((url) => isAddress(url))).toEqual([])
})
