import { type ReactNode, useState } from 'react'
import { BackLink } from '../../ui/actions/back-link.tsx'
import { Button, type ButtonVariant } from '../../ui/actions/button.tsx'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { Chip, ChipLink, ChipRow } from '../../ui/actions/chip.tsx'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { DateTile } from '../../ui/display/date-tile.tsx'
import { EventCard } from '../../ui/display/event-card.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import * as icons from '../../ui/display/icons.ts'
import { Logo } from '../../ui/display/logo.tsx'
import { PriceTag } from '../../ui/display/price-tag.tsx'
import { Tag, type TagTone } from '../../ui/display/tag.tsx'
import { TicketCard } from '../../ui/display/ticket-card.tsx'
import { Alert, type AlertType } from '../../ui/feedback/alert.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { Countdown, type CountdownFormat } from '../../ui/feedback/countdown.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StepProgress } from '../../ui/feedback/step-progress.tsx'
import { WaitingCard } from '../../ui/feedback/waiting-card.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { CodeField } from '../../ui/forms/code-field.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { ErrorSummary } from '../../ui/forms/error-summary.tsx'
import { OptionGroup } from '../../ui/forms/option-group.tsx'
import { QuantityInput } from '../../ui/forms/quantity-input.tsx'
import { QuantityStepper } from '../../ui/forms/quantity-stepper.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextAreaField } from '../../ui/forms/text-area-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Accordion } from '../../ui/layout/accordion.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Stepper } from '../../ui/layout/stepper.tsx'
import { StickyBar } from '../../ui/layout/sticky-bar.tsx'
import { Modal } from '../../ui/overlays/modal.tsx'
import { type Placement, Tooltip } from '../../ui/overlays/tooltip.tsx'
import { DatePickers } from './date-pickers.tsx'
import css from './gallery.module.css'

const VARIANTS: ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger']
const PLACEMENTS: Placement[] = ['top', 'right', 'bottom', 'left']
const TONES: TagTone[] = ['plain', 'brass', 'accent', 'success', 'warning', 'error', 'info']
const ALERTS: [AlertType, string][] = [
  ['info', 'Please confirm that you are not a robot to continue.'],
  ['success', 'Code applied'],
  ['warning', 'You can only reserve 6 tickets of this type'],
  ['error', 'Your payment was declined. You have not been charged.'],
]

type Props = {
  clock: () => number
  /** the time the page was drawn, in milliseconds */
  drawnAt: number
  format: CountdownFormat
  /** addresses of posters, as many as there are: at least one */
  posters: readonly [string, ...string[]]
}

