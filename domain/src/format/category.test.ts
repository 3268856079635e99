import { expect, it } from 'vitest'
import { categoryName } from './category.ts'
import { languageFrom } from './language.ts'

it('usual categories have a name in French, and an organiser’s own stays as it is', () => {
  expect(categoryName('Food and drink')).toBe('Food and drink')
  languageFrom(() => 'fr')
  try {
    expect(categoryName('Food and drink')).toBe('Gastronomie')
    expect(categoryName(' THEATRE ')).toBe('Théâtre')
    expect(categoryName('Boat building')).toBe('Boat building')
  } finally {
    languageFrom(() => 'en')
  }
})
