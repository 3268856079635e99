import { fill } from '@foyer/contract/fill.ts'
import { checkout, common } from '@foyer/contract/messages.ts'
import type { Shell } from '@foyer/contract/pages.ts'
import { durationClock, durationWords } from '@foyer/domain/format/duration.ts'
import { useState } from 'react'
import type { Page } from '../../page.ts'
import { applyTheme, isDark } from '../../shell/theme.ts'
import type { CountdownFormat } from '../../ui/feedback/countdown.tsx'
import { Checkbox } from '../../ui/forms/fields/checkbox.tsx'
import { Gallery } from './gallery.tsx'

const FORMAT: CountdownFormat = {
  clock: durationClock,
  words: durationWords,
  spoken: (seconds) =>
    seconds > 0 ? fill(checkout['countdown.spoken'], { time: durationWords(seconds) }) : checkout['countdown.ended'],
}

const now = () => Date.now()

/** Every component in a selectable theme; on other pages the account sets the theme. */
function GalleryPage({ shell }: { shell: Shell }) {
  const [dark, setDark] = useState(() => isDark(shell.user, shell.context))
  const choose = (choice: boolean) => {
    setDark(choice)
    applyTheme(choice)
  }
  return (
    <div className="page">
      <Checkbox label={common['nav.dark']} checked={dark} onChange={(event) => choose(event.currentTarget.checked)} />
      <Gallery
        clock={now}
        drawnAt={Date.parse(shell.now)}
        format={FORMAT}
        posters={['/posters/event-1.svg', '/posters/event-2.svg', '/posters/event-3.svg', '/posters/event-4.svg']}
      />
    </div>
  )
}

/** For developers of the shop, so its texts are not in the catalogue. */
export const page: Page<'gallery'> = { title: () => 'Gallery', frame: 'shop', Body: GalleryPage }
