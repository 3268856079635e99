import sharp from 'sharp'
import { expect, it } from 'vitest'
import { sceneFor } from './by-category.ts'
import { drawScene, SCENE_NAMES } from './scenes.ts'

it.each(SCENE_NAMES)('%s draws a picture for any seed, always the same for the same seed', async (name) => {
  for (const seed of [0, 1, 7, 4_000_000_000]) {
    const svg = drawScene(name, seed)
    expect(svg).toBe(drawScene(name, seed))
    expect(svg).not.toMatch(/NaN|undefined|<script|<text/)
    expect(svg.length).toBeLessThan(45_000)
    const { data, info } = await sharp(Buffer.from(svg)).resize(80, 60).raw().toBuffer({ resolveWithObject: true })
    const colours = new Set<string>()
    for (let at = 0; at < data.length; at += info.channels) colours.add(data.subarray(at, at + 3).toString('hex'))
    expect(colours.size).toBeGreaterThan(200)
  }
})

it('posters suit their category, or show no theme without one', () => {
  expect(sceneFor('Film', 3)).toBe(drawScene('film', 3))
  expect(sceneFor('Live music', 0)).toBe(drawScene('stage', 0))
  expect(sceneFor('Live music', 1)).not.toBe(sceneFor('Live music', 2))
  expect(sceneFor('Outdoors', 2)).toBe(drawScene('sea', 2))
  expect(sceneFor('', 1)).toBeNull()
  expect(sceneFor('Zzz', 1)).toBeNull()
})
