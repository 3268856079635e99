import { createHash } from 'node:crypto'
import { drawPlaces, type Round } from '@foyer/domain/waiting-room/draw.ts'
import { describe, expect, it } from 'vitest'
import { reportDraw } from './draw.ts'

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
const ROUND: Round = { chain: sha256('chain'), number: 4_711, randomness: sha256('round') }
const draw = drawPlaces(['k3f9', 'a01b', 'zz7q'], sha256('secret'), ROUND, sha256)
const report = (change: object) => reportDraw(JSON.stringify({ ...draw, ...change }))

describe('npm run draw', () => {
  it('says what to compare a right draw with', () => {
    const { lines, code } = report({})
    expect(code).toBe(0)
    expect(lines[0]).toBe('RIGHT: the order of all 3 places follows from the file.')
    for (const value of [draw.secret_hash, draw.list_hash, ROUND.randomness, `${ROUND.chain}/public/4711`])
      expect(lines.some((line) => line.endsWith(value))).toBe(true)
  })

  it('says who could have steered a draw without a public value', () => {
    const { lines, code } = reportDraw(JSON.stringify(drawPlaces(['k3f9', 'a01b'], sha256('secret'), null, sha256)))
    expect([code, lines.at(-1)]).toEqual([
      0,
      'No public random value was used. The house, but no visitor, could have steered this draw by adding places.',
    ])
  })

  it('says what is wrong with a draw', () => {
    const { lines, code } = report({ order: draw.order.toReversed() })
    expect([code, lines]).toEqual([1, ['NOT RIGHT', 'The order is not that of the seed.']])
  })

  it.each<[string, object]>([
    ['no order', { order: undefined }],
    ['an id with a line break', { order: ['a\nb'] }],
    ['a secret that is short', { secret: 'abc' }],
    ['a round without a value', { round: { ...ROUND, randomness: undefined } }],
    ['no round at all', { round: undefined }],
  ])('does not read a file with %s', (_, change) => expect(report(change).code).toBe(2))

  it.each(['', '{', 'null', '[]', '"draw"'])('does not read %j', (text) => expect(reportDraw(text).code).toBe(2))
})
