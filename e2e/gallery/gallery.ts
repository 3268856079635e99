import { openShop } from '../support/shop.ts'
import { story } from '../support/story.ts'
import { SCENES } from './scenes.ts'
import { pictureTaker } from './shot.ts'
import { Visitor } from './visitor.ts'

// A refused call is part of many states, and what a page complains about is for the stories to judge.
story.use({ forgives: /./ })

for (const { name, go, context, env } of SCENES)
  story(name, async ({ newBuyer, shop }) => {
    const { page } = await newBuyer({ reducedMotion: 'reduce', ...context })
    const own = env && (await openShop(env))
    try {
      await go(new Visitor(page, own ?? shop), pictureTaker(name))
    } finally {
      await own?.close()
    }
  })
