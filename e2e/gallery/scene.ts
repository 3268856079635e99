import type { BrowserContextOptions } from '@playwright/test'
import type { ShopEnv } from '../support/shop.ts'
import type { Taker } from './shot.ts'
import type { Visitor } from './visitor.ts'

/** One walk through the shop and the states it stops at; `go` starts in a new browser. */
export type Scene = {
  name: string
  go: (visitor: Visitor, picture: Taker) => Promise<void>
  /** what the shop is set up with, when it must be one of its own */
  env?: ShopEnv
  context?: BrowserContextOptions
  /** shows a card vendor's frame, which keeps the colours it was opened in: each theme is a walk of its own */
  vendorFrames?: boolean
}
