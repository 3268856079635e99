import { climb, letters, piano, sea, supper, tea } from './day.ts'
import { chanceOf, type Scene, wrapped } from './draw.ts'
import { barn, candles, festival, lanterns, lighthouse, railway, stage } from './evening.ts'
import { bees, comet, curtains, drowned, film, folk } from './imagined.ts'
import { belay, harvest, lamps, meteors, quartet, wings } from './season.ts'
import { bread, coffee, mail, pub, silent } from './week.ts'

const SCENES = {
  stage,
  candles,
  railway,
  lanterns,
  lighthouse,
  festival,
  barn,
  supper,
  sea,
  climb,
  letters,
  comet,
  bees,
  film,
  tea,
  drowned,
  folk,
  piano,
  curtains,
  bread,
  mail,
  pub,
  coffee,
  silent,
  belay,
  quartet,
  lamps,
  wings,
  harvest,
  meteors,
} as const satisfies Record<string, Scene>

export type SceneName = keyof typeof SCENES
export const SCENE_NAMES = Object.keys(SCENES) as SceneName[]

/** A drawn picture as SVG: the same scene and seed are always the same picture. */
export const drawScene = (name: SceneName, seed: number): string => wrapped(SCENES[name](chanceOf(seed)))
