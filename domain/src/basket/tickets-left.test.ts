import { describe, expect, it } from 'vitest'
import { ticketsLeft } from './tickets-left.ts'

const hall = { capacity: 20, held: 3, sold: 5, kept: 2 }

describe('ticketsLeft', () => {
  it('is the type’s own number without a pool', () =>
    expect(ticketsLeft({ capacity: 10, held: 2, sold: 3 }, null)).toEqual({ free: 5, unsold: 7, capacity: 10 }))

  it('is the pool’s number without a limit of the type', () =>
    expect(ticketsLeft({ capacity: null, held: 1, sold: 1 }, { pool: hall, places: 1 })).toEqual({
      free: 10,
      unsold: 13,
      capacity: 18,
    }))

  it('is the smaller of both, in whole tickets', () => {
    expect(ticketsLeft({ capacity: 4, held: 1, sold: 1 }, { pool: hall, places: 1 }).free).toBe(2)
    expect(ticketsLeft({ capacity: 100, held: 0, sold: 0 }, { pool: hall, places: 4 })).toEqual({
      free: 2,
      unsold: 3,
      capacity: 4,
    })
  })

  it('is never negative', () =>
    expect(ticketsLeft({ capacity: 1, held: 2, sold: 2 }, { pool: { ...hall, kept: 30 }, places: 1 })).toMatchObject({
      free: 0,
      unsold: 0,
    }))
})
