import { openShop } from '../support/shop.ts'
import { story } from '../support/story.ts'
import { SCENES } from './scenes.ts'
import { keepDark, pictureTaker, THEMES } from './shot.ts'
import { Visitor } from './visitor.ts'

// Many states include a refused call. The stories, not the gallery, check what the browser complains about.
story.use({ forgives: /./ })

for (const { name, go, context, env, vendorFrames } of SCENES)
  for (const themes of vendorFrames ? THEMES.map((theme) => [theme]) : [THEMES])
    story(vendorFrames ? `${name}, ${themes}` : name, async ({ newBuyer, shop }) => {
      const { page } = await newBuyer({ reducedMotion: 'reduce', ...context })
      if (vendorFrames && themes.includes('dark')) await keepDark(page)
      const own = env && (await openShop(env))
      try {
        await go(new Visitor(page, own ?? shop), pictureTaker(name, themes))
      } finally {
        await own?.close()
      }
    })
