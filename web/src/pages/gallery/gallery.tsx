import type { ReactNode } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Logo } from '../../ui/display/logo.tsx'
import { StickyBar } from '../../ui/layout/sticky-bar.tsx'
import { Buttons } from './actions.tsx'
import { DatePickers } from './date-pickers.tsx'
import { Events, Icons, Tickets, Typography } from './display.tsx'
import { AlertsAndTags, type TimeProps, Times, WaitingAndEmpty } from './feedback.tsx'
import { Choices, Fields, Quantities } from './forms.tsx'
import css from './gallery.module.css'
import { MoreAndLess, Steps } from './layout.tsx'
import { Overlays } from './overlays.tsx'

type Props = TimeProps & {
  /** addresses of posters, at least one */
  posters: readonly [string, ...string[]]
}

/** Every component of the shop in its states. */
export function Gallery({ clock, drawnAt, format, posters }: Props) {
  const poster = (at: number) => posters[at % posters.length] ?? posters[0]
  return (
    <div className={css.gallery}>
      <header>
        <Logo name="Foyer" />
        <h1>Gallery</h1>
        <p>Every component of the shop, in its states.</p>
      </header>
      <Group title="Type">
        <Typography />
      </Group>
      <Group title="Buttons" wide>
        <Buttons />
      </Group>
      <Group title="Alerts and tags">
        <AlertsAndTags />
      </Group>
      <Group title="Fields">
        <Fields />
      </Group>
      <Group title="Choices">
        <Choices />
      </Group>
      <Group title="Quantities">
        <Quantities />
      </Group>
      <Group title="Time">
        <Times clock={clock} drawnAt={drawnAt} format={format} />
      </Group>
      <Group title="Dates">
        <DatePickers drawnAt={drawnAt} />
      </Group>
      <Group title="Steps">
        <Steps />
      </Group>
      <Group title="Events" wide>
        <Events poster={poster} />
      </Group>
      <Group title="Tickets and codes" wide>
        <Tickets poster={poster} />
      </Group>
      <Group title="More and less">
        <MoreAndLess />
      </Group>
      <Group title="Over the page">
        <Overlays />
      </Group>
      <Group title="Waiting and empty" wide>
        <WaitingAndEmpty />
      </Group>
      <Group title="Icons" wide>
        <Icons />
      </Group>
      <Group title="At the bottom" wide>
        <StickyBar label="Your order" always action={<Button badge={3}>Reserve Basket</Button>}>
          £66.40
        </StickyBar>
      </Group>
    </div>
  )
}

function Group({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section id={title.split(' ')[0]?.toLowerCase()} className={cx(css.stack, !wide && css.narrow)}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
