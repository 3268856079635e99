import type { OfficeShell } from '@foyer/contract/office/pages.ts'

type Props = { shell: OfficeShell }

/** A hidden field with the organiser of a form. */
export const OrganiserId = ({ shell }: Props) => (
  <input type="hidden" name="organiser_id" value={shell.organiser_id ?? ''} />
)

/** Hidden fields with the organiser and the event of a form. */
export const EventIds = ({ eventId, shell }: Props & { eventId: number }) => (
  <>
    <OrganiserId shell={shell} />
    <input type="hidden" name="event_id" value={eventId} />
  </>
)
