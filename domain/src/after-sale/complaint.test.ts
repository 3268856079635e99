import { expect, it } from 'vitest'
import { answerDueAt, authorityOf, daysToAnswerComplaint } from './complaint.ts'

it('[42.5] a complaint is due in 30 days, to the second', () => {
  const received = new Date('2026-12-01T10:00:00Z')
  expect(answerDueAt(received)).toEqual(new Date('2026-12-31T10:00:00Z'))
  expect(daysToAnswerComplaint(received, received)).toBe(30)
  expect(daysToAnswerComplaint(received, new Date('2026-12-31T09:59:59Z'))).toBe(1)
  expect(daysToAnswerComplaint(received, new Date('2026-12-31T10:00:00Z'))).toBe(0)
  expect(daysToAnswerComplaint(received, new Date('2027-01-02T10:00:00Z'))).toBe(-2)
})

it('[42.5] the authority is that of the house’s country', () => {
  expect(
    ['United Kingdom', 'Ireland', ' France ', 'Norway', ''].map((country) => authorityOf(country)?.split(',')[0]),
  ).toEqual(['Information Commissioner’s Office', 'Data Protection Commission', 'CNIL', undefined, undefined])
})
