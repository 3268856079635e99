import { fill } from '@foyer/contract/fill.ts'
import { common, checkout as t } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { TicketLine } from '@foyer/contract/types.ts'
import { missingRequirements } from '@foyer/domain/basket/requirements.ts'
import { timeslotWarnings } from '@foyer/domain/basket/timeslots.ts'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { notify } from '../../../ui/feedback/notify.ts'
import { useAction } from '../../../ui/forms/use-action.ts'
import { useFocusOnMount } from '../../../ui/hooks/use-focus-on-mount.ts'
import { useBuyer, useCheckout, useCheckoutState, useSale, useStore } from '../../state/context.tsx'
import css from './basket.module.css'

/** Messages about a failed payment that also say that the checkout time expired. */
const SAYS_EXPIRED = new Set<string>([t['error.bankPaymentExpired'], t['error.cardPaymentExpired']])

/** The id of the warnings' element. */
export const WARNINGS = 'warnings'

/** Everything the buyer should know before reserving. */
export function Warnings() {
  const checkout = useCheckout()
  const { reservingError, expired } = useCheckoutState()
  const sale = useSale()
  const timeslots = timeslotWarnings(sale.lines, sale.events)
  const missing = missingRequirements(sale.lines).map((title) => ({
    title,
    offers: offersFor(title, checkout.tickets),
  }))
  return (
    <div id={WARNINGS} tabIndex={-1} className={css.warnings}>
      {checkout.basket_errors.map((text) => (
        <Alert key={text} type="warning" live>
          <p>{text}</p>
        </Alert>
      ))}
      {reservingError && (
        <Alert type="error" live>
          <p>{reservingError}</p>
        </Alert>
      )}
      {checkout.had_mismatching_currencies && (
        <Alert type="warning">
          <p>{t['warning.currencyMismatch']}</p>
        </Alert>
      )}
      {timeslots.map((text) => (
        <Alert key={text} type="warning">
          <p>{text}</p>
        </Alert>
      ))}
      {missing.length > 0 && <RequiredTickets needs={missing} />}
      {/* A buyer who chose to edit the basket has confirmed that the hold is released; a failed payment has its own message. */}
      {expired && !checkout.edit_basket_clicked && !SAYS_EXPIRED.has(reservingError ?? '') && <Expired />}
      {checkout.basket_success.map((text) => (
        <Alert key={text} type="success" live>
          <p>{text}</p>
        </Alert>
      ))}
    </div>
  )
}

type Need = { title: string; offers: NonNullable<TicketLine['required_tickets'][number]['offers']> }

const offersFor = (wanted: string, tickets: readonly TicketLine[]): Need['offers'] =>
  tickets.flatMap((line) => line.required_tickets).find(({ title }) => title === wanted)?.offers ?? []

/** Each missing ticket by its name, with the events that sell it. */
function RequiredTickets({ needs }: { needs: readonly Need[] }) {
  const user = useBuyer()
  return (
    <Alert type="warning" title={t['warning.requiredTickets']}>
      <ul>
        {needs.map(({ title, offers }) => (
          <li key={title}>
            {title}
            {offers.map((offer) => (
              <AddRequired key={offer.ticket_id} offer={offer} />
            ))}
          </li>
        ))}
      </ul>
      {!user && (
        <p>
          {t['basket.logInHint']}{' '}
          <a href={`${PAGES.signin}?next=${encodeURIComponent(PAGES.checkout)}`}>{t['basket.logIn']}</a>
        </p>
      )}
    </Alert>
  )
}

/** Adds one of the tickets here, for its date. The event is named only if the basket has another one. */
function AddRequired({ offer }: { offer: Need['offers'][number] }) {
  const { ticket_id, ticket_name, event_name, event_url, nice_date } = offer
  const store = useStore()
  const { tickets } = useCheckout()
  const { busy, run } = useAction()
  const isSameEvent = tickets.some((line) => line.event_url === event_url)

  const add = async () => {
    const answer = await store.call('add_to_basket', { ticket_id, quantity: 1, seats: [], section: '' })
    if (answer.ok) await store.reload({ quiet: true })
    else notify.error(answer.error || common['error.unknown'])
  }

  const label = fill(t['basket.addOne'], { ticket: ticket_name, date: nice_date })
  return (
    <p className={css.offer}>
      <LoadingButton
        small
        variant="secondary"
        loading={busy !== null}
        onClick={() => run(add)}
        aria-label={`${label}, ${event_name}`}
      >
        {label}
      </LoadingButton>
      {!isSameEvent && <a href={event_url}>{event_name}</a>}
    </p>
  )
}

/** Receives the focus after the return from another step. */
function Expired() {
  const { visit } = useCheckoutState()
  const box = useFocusOnMount<HTMLDivElement>(undefined, visit > 0)
  return (
    <Alert type="warning" live ref={box} tabIndex={-1}>
      <p>{t['warning.checkoutExpired']}</p>
    </Alert>
  )
}
