import { fill } from '@foyer/contract/fill.ts'
import { door as t } from '@foyer/contract/office/door/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { SelectField } from '../../../ui/forms/fields/select-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { OfficeForm, sentValue } from '../../form/form.tsx'
import { EventIds } from '../../form/hidden-ids.tsx'
import type { OfficePages } from '../../page.ts'
import { eventPathIn } from '../../paths.ts'
import { EventHead } from './event-head.tsx'
import { LateEntries } from './late-entries.tsx'

type Data = OfficePageData['door']
type Props = { data: Data; shell: OfficeShell }

/** The door of one date: admissions, devices and wrong entries. */
export function DoorPage({ data, shell }: Props) {
  const { event_id, date_id, nice_date, admitted, expected, dates } = data
  return (
    <>
      <EventHead event={data} shell={shell} here="door" />
      <h2>
        {t.title}
        {nice_date && `: ${nice_date}`}
      </h2>
      {date_id === null ? (
        <p>{t.none}</p>
      ) : (
        <>
          {dates.length > 1 && (
            <form method="get" className="office-row">
              <EventIds eventId={event_id} shell={shell} />
              <SelectField label={t.date} name="date_id" defaultValue={date_id}>
                {dates.map((date) => (
                  <option key={date.date_id} value={date.date_id}>
                    {date.label}
                  </option>
                ))}
              </SelectField>
              <Button type="submit" variant="secondary">
                {t.show}
              </Button>
            </form>
          )}
          <p>
            <strong>{fill(t.numbers, { admitted, expected })}</strong>
          </p>
          <Waivers waivers={data.waivers} />
          <p>
            <a href={`${eventPathIn('door_list', shell.organiser_id, event_id)}&date_id=${date_id}`}>{t.list}</a>
          </p>
          <Devices data={data} shell={shell} />
          <Conflicts data={data} />
          <LateEntries data={data} shell={shell} />
          <Counts title={t.doors} head={t['doors.name']} rows={data.doors.map(({ name, n }) => [name, n])} />
          <Counts
            title={t.minutes}
            head={t['minutes.time']}
            rows={data.minutes.map(({ nice_time, n }) => [nice_time, n])}
          />
          <Undone undone={data.undone} />
        </>
      )}
    </>
  )
}

/** A longer list is opened by hand, so that the devices stay in view. */
const FEW = 10

function Waivers({ waivers }: Pick<Data, 'waivers'>) {
  if (waivers === null) return null
  const { signed, of, missing, more } = waivers
  return (
    <>
      <p>
        <strong>{fill(t['list.waiver'], { n: signed, of })}</strong>
      </p>
      {missing.length > 0 && (
        <details open={missing.length <= FEW}>
          <summary>{t['waivers.missing']}</summary>
          <ul>
            {missing.map(({ buyer, order, n }) => (
              <li key={order}>
                <bdi>{buyer}</bdi> {fill(t['waivers.of'], { order, n })}
              </li>
            ))}
          </ul>
          {more > 0 && <p>{fill(t['waivers.more'], { n: more })}</p>}
        </details>
      )}
    </>
  )
}

