import { Button } from '../../ui/actions/button.tsx'
import { Chip, ChipLink, ChipRow } from '../../ui/actions/chip.tsx'
import { DateTile } from '../../ui/display/date-tile.tsx'
import { EventCard } from '../../ui/display/event-card.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import * as icons from '../../ui/display/icons.ts'
import { PriceTag } from '../../ui/display/price-tag.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { TicketCard } from '../../ui/display/ticket-card.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import css from './gallery.module.css'

export type Poster = (at: number) => string

export function Typography() {
  return (
    <div className={css.stack}>
      <p>Order complete! Your tickets are on their way.</p>
      <h2>Ticket questions</h2>
      <h3>Autumn Gala Concert</h3>
      <p>
        The doors open at seven. Bring the code on your phone or on paper; <a href="#type">how to find us</a> is on the
        ticket, and the bar takes cards.
      </p>
      <p>
        Secondary words, and {}
        <span className="code">7Q4K-M2XW-9RTB</span> in even characters.
      </p>
    </div>
  )
}

export function Events({ poster }: { poster: Poster }) {
  return (
    <>
      <ChipRow label="Filter events">
        <ChipLink href="#events" selected>
          All
        </ChipLink>
        <ChipLink href="#events">Music</ChipLink>
        <ChipLink href="#events">Theatre</ChipLink>
        <ChipLink href="#events">Comedy</ChipLink>
        <Chip selected={false} icon={icons.calendarIcon}>
          This weekend
        </Chip>
        <Chip selected={false} icon={icons.heartIcon}>
          Followed
        </Chip>
      </ChipRow>
      <div className={css.two}>
        <EventCard
          href="#gala"
          heading="h3"
          title="Autumn Gala Concert"
          date="Fri 1 Oct, 7:00pm"
          dateTime="2027-10-01T19:00"
          place="City Varieties, Leeds"
          price={<PriceTag text="From £27.50" />}
          posterSrc={poster(0)}
          eager
        />
        <EventCard
          href="#lantern"
          heading="h3"
          title="The Lantern Walk: an evening of light, stories and hot chocolate along the canal"
          date="Sat 9 Oct, 6:30pm"
          dateTime="2027-10-09T18:30"
          place="Granary Wharf"
          price={<PriceTag text="FREE" />}
          tag={<Tag tone="brass">Last few</Tag>}
          posterSrc={poster(1)}
          eager
        />
        <EventCard
          href="#night"
          heading="h3"
          title="Midnight Improv"
          date="Sun 17 Oct, 11:00pm"
          dateTime="2027-10-17T23:00"
          place="The Cellar"
          price="Sold out"
          posterSrc={poster(2)}
          eager
        />
      </div>
      <div className={css.row}>
        <DateTile dateTime="2027-10-01" weekday="Fri" day="1" month="Oct" />
        <PriceTag text="£27.50" />
        <PriceTag text="FREE" />
      </div>
    </>
  )
}

export function Tickets({ poster }: { poster: Poster }) {
  return (
    <div className={css.two}>
      <TicketCard
        heading="h3"
        title="Autumn Gala Concert"
        date="Fri 1 Oct, 7:00pm"
        dateTime="2027-10-01T19:00"
        posterSrc={poster(0)}
        status={<Tag tone="success">Ready</Tag>}
        facts={[
          { label: 'Ticket', value: 'Stalls, adult' },
          { label: 'Seat', value: 'F 12' },
          { label: 'Holder', value: 'Amina Okafor-Whitfield' },
          { label: 'Place', value: 'City Varieties' },
        ]}
        code={<img src={poster(3)} alt="" width={232} height={174} />}
        codeText="7Q4K-M2XW-9RTB"
      >
        <Button icon={icons.codeIcon}>Show at the door</Button>
      </TicketCard>
      <div className={css.stack}>
        <TicketCard
          heading="h3"
          title="Winter Lights"
          facts={[{ label: 'Ticket', value: 'Family, 2 + 2' }]}
          status={<Tag>Transferred</Tag>}
          date="Sat 4 Dec, 4:00pm"
          dateTime="2027-12-04T16:00"
        />
        <CopyField label="Order reference" value="FY-20418-88213" code labels={{ copy: 'Copy', copied: 'Copied' }} />
        <CopyField
          label="Tell your friends"
          rows={3}
          value="I am going to the Autumn Gala Concert on 1 October. Come along!"
          labels={{ copy: 'Copy', copied: 'Copied' }}
        />
      </div>
    </div>
  )
}

export function Icons() {
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: without markers, Safari does not announce it as a list */}
      <ul role="list" className={css.icons}>
        {Object.entries(icons).map(([name, shape]) => (
          <li key={name} className={css.icon}>
            <Icon shape={shape} />
            <span>{name.replace('Icon', '')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
