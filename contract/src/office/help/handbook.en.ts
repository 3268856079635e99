import { counter, shiftPage } from '../counter/messages.en.ts'
import { door } from '../door/messages.en.ts'
import { eventPage, newEvent, ticketTable } from '../events/messages.en.ts'
import { giftAid } from '../gift-aid/messages.en.ts'
import { home, office } from '../messages.en.ts'
import { moneyPage } from '../money/messages.en.ts'
import { find, orderPage } from '../orders/messages.en.ts'

/**
 * The organiser's handbook, by task. The office shows it under Help, `docs/handbook.md` is made of it, and a story does each step
 * in a browser, finds there what a step names, and takes its picture. `**` stands around what is on the page.
 */

export type Picture = {
  /** its file in `web/public/handbook`, without `.jpg` */
  name: string
  alt: string
}
export type Step = { text: string; picture?: Picture }
export type Task = { name: string; title: string; about: string; steps: readonly Step[]; after?: string }

/** Words that stand on the page, such as a button's. */
const the = (words: string) => `**${words}**`

const sell: Task = {
  name: 'sell',
  title: 'Put an event on sale',
  about: 'From the first word to the link that you share, in about five minutes.',
  steps: [
    { text: `In the menu, open ${the(office['nav.events'])}, then ${the(home.new)}.` },
    {
      text: `Fill in ${the(newEvent.name)}, ${the(newEvent.day)}, ${the(newEvent.starts)} and ${the(newEvent.where)}, then ${the(newEvent.howMany)} there are and the ${the(newEvent.price)} of one. For a free event, the price is 0. Press ${the(newEvent.publish)}, or ${the(newEvent.draft)} if nobody should see it yet. If something is missing, the page says what, and keeps what you typed.`,
      picture: { name: 'sell-form', alt: 'The form of a new event, filled in, with its buttons' },
    },
    {
      text: `The event opens on its ${the(eventPage.overview)}. ${the(eventPage.publicPage)} shows it as buyers see it, and ${the(eventPage['tab.page'])} is where you add a picture and a description.`,
      picture: { name: 'sell-overview', alt: 'An event on sale: its state, dates and takings' },
    },
    {
      text: `For more than one price, open ${the(eventPage['tab.tickets'])}, then ${the('Tickets')}. Press ${the(ticketTable.add)}, and choose shared places if adults and children sit in the same hall.`,
      picture: { name: 'sell-types', alt: 'The table of ticket types with its buttons' },
    },
    {
      text: `If the event takes place again, open ${the('Dates')} beside it. Under ${the(eventPage.rule)}, tick the days, enter ${the(eventPage['rule.from'])} and ${the(eventPage['rule.until'])}, and press ${the(eventPage['rule.submit'])}. They get the same ticket types.`,
    },
    {
      text: `Back on the ${the(eventPage.overview)}, copy the ${the(eventPage.copyLink)} into your newsletter and posts. The QR code beside it is for posters.`,
    },
  ],
  after:
    'Change whatever you like later: what people have bought stays as they bought it. A new price is for later buyers only.',
}

const refund: Task = {
  name: 'refund',
  title: 'Refund a ticket',
  about: 'One ticket of an order, several, or an amount.',
  steps: [
    {
      text: `Type the buyer’s name, email address or order number into ${the(find.label)} at the top, and open the order.`,
    },
    {
      text: `Beside the ticket, open ${the(orderPage.refundTicket)}. The button says how much goes back. Press it: the ticket stops working at once, its place is on sale again, and the money goes back the way it was paid.`,
      picture: { name: 'refund-ticket', alt: 'A ticket of an order, with the button that refunds it' },
    },
    {
      text: `For more, open ${the(orderPage['refund.open'])}. Choose ${the(orderPage['refund.all'])}, ${the(orderPage['refund.tickets'])} or an amount, and under ${the(orderPage['refund.to'])} the way it goes back: as it was paid, as a gift voucher, or by other means such as cash.`,
      picture: { name: 'refund-more', alt: 'The form for refunds of several tickets or an amount' },
    },
    {
      text: `Under ${the(orderPage.timeline)} the order says what happened and when. A card shows the money after some days, which its bank decides.`,
    },
  ],
  after:
    'You may be asked to confirm that it’s you. A refund can’t be undone. If the provider refuses one, Home says so and the order has a button to try again.',
}

const night: Task = {
  name: 'night',
  title: 'The night',
  about: 'The door, the counter and the drawer, from an hour before to the end.',
  steps: [
    {
      text: `Open the event, then ${the(eventPage['tab.guests'])} and ${the(door.title)}. Type the ${the(door.name)}, and press ${the(door.pair)}. On the phone that checks tickets, open the address that is shown and enter the code.`,
      picture: { name: 'night-door', alt: 'The door of a date, with the form for a pairing code' },
    },
    {
      text: `The phone’s camera reads the tickets, also without a network. In case all else fails, print ${the(door.list)} before people come.`,
    },
    {
      text: `For people who pay there, open ${the(office['nav.counter'])}. Press the number of tickets, then the note you are given, or ${the(counter.exact)}. The page says the change.`,
      picture: { name: 'night-counter', alt: 'The counter: numbers of tickets, and the cash that was given' },
    },
    {
      text: `Your shift opens with the first sale. Afterwards count the drawer: open your shift from the counter, enter the ${the(shiftPage.float)} if you haven’t yet, then ${the(shiftPage['close.counted'])}, and press ${the(shiftPage['close.button'])}. The report says what should be there and what is missing.`,
      picture: { name: 'night-shift', alt: 'A shift: what was sold, and the form that closes it' },
    },
  ],
}

const month: Task = {
  name: 'month',
  title: 'The end of the month',
  about: 'What came in, how, and what your books need.',
  steps: [
    {
      text: `Open ${the(office['nav.money'])} and choose ${the(moneyPage['period.last_month'])}. The table is by event; ${the(moneyPage.otherPeriod)} shows it by date, ticket type, day or code.`,
      picture: { name: 'month-money', alt: 'The takings of a period, by event' },
    },
    {
      text: `${the(moneyPage['paid.title'])} says what came by card, bank and cash, and what went back. Its total is that of the table above, but for gift vouchers.`,
    },
    {
      text: `${the(office['tab.payouts'])} compares what the payment provider sent to your bank with the orders. A difference names the payment it comes from.`,
    },
    {
      text: `For your books, choose the ${the(moneyPage['statement.month'])} under ${the(moneyPage['statement.title'])} and press ${the(moneyPage['statement.pdf'])}. It has no names of buyers.`,
    },
    {
      text: `A charity opens ${the(office['tab.giftAid'])}: what can be claimed stands there, what is incomplete below it. The claim is HMRC’s own spreadsheet.`,
      picture: { name: 'month-gift-aid', alt: `The page “${giftAid.title}”` },
    },
  ],
  after: 'Refunds count in the month in which they were made, so a month that is over doesn’t change.',
}

/** In the order in which an organiser first needs them. */
export const handbook: readonly Task[] = [sell, refund, night, month]

export const picturesOf = (task: Task): Picture[] => task.steps.flatMap(({ picture }) => picture ?? [])
