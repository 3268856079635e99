import { fill } from '@foyer/contract/fill.ts'
import { shop } from '@foyer/contract/messages.ts'
import type { EventFilterValues, MapTiles } from '@foyer/contract/pages.ts'
import type { EventListData } from '@foyer/contract/types.ts'
import css from './browse.module.css'
import { changed, eventsAddress } from './filters.ts'
import { fitMap, MAP, tileAddress } from './map-view.ts'

type Props = { filters: EventFilterValues; map: MapTiles; pins: NonNullable<EventListData['pins']> }

/** The places of the events found, each a link to its events. Rendered by the server, so it needs no script. */
export function EventMap({ filters, map, pins }: Props) {
  if (pins.length === 0) return <p>{shop['map.none']}</p>
  const view = fitMap(pins)
  return (
    <nav aria-label={shop['map.label']}>
      <svg className={css.map} viewBox={`0 0 ${MAP.width} ${MAP.height}`}>
        <title>{shop['map.label']}</title>
        {view.tiles.map(({ x, y, tile }) => (
          <image key={`${x} ${y}`} href={tileAddress(map.tiles, tile)} x={x} y={y} width={256} height={256} />
        ))}
        {view.pins.map(({ place, x, y }) => (
          <a
            key={`${place.name} ${x} ${y}`}
            href={eventsAddress(changed(filters, { place: place.name, view: '' }))}
            aria-label={fill(shop['map.pin'], {
              place: [place.name, place.town].filter(Boolean).join(', '),
              n: place.events,
            })}
          >
            <circle cx={x} cy={y} r={22} />
            <text x={x} y={y} dy="0.35em">
              {place.events}
            </text>
          </a>
        ))}
      </svg>
      <p className={css.count}>{map.credit}</p>
    </nav>
  )
}
