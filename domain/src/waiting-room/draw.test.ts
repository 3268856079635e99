import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Draw, drawFaults, drawPlaces } from './draw.ts'

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
const SECRET = sha256('the secret of the house')
const ROUND = { chain: sha256('chain'), number: 4_711, randomness: sha256('round') }
const names = (count: number) => Array.from({ length: count }, (_, nth) => `place${nth}`)

const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 })
const list = fc.uniqueArray(fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 8, maxLength: 12 }), {
  minLength: 2,
  maxLength: 60,
})
const round = fc.option(hex.map((randomness) => ({ ...ROUND, randomness })))

describe('the draw', () => {
  it('gives every place one number, whatever the order in which they joined', () => {
    fc.assert(
      fc.property(list, hex, round, fc.nat(), (ids, secret, value, turn) => {
        const drawn = drawPlaces(ids, secret, value, sha256)
        expect(drawn.order.toSorted()).toEqual(ids.toSorted())
        const at = turn % ids.length
        expect(drawPlaces([...ids.slice(at), ...ids.slice(0, at)].reverse(), secret, value, sha256)).toEqual(drawn)
      }),
    )
  })

  it('is what a second program computes from the published description', () => {
    const digest = (...parts: string[]) =>
      createHash('sha256')
        .update(Buffer.from(parts.join('\n')))
        .digest()
    fc.assert(
      fc.property(list, hex, round, (ids, secret, value) => {
        const ofList = digest(...ids.slice().sort()).toString('hex')
        const seed = digest(secret, ofList, value === null ? 'none' : value.randomness).toString('hex')
        const numbers = new Map(ids.map((id) => [BigInt(`0x${digest(seed, id).toString('hex')}`), id]))
        const order = [...numbers.keys()].sort((a, b) => (a < b ? -1 : 1)).map((number) => numbers.get(number))
        expect(drawPlaces(ids, secret, value, sha256)).toMatchObject({ seed, list_hash: ofList, order })
      }),
    )
  })

  it('is another one if the secret, the list or the round is another', () => {
    const ids = names(50)
    const { order } = drawPlaces(ids, SECRET, ROUND, sha256)
    const others = [
      drawPlaces(ids, sha256('another secret'), ROUND, sha256),
      drawPlaces(ids, SECRET, { ...ROUND, randomness: sha256('another round') }, sha256),
      drawPlaces(ids, SECRET, null, sha256),
      drawPlaces([...ids, 'one more'], SECRET, ROUND, sha256),
    ]
    for (const other of others) expect(other.order.filter((id) => id !== 'one more')).not.toEqual(order)
  })

  it('does not favour those who join early: over 1,000 draws, numbers and join times are unrelated', () => {
    const ids = names(20)
    const sums = ids.map(() => 0)
    for (let nth = 0; nth < 1000; nth++) {
      const { order } = drawPlaces(ids, sha256(`secret ${nth}`), null, sha256)
      for (const [at, id] of order.entries()) sums[ids.indexOf(id)]! += at + 1
    }
    // The mean number is 10.5; that of 1,000 draws has a standard deviation of 0.18. The secrets are fixed, so this never varies.
    for (const sum of sums) expect(Math.abs(sum / 1000 - 10.5)).toBeLessThan(0.75)
  })
})

describe('the check of a published draw', () => {
  const draw = drawPlaces(names(9), SECRET, ROUND, sha256)
  const faultsOf = (change: Partial<Draw>) => drawFaults({ ...draw, ...change }, sha256)
  const swapped = [draw.order[1]!, draw.order[0]!, ...draw.order.slice(2)]

  it('finds nothing in a draw as it was', () => {
    expect(drawFaults(draw, sha256)).toEqual([])
    expect(drawFaults(drawPlaces(names(1), SECRET, null, sha256), sha256)).toEqual([])
    expect(drawFaults(drawPlaces([], SECRET, null, sha256), sha256)).toEqual([])
  })

  it.each<[string, Partial<Draw>, string[]]>([
    ['two places that changed numbers', { order: swapped }, ['order']],
    ['a hash that is not the secret’s', { secret_hash: sha256('another') }, ['secret_hash']],
    ['a hash of another list', { list_hash: sha256('another') }, ['list_hash']],
    ['a seed that was chosen', { seed: sha256('another') }, ['seed']],
    ['a round that was taken away afterwards', { round: null }, ['seed', 'order']],
    ['a place added at the front', { order: ['a friend', ...draw.order] }, ['list_hash', 'seed', 'order']],
    ['a place with two numbers', { order: [draw.order[0]!, ...draw.order] }, ['twice', 'list_hash', 'seed', 'order']],
    ['another secret', { secret: sha256('another') }, ['secret_hash', 'seed', 'order']],
  ])('names %s', (_, change, faults) => expect(faultsOf(change)).toEqual(faults))
})