/** Every piece of the shop in its states, under headings: the page to look at when something is changed. */
export function Gallery({ clock, drawnAt, format, posters }: Props) {
  const poster = (at: number) => posters[at % posters.length] ?? posters[0]
  return (
    <div className={css.gallery}>
      <header className={css.head}>
        <Logo name="Foyer" />
        <h1>Gallery</h1>
        <p>Everything the shop is put together from, in its states.</p>
      </header>

      <Group title="Type">
        <div className={css.stack}>
          <p className={css.display}>Order complete! Your tickets are on their way.</p>
          <h2>Ticket questions</h2>
          <h3>Autumn Gala Concert</h3>
          <p>
            The doors open at seven. Bring the code on your phone or on paper; <a href="#type">how to find us</a> is on
            the ticket, and the bar takes cards.
          </p>
          <p className={css.quiet}>
            Secondary words, and {}
            <span className="code">7Q4K-M2XW-9RTB</span> in even characters.
          </p>
        </div>
      </Group>

      <Group title="Buttons" wide>
        <Buttons />
      </Group>

      <Group title="Alerts and tags">
        <div className={css.stack}>
          {ALERTS.map(([type, words]) => (
            <Alert key={type} type={type}>
              <p>{words}</p>
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
      </Group>

      <Group title="Fields">
        <Fields />
      </Group>

      <Group title="Choices">
        <Choices />
      </Group>

      <Group title="Quantities">
        <Quantities />
      </Group>

      <Group title="Time">
        <Times clock={clock} drawnAt={drawnAt} format={format} />
      </Group>

      <Group title="Dates">
        <DatePickers drawnAt={drawnAt} />
      </Group>

      <Group title="Steps">
        <Steps />
      </Group>

      <Group title="Events" wide>
        <ChipRow label="Filter events">
          <ChipLink href="#events" selected>
            All
          </ChipLink>
          <ChipLink href="#events">Music</ChipLink>
          <ChipLink href="#events">Theatre</ChipLink>
          <ChipLink href="#events">Comedy</ChipLink>
          <Chip selected={false} icon={icons.calendarIcon}>
            This weekend
          </Chip>
          <Chip selected={false} icon={icons.heartIcon}>
            Followed
          </Chip>
        </ChipRow>
        <div className={css.cards}>
          <EventCard
            href="#gala"
            heading="h3"
            title="Autumn Gala Concert"
            date="Fri 1 Oct, 7:00pm"
            dateTime="2027-10-01T19:00"
            place="City Varieties, Leeds"
            price={<PriceTag priceMinor={2500} text="From £27.50" freeText="FREE" />}
            posterSrc={poster(0)}
            eager
          />
          <EventCard
            href="#lantern"
            heading="h3"
            title="The Lantern Walk: an evening of light, stories and hot chocolate along the canal"
            date="Sat 9 Oct, 6:30pm"
            dateTime="2027-10-09T18:30"
            place="Granary Wharf"
            price={<PriceTag priceMinor={0} text="£0.00" freeText="FREE" />}
            tag={<Tag tone="brass">Last few</Tag>}
            posterSrc={poster(1)}
            eager
          />
          <EventCard
            href="#night"
            heading="h3"
            title="Midnight Improv"
            date="Sun 17 Oct, 11:00pm"
            dateTime="2027-10-17T23:00"
            place="The Cellar"
            price="Sold out"
            posterSrc={poster(2)}
            eager
          />
        </div>
        <div className={css.row}>
          <DateTile dateTime="2027-10-01" weekday="Fri" day="1" month="Oct" />
          <PriceTag priceMinor={2500} text="£27.50" freeText="FREE" note="includes £2.50 booking fee" large />
          <PriceTag priceMinor={0} text="£0.00" freeText="FREE" large />
        </div>
      </Group>

      <Group title="Tickets and codes" wide>
        <div className={css.two}>
          <TicketCard
            heading="h3"
            title="Autumn Gala Concert"
            date="Fri 1 Oct, 7:00pm"
            dateTime="2027-10-01T19:00"
            posterSrc={poster(0)}
            status={<Tag tone="success">Ready</Tag>}
            facts={[
              { label: 'Ticket', value: 'Stalls, adult' },
              { label: 'Seat', value: 'F 12' },
              { label: 'Holder', value: 'Amina Okafor-Whitfield' },
              { label: 'Place', value: 'City Varieties' },
            ]}
            code={<img src={poster(3)} alt="" width={232} height={174} />}
            codeText="7Q4K-M2XW-9RTB"
          >
            <Button icon={icons.codeIcon}>Show at the door</Button>
          </TicketCard>
          <div className={css.stack}>
            <TicketCard
              heading="h3"
              title="Winter Lights"
              facts={[{ label: 'Ticket', value: 'Family, 2 + 2' }]}
              status={<Tag>Transferred</Tag>}
              date="Sat 4 Dec, 4:00pm"
              dateTime="2027-12-04T16:00"
            />
            <CopyField
              label="Order reference"
              value="FY-20418-88213"
              code
              labels={{ copy: 'Copy', copied: 'Copied' }}
            />
            <CopyField
              label="Tell your friends"
              rows={3}
              value="I am going to the Autumn Gala Concert on 1 October. Come along!"
              labels={{ copy: 'Copy', copied: 'Copied' }}
            />
          </div>
        </div>
      </Group>

      <Group title="More and less">
        <div>
          <Accordion title="Stalls, adult" aside="1 of 3 to send" defaultOpen>
            <p>Who is each ticket for? Leave a line empty to keep it.</p>
          </Accordion>
          <Accordion title="Balcony, under 16" aside="0 of 1 to send">
            <p>Closed panels are hidden from everybody.</p>
          </Accordion>
        </div>
        <Disclosure title="Why am I seeing this?">
          <p>Some apps open pages in their own small browser, which cannot remember your basket.</p>
        </Disclosure>
      </Group>

      <Group title="Over the page">
        <Overlays />
      </Group>

      <Group title="Waiting and empty" wide>
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
            <Skeleton shape="poster" />
            <Skeleton shape="title" />
            <Skeleton count={3} />
          </div>
        </div>
      </Group>

      <Group title="Drawings" wide>
        {/* biome-ignore lint/a11y/noRedundantRoles: without its points Safari no longer takes it for a list */}
        <ul role="list" className={css.icons}>
          {Object.entries(icons).map(([name, shape]) => (
            <li key={name} className={css.icon}>
              <Icon shape={shape} />
              <span>{name.replace('Icon', '')}</span>
            </li>
          ))}
        </ul>
      </Group>

      <Group title="At the bottom" wide>
        <StickyBar label="Your order" always action={<Button badge={3}>Reserve Basket</Button>}>
          £66.40
        </StickyBar>
      </Group>
    </div>
  )
}

function Group({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section id={title.split(' ')[0]?.toLowerCase()} className={wide ? css.wide : css.group}>
      <h2 className={css.title}>{title}</h2>
      {children}
    </section>
  )
}

function Buttons() {
  const [loading, setLoading] = useState(true)
  return (
    <>
      {VARIANTS.map((variant) => (
        <div key={variant} className={css.row}>
          <Button variant={variant}>{variant === 'danger' ? 'Delete address' : 'Continue'}</Button>
          <Button variant={variant} icon={icons.ticketIcon}>
            Transfer tickets
          </Button>
          <Button variant={variant} disabled>
            Not now
          </Button>
          <LoadingButton variant={variant} loading={loading}>
            Send code
          </LoadingButton>
        </div>
      ))}
      <div className={css.row}>
        <LoadingButton loading={loading} loadingText="Confirming Payment">
          Pay £66.40
        </LoadingButton>
        <ButtonLink href="#buttons" variant="secondary" small>
          Edit basket
        </ButtonLink>
        <Button badge={3}>Reserve Basket</Button>
        <Button variant="quiet" icon={icons.binIcon} iconOnly aria-label="Remove" />
        <Button variant="quiet" onClick={() => setLoading(!loading)}>
          Turn loading {loading ? 'off' : 'on'}
        </Button>
      </div>
      <div className={css.narrow}>
        <Button block>Reserve Basket</Button>
      </div>
      <BackLink href="#type">Back to basket</BackLink>
    </>
  )
}

function Fields() {
  const [code, setCode] = useState('4071')
  const [country, setCountry] = useState('GB')
  return (
    <>
      <ErrorSummary
        title="There is a problem"
        attempt={0}
        errors={[{ fieldId: 'piece-email', text: 'Enter an email address such as name@example.com' }]}
      />
      <TextField
        label="Email"
        hint="No account or password needed. We email you a 6-digit code."
        type="email"
        autoComplete="off"
        defaultValue=""
      />
      <TextField
        id="piece-email"
        label="Email"
        type="email"
        autoComplete="off"
        error="Enter an email address such as name@example.com"
        defaultValue="amina@"
      />
      <CodeField label="Code" hint="The code works for 15 minutes." value={code} onChange={setCode} />
      <div className={css.two}>
        <TextField label="Postcode" short autoComplete="off" defaultValue="LS1 6LW" />
        <TextField label="Other amount" prefix="£" inputMode="decimal" aside="(optional)" defaultValue="12.50" />
        <SelectField label="Country" value={country} onChange={(event) => setCountry(event.target.value)}>
          <option value="GB">United Kingdom</option>
          <option value="US">United States</option>
        </SelectField>
        <TextField label="Reference" disabled defaultValue="FY-20418" />
      </div>
      <TextAreaField label="Your answer" required hint="Anything the venue should know." />
    </>
  )
}

function Choices() {
  const [method, setMethod] = useState('card')
  const [amount, setAmount] = useState<string | null>('5')
  const [protect, setProtect] = useState<string | null>(null)
  return (
    <>
      <OptionGroup
        legend="How would you like to pay?"
        value={method}
        onChange={setMethod}
        options={[
          {
            value: 'card',
            label: 'Card',
            aside: <Icon shape={icons.cardIcon} />,
            panel: <TextField label="Name on card" autoComplete="off" />,
          },
          {
            value: 'bank',
            label: 'Pay by bank',
            hint: 'You confirm in your own bank’s app.',
            aside: <Icon shape={icons.bankIcon} />,
          },
          { value: 'plan', label: 'Instalments', hint: 'Not for this order', disabled: true },
        ]}
      />
      <OptionGroup
        legend="Choose an amount"
        layout="row"
        value={amount}
        onChange={setAmount}
        options={['2', '5', '10', '20'].map((pounds) => ({ value: pounds, label: `£${pounds}.00` }))}
      />
      <OptionGroup
        legend="Refund protection"
        layout="plain"
        value={protect}
        onChange={setProtect}
        error="Choose whether to add refund protection"
        options={[
          { value: 'yes', label: 'Protect my order', aside: '£3.10' },
          { value: 'no', label: 'No, thank you' },
        ]}
      />
      <div>
        <Checkbox label="City Varieties may email me about events like this one" />
        <Checkbox label="I am a UK taxpayer" defaultChecked hint="£20.00 becomes £25.00" />
        <Checkbox label="I confirm the three statements" error="Tick the box to claim Gift Aid" required />
        <Checkbox label="Same as delivery" disabled />
      </div>
    </>
  )
}

function Quantities() {
  const [stalls, setStalls] = useState(2)
  const [balcony, setBalcony] = useState(0)
  const [lounge, setLounge] = useState(6)
  const labels = (ticket: string) => ({
    group: `Quantity, ${ticket}`,
    fewer: `Fewer ${ticket}`,
    more: `More ${ticket}`,
  })
  return (
    <Panel className={css.lines}>
      <div className={css.line}>
        <span>Stalls, adult</span>
        <QuantityStepper labels={labels('stalls')} value={stalls} onChange={setStalls} min={0} max={6} />
      </div>
      <div className={css.line}>
        <span>Balcony (none yet)</span>
        <QuantityStepper labels={labels('balcony')} value={balcony} onChange={setBalcony} min={0} max={6} />
      </div>
      <div className={css.line}>
        <span>Lounge (all six)</span>
        <QuantityStepper
          labels={labels('lounge')}
          value={lounge}
          onChange={(next) => setLounge(Math.min(6, next))}
          min={1}
          max={6}
        />
      </div>
      <div className={css.line}>
        <span>Saving</span>
        <QuantityStepper labels={labels('saving')} value={2} onChange={setStalls} disabled />
      </div>
      <div className={css.line}>
        <span>Bare input</span>
        <QuantityInput label="Quantity, programme" value={stalls} onChange={setStalls} />
      </div>
    </Panel>
  )
}

/** The shop's hold is twenty minutes; these three show its beginning, its last minute and its end. */
const HOLDS_MS = [14 * 60_000 + 5_000, 59_000, 0]

function Times({ clock, drawnAt, format }: Pick<Props, 'clock' | 'drawnAt' | 'format'>) {
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
      <Panel>
        <Countdown
          label="Tickets reserved for"
          deadline={drawnAt + 845_000}
          now={now}
          format={format}
          speak={false}
          bare
        />
      </Panel>
    </>
  )
}

function Steps() {
  const [current, setCurrent] = useState('adult-1')
  return (
    <>
      <StepProgress step={2} of={5} text="Step 2 of 5" />
      <Stepper
        currentId={current}
        onSelect={setCurrent}
        labels={{ nav: 'Tickets', progress: (step, of) => `Step ${step} of ${of}`, complete: 'complete' }}
        steps={[
          { id: 'basket', label: 'Basket', note: 'Applies to all', visited: true, complete: true },
          { id: 'adult-1', label: 'Stalls, adult', note: 'Ticket 1 of 2', visited: true, complete: false },
          { id: 'adult-2', label: 'Stalls, adult', note: 'Ticket 2 of 2', visited: false, complete: false },
        ]}
      />
    </>
  )
}

function Overlays() {
  const [open, setOpen] = useState<'single' | 'double' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <div className={css.row}>
        {PLACEMENTS.map((placement) => (
          <Tooltip key={placement} placement={placement} text={`Words on the ${placement}`}>
            <Button variant="secondary" small>
              Tooltip {placement}
            </Button>
          </Tooltip>
        ))}
      </div>
      <div className={css.row}>
        <Button variant="secondary" onClick={() => setOpen('single')}>
          Edit basket
        </Button>
        <Button variant="secondary" onClick={() => setOpen('double')}>
          Refund policy
        </Button>
      </div>
      <div className={css.row}>
        <Button variant="secondary" onClick={() => notify.success('Code applied')}>
          Success notice
        </Button>
        <Button
          variant="secondary"
          onClick={() => notify.error('Unable to update Ticket quantity. Please try again later')}
        >
          Error notice
        </Button>
        <Button variant="secondary" onClick={() => announce('Ticket removed')}>
          Say something
        </Button>
      </div>
      <Modal
        open={open === 'single'}
        onClose={close}
        title="Are you sure?"
        labels={{ close: 'Close' }}
        footer={
          <>
            <Button onClick={close}>Yes, I'm sure</Button>
            <Button variant="secondary" onClick={close}>
              No, cancel
            </Button>
          </>
        }
      >
        <p>By editing your basket, you could lose your reserved tickets.</p>
      </Modal>
      <Modal open={open === 'double'} onClose={close} title="Refund policy" double labels={{ close: 'Close' }}>
        <div className="prose">
          <p>Tickets may be given back until 48 hours before the doors open.</p>
          <p>After that they may still be transferred to somebody else, from your ticket wallet, up to the start.</p>
        </div>
      </Modal>
    </>
  )
}
