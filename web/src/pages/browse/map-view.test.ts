import { expect, it } from 'vitest'
import { fitMap, MAP, tileAddress } from './map-view.ts'

const LEEDS = { latitude: 53.8, longitude: -1.55 }
const LONDON = { latitude: 51.5, longitude: -0.12 }
const SUVA = { latitude: -18.1, longitude: 178.4 }

it('centres a single place at the closest zoom', () => {
  const { pins, tiles } = fitMap([LEEDS])
  expect(pins).toEqual([{ place: LEEDS, x: MAP.width / 2, y: MAP.height / 2 }])
  expect(tiles[0]!.tile.z).toBe(15)
})

it.each([[[LEEDS, LONDON]], [[LEEDS, SUVA]], [[{ latitude: 90, longitude: 0 }, LEEDS]]])(
  'shows all places, and fills the frame with existing tiles',
  (places) => {
    const { pins, tiles } = fitMap(places)
    for (const { x, y } of pins) expect(x >= 0 && x <= MAP.width && y >= 0 && y <= MAP.height).toBe(true)
    for (const { tile } of tiles) for (const n of [tile.x, tile.y]) expect(n >= 0 && n < 2 ** tile.z).toBe(true)
    expect(Math.min(...tiles.map(({ x }) => x))).toBeLessThanOrEqual(0)
    expect(Math.max(...tiles.map(({ x }) => x + 256))).toBeGreaterThanOrEqual(MAP.width)
  },
)

it('has north up and east to the right', () => {
  const [leeds, london] = fitMap([LEEDS, LONDON]).pins
  expect(leeds!.y).toBeLessThan(london!.y)
  expect(leeds!.x).toBeLessThan(london!.x)
})

it('fills in a tile’s address', () =>
  expect(tileAddress('https://t.example/{z}/{x}/{y}.png', { z: 3, x: 4, y: 2 })).toBe('https://t.example/3/4/2.png'))
