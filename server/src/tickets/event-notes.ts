import { PAGES } from '@foyer/contract/pages.ts'
import type { Db } from '../db/transaction/tx.ts'

/** Notes for an event's guests after the payment: its organiser's messages, and whether it has terms to sign. */
export type EventNotes = { hasWaiver: boolean; messages: { organiser: string; html: string }[] }

const NONE: EventNotes = { hasWaiver: false, messages: [] }

export async function eventNotesOf(
  db: Pick<Db, 'selectFrom'>,
  eventIds: readonly number[],
): Promise<(eventId: number) => EventNotes> {
  if (eventIds.length === 0) return () => NONE
  const messages = await db
    .selectFrom('after_sale_messages as message')
    .innerJoin('events as event', 'event.id', 'message.event_id')
    .innerJoin('organisers as organiser', 'organiser.id', 'event.organiser_id')
    .select(['message.event_id', 'message.message_html', 'organiser.name'])
    .where('message.event_id', 'in', eventIds)
    .orderBy('message.id')
    .execute()
  const waivers = await db
    .selectFrom('waivers')
    .select('event_id')
    .distinct()
    .where('event_id', 'in', eventIds)
    .execute()
  return (eventId) => ({
    hasWaiver: waivers.some(({ event_id }) => event_id === eventId),
    messages: messages
      .filter(({ event_id }) => event_id === eventId)
      .map(({ name, message_html }) => ({ organiser: name, html: message_html })),
  })
}

/** The path where a party signs the terms of an order's events, without the shop's origin. */
export const waiverPath = (reference: string): string => PAGES.waiver.replace(':reference', reference)
