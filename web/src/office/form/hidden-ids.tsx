import type { OfficeShell } from '@foyer/contract/office/pages.ts'

type Props = { shell: OfficeShell }

/** Sends a form's organiser with it. */
export const OrganiserId = ({ shell }: Props) => (
  <input type="hidden" name="organiser_id" value={shell.organiser_id ?? ''} />
)

/** Sends a form's organiser and event with it. */
export const EventIds = ({ eventId, shell }: Props & { eventId: number }) => (
  <>
    <OrganiserId shell={shell} />
    <input type="hidden" name="event_id" value={eventId} />
  </>
)
