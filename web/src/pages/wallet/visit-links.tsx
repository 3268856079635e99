import { account, common } from '@foyer/contract/messages.ts'
import type { WalletTicket } from '@foyer/contract/types.ts'
import { googleCalendarUrl } from '@foyer/domain/after-sale/visit-links.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { calendarIcon, shareIcon } from '../../ui/display/icons.ts'
import { announce } from '../../ui/feedback/announce.ts'
import { useCopy } from '../../ui/hooks/use-copy.ts'
import { useHydrated } from '../../ui/hooks/use-hydrated.ts'

/** Google's calendar, and the event to tell others about. Neither of them shows a ticket or its code. */
export function VisitLinks({ ticket }: { ticket: WalletTicket }) {
  const { event, event_url, address, place } = ticket
  return (
    <>
      <ButtonLink
        href={googleCalendarUrl({ ...ticket, place: address ?? place })}
        variant="quiet"
        small
        icon={calendarIcon}
        target="_blank"
        rel="noreferrer"
      >
        {account['wallet.googleCalendar']}
      </ButtonLink>
      <ShareEvent title={event} path={event_url} />
    </>
  )
}

/** Opens the browser's share sheet, or copies the link if it has none. */
function ShareEvent({ title, path }: { title: string; path: string }) {
  const { copied, copy } = useCopy()
  const hydrated = useHydrated()
  if (!hydrated) return null
  const share = async () => {
    const url = new URL(path, location.origin).href
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title, url })
    } catch (error) {
      // The person closed the share sheet.
      if ((error as Error).name === 'AbortError') return
    }
    if (await copy(url)) announce(common['button.copied'])
  }
  return (
    <Button variant="quiet" small icon={shareIcon} onClick={share}>
      {copied ? common['success.linkCopied'] : account['wallet.share']}
    </Button>
  )
}
