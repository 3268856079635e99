import { fill } from '@foyer/contract/fill.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { queue as t } from '@foyer/contract/office/queue/messages.en.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { TextAreaField } from '../../../ui/forms/fields/text-area-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { OfficeForm, sentValue } from '../../form/form.tsx'
import { EventIds } from '../../form/hidden-ids.tsx'
import type { OfficePages } from '../../page.ts'
import { EventHead } from './event-head.tsx'

type Data = OfficePageData['queue']
type Room = NonNullable<Data['room']>
type Props = { data: Data; shell: OfficeShell }

/** The waiting room of an event: its switch, its figures, and what staff can do with it. */
function QueuePage({ data, shell }: Props) {
  const { event_id, room, may_change, nice_opens: opens } = data
  return (
    <>
      <EventHead event={data} shell={shell} here="queue" />
      <h2>{t.title}</h2>
      <p>{t.lead}</p>
      {room === null ? (
        <>
          <p>
            {t.off} {fill(t['off.when'], { opens })}
          </p>
          {may_change && (
            <OfficeForm call="open_queue" shell={shell}>
              <EventIds eventId={event_id} shell={shell} />
              <Button type="submit">{t.open}</Button>
            </OfficeForm>
          )}
        </>
      ) : (
        <>
          <Figures room={room} data={data} />
          {may_change && <Acts room={room} eventId={event_id} shell={shell} />}
          {may_change && <Settings room={room} eventId={event_id} shell={shell} />}
        </>
      )}
    </>
  )
}

function Figures({ room, data }: { room: Room; data: Data }) {
  const state = fill(t[`state.${room.state}`], { opens: data.nice_opens, opening: data.nice_opening })
  const rows: [label: string, value: string | number][] = [
    [t.state, state],
    [t.waiting, room.waiting],
    [t.called, room.called],
    [t.inside, room.inside],
    [t.left, room.left],
  ]
  return (
    <>
      <table className="office-table">
        <caption className="visually-hidden">{t.title}</caption>
        <tbody>
          {rows.map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {t.address}: <a href={room.url}>{room.url}</a>
      </p>
    </>
  )
}

type OfRoom = { room: Room; eventId: number; shell: OfficeShell }

function Acts({ room, eventId, shell }: OfRoom) {
  const isRunning = room.state === 'serving' || room.state === 'joining' || room.state === 'before'
  return (
    <section className="office-stack">
      <p className="office-quiet">{isRunning ? t['pause.hint'] : t['drain.hint']}</p>
      <div className="office-row">
        {isRunning ? (
          <Act act="pause" label={t.pause} eventId={eventId} shell={shell} />
        ) : (
          <Act act="start" label={t.start} eventId={eventId} shell={shell} />
        )}
        {room.state !== 'over' && <Act act="drain" label={t.drain} eventId={eventId} shell={shell} />}
      </div>
    </section>
  )
}

const Act = ({ act, label, eventId, shell }: { act: string; label: string; eventId: number; shell: OfficeShell }) => (
  <OfficeForm call="run_queue" shell={shell} only={['act', act]}>
    <EventIds eventId={eventId} shell={shell} />
    <input type="hidden" name="act" value={act} />
    <Button type="submit" variant="secondary">
      {label}
    </Button>
  </OfficeForm>
)

function Settings({ room, eventId, shell }: OfRoom) {
  const field = (name: 'rate' | 'message') => ({
    name,
    defaultValue: sentValue(shell, 'set_queue', name) || String(room[name]),
  })
  return (
    <section aria-labelledby="queue-settings">
      <h3 id="queue-settings">{t.settings}</h3>
      <OfficeForm call="set_queue" shell={shell} className="office-stack office-narrow-form">
        <EventIds eventId={eventId} shell={shell} />
        <TextField label={t.rate} hint={t['rate.hint']} inputMode="numeric" required short {...field('rate')} />
        <TextAreaField
          label={t.message}
          hint={t['message.hint']}
          rows={3}
          maxLength={LIMITS.text.title}
          {...field('message')}
        />
        <Button type="submit">{t.save}</Button>
      </OfficeForm>
    </section>
  )
}

export const pages: Pick<OfficePages, 'queue'> = {
  queue: { title: ({ title }) => `${t.title} - ${title}`, Body: QueuePage },
}
