import { expect, it } from 'vitest'
import { demoCatalogue } from '../catalogue/demo/catalogue.ts'
import { PICTURES_OF_EVENTS } from '../catalogue/demo/pictures.ts'
import { earlierSeason } from './earlier-events.ts'

const NOW = new Date('2026-11-28T09:00:00Z')

it('every event of the demo has a picture, and shares it with no other', () => {
  const events = [...(demoCatalogue(NOW).events ?? []), ...earlierSeason(NOW).events]
  const scenes = events.map(({ slug }) => PICTURES_OF_EVENTS[slug]?.[0] ?? slug)
  expect(events.filter(({ slug }) => !(slug in PICTURES_OF_EVENTS)).map(({ slug }) => slug)).toEqual([])
  expect(scenes.filter((scene, i) => scenes.indexOf(scene) !== i)).toEqual([])
})
