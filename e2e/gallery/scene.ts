import type { BrowserContextOptions } from '@playwright/test'
import type { ShopEnv } from '../support/shop.ts'
import type { PictureTaker } from './shot.ts'
import type { Visitor } from './visitor.ts'

/** One path through the shop and the states it stops at. `run` starts in a new browser. */
export type Scene = {
  name: string
  run: (visitor: Visitor, picture: PictureTaker) => Promise<void>
  /** settings of the shop, when the scene needs its own */
  env?: ShopEnv
  context?: BrowserContextOptions
  /** shows a card vendor's frame, which keeps the theme it was opened in, so each theme runs the scene again */
  vendorFrames?: boolean
}