function Devices({ data, shell }: Props) {
  const ids = <EventIds eventId={data.event_id} shell={shell} />
  return (
    <section aria-labelledby="devices">
      <h3 id="devices">{t.devices}</h3>
      <p className="office-quiet">{fill(t['devices.lead'], { url: PAGES.door })}</p>
      {data.devices.length === 0 && <p>{t['devices.none']}</p>}
      {data.devices.map(({ device_id, name, by, code, nice_until, nice_seen }) => (
        <div key={device_id} className={code ? 'office-box' : 'office-note'}>
          <p>
            <strong>{name}</strong> {fill(code ? t['device.waits'] : t['device.by'], { by })}.{' '}
            {nice_seen && fill(t['device.seen'], { when: nice_seen })}
          </p>
          {code ? (
            <>
              <p>
                {t['device.code']}: <strong>{code}</strong> {fill(t['device.until'], { when: nice_until })}
              </p>
              <Ending id={device_id} shell={shell} ids={ids}>
                <Button type="submit" variant="secondary" small aria-label={fill(t['code.endOf'], { name })}>
                  {t['code.end']}
                </Button>
              </Ending>
            </>
          ) : (
            <details>
              <summary>
                {t.unpair} <span className="visually-hidden">{name}</span>
              </summary>
              <Ending id={device_id} shell={shell} ids={ids}>
                <p>{fill(t['unpair.lead'], { name })}</p>
                <Button type="submit" variant="danger" small>
                  {fill(t['unpair.of'], { name })}
                </Button>
              </Ending>
            </details>
          )}
        </div>
      ))}
      {data.open ? (
        <OfficeForm call="pair_door" shell={shell} className="office-stack office-narrow-form">
          {ids}
          <input type="hidden" name="date_id" value={data.date_id ?? ''} />
          <TextField
            label={t.name}
            hint={t['name.hint']}
            name="name"
            maxLength={LIMITS.text.name}
            autoComplete="off"
            defaultValue={sentValue(shell, 'pair_door', 'name')}
          />
          <Button type="submit">{t.pair}</Button>
        </OfficeForm>
      ) : (
        <p>{t.over}</p>
      )}
    </section>
  )
}

/** The form that ends a device or its code. */
function Ending({
  id,
  shell,
  ids,
  children,
}: Pick<Props, 'shell'> & { id: number; ids: ReactNode; children: ReactNode }) {
  return (
    <OfficeForm call="unpair_door" shell={shell} only={['device_id', id]} className="office-stack">
      {ids}
      <input type="hidden" name="device_id" value={id} />
      {children}
    </OfficeForm>
  )
}

const WHY: Record<string, string> = {
  wrong_event: t['conflict.wrong_event'],
  wrong_date: t['conflict.wrong_date'],
  cancelled: t['conflict.cancelled'],
  postponed: t['conflict.postponed'],
  transferred: t['conflict.transferred'],
  replaced: t['conflict.replaced'],
  refunded: t['conflict.refunded'],
}

function Conflicts({ data: { conflicts } }: Pick<Props, 'data'>) {
  if (conflicts.length === 0) return null
  return (
    <section aria-labelledby="conflicts">
      <h3 id="conflicts">{t.conflicts}</h3>
      <p>{t['conflicts.lead']}</p>
      <table className="office-table">
        <thead>
          <tr>
            <th scope="col">{t['conflict.who']}</th>
            <th scope="col">{t['conflict.order']}</th>
            <th scope="col">{t['conflict.let']}</th>
            <th scope="col">{t['conflict.why']}</th>
          </tr>
        </thead>
        <tbody>
          {conflicts.map(({ id, who, order, nice_time, door, outcome, before }) => (
            <tr key={id}>
              <th scope="row">{who}</th>
              <td data-label={t['conflict.order']}>{order}</td>
              <td data-label={t['conflict.let']}>{fill(t['conflict.at'], { time: nice_time, door })}</td>
              <td data-label={t['conflict.why']}>
                {outcome === 'already_admitted'
                  ? fill(t['conflict.already_admitted'], { before })
                  : (WHY[outcome] ?? t['conflict.other'])}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Counts({ title, head, rows }: { title: string; head: string; rows: [string, number][] }) {
  if (rows.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <table className="office-table office-narrow">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">{t['minutes.n']}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, n]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td data-label={t['minutes.n']}>{n}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Undone({ undone }: Pick<Data, 'undone'>) {
  if (undone.length === 0) return null
  return (
    <section aria-label={t.undone}>
      <h3>{t.undone}</h3>
      <ul>
        {undone.map(({ id, who, nice_time, door, reason }) => (
          <li key={id}>
            <bdi>{who}</bdi>, {fill(t['conflict.at'], { time: nice_time, door })}. <bdi>{reason}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const pages: Pick<OfficePages, 'door'> = {
  door: { title: ({ title }) => `${t.title} - ${title}`, Body: DoorPage },
}
