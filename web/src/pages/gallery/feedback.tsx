import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { Tag, type TagTone } from '../../ui/display/tag.tsx'
import { Alert, type AlertType } from '../../ui/feedback/alert.tsx'
import { Countdown, type CountdownFormat } from '../../ui/feedback/countdown.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { WaitingCard } from '../../ui/feedback/waiting-card.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import css from './gallery.module.css'

const TONES: TagTone[] = ['plain', 'brass', 'success', 'warning', 'error', 'info']
const ALERTS: [AlertType, string][] = [
  ['info', 'Please confirm that you are not a robot to continue.'],
  ['success', 'Code applied'],
  ['warning', 'You can only reserve 6 tickets of this type'],
  ['error', 'Your payment was declined. You have not been charged.'],
]

export function AlertsAndTags() {
  return (
    <>
      <div className={css.stack}>
        {ALERTS.map(([type, text]) => (
          <Alert key={type} type={type}>
            <p>{text}</p>
          </Alert>
        ))}
        <Alert
          type="warning"
          title="You must also purchase the following tickets to continue the checkout."
          action={<a href="#alerts">Log in</a>}
        >
          <ul>
            <li>Adult weekend camping</li>
            <li>Parking, field two</li>
          </ul>
        </Alert>
      </div>
      <div className={css.row}>
        {TONES.map((tone) => (
          <Tag key={tone} tone={tone}>
            {tone === 'error' ? 'Sold out' : tone === 'brass' ? 'Last few' : tone}
          </Tag>
        ))}
      </div>
    </>
  )
}

/** The beginning of a hold, its last minute and its end. */
const HOLDS_MS = [14 * 60_000 + 5_000, 59_000, 0]

export type TimeProps = {
  clock: () => number
  /** the time the page was drawn, in milliseconds */
  drawnAt: number
  format: CountdownFormat
}

export function Times({ clock, drawnAt, format }: TimeProps) {
  const now = useNow({ clock, initial: drawnAt, alignTo: drawnAt })
  return (
    <>
      {HOLDS_MS.map((hold, index) => (
        <Countdown
          key={hold}
          label="Tickets reserved for"
          deadline={drawnAt + hold}
          now={now}
          format={format}
          speak={index === 0}
        />
      ))}
    </>
  )
}

export function WaitingAndEmpty() {
  return (
    <div className={css.two}>
      <WaitingCard title="Confirming Payment" heading="h3" atOnce>
        <p>Please keep this page open.</p>
      </WaitingCard>
      <Panel>
        <EmptyState title="Basket" heading="h3" action={<ButtonLink href="#events">Browse events</ButtonLink>}>
          Looking for something to put in your basket?
        </EmptyState>
      </Panel>
      <div aria-busy="true" className={css.stack}>
        <Skeleton count={3} />
      </div>
    </div>
  )
}
