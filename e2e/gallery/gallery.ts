import { openShop } from '../support/shop.ts'
import { story } from '../support/story.ts'
import { SCENES } from './scenes.ts'
import { keepDark, pictureTaker, THEMES } from './shot.ts'
import { Visitor } from './visitor.ts'

// Many states include a refused call. The stories, not the gallery, check for errors in the browser.
story.use({ allowedErrors: /./ })

for (const { name, run, context, env, vendorFrames } of SCENES)
  for (const themes of vendorFrames ? THEMES.map((theme) => [theme]) : [THEMES])
    story(vendorFrames ? `${name}, ${themes}` : name, async ({ newBuyer, shop }) => {
      const { page } = await newBuyer({ reducedMotion: 'reduce', ...context })
      if (vendorFrames && themes.includes('dark')) await keepDark(page)
      const ownShop = env && (await openShop(env))
      try {
        await run(new Visitor(page, ownShop ?? shop), pictureTaker(name, themes))
      } finally {
        await ownShop?.close()
      }
    })
