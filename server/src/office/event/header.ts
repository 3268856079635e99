import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { SECTIONS } from '@foyer/contract/office/events/fields.en.ts'
import type { Selectable } from 'kysely'
import type { EventsTable } from '../../db/schema/types.generated.ts'
import type { OfficeContext } from '../handle.ts'
import { mayAlso, stateOfEvent } from './state.ts'

type EventHeader = Pick<OfficeReply<'office_event'>, 'event_id' | 'title' | 'state' | 'sections'>

/** What every page of an event shows above its content. The sections are for people who may change the event. */
export async function eventHeader(ctx: OfficeContext, event: Selectable<EventsTable>): Promise<EventHeader> {
  return {
    event_id: event.id,
    title: event.title,
    state: await stateOfEvent(ctx.deps.db, event, ctx.now),
    sections: mayAlso(ctx, 'change_events') ? SECTIONS.map(({ name, label }) => ({ name, label })) : [],
  }
}
