import type { Section } from './section.ts'

/** What an own text begins with. Places in brackets are filled from the legal details. */
export const WHO = 'This shop is run by [legal name], [address], [email].'

export const TERMS =
  'These terms apply whenever you buy tickets or gift vouchers here. Nothing in them takes away rights the law gives you.'

/** Takes the place of clause 10.2 of the built-in terms. */
export const LAW =
  'These terms are governed by the law of [law]. Disputes are decided by the courts of [court]; consumers may also use the courts where they live.'

/** What the page of an organiser's terms says above them. */
export const ORGANISER_WHO = 'Tickets are sold by [legal name], [address], [email].'

/** The terms of an organiser, for what it does itself: the event. */
export const ORGANISER: readonly Section[] = [
  {
    title: 'Your contract',
    clauses: [
      'Your contract to attend an event is with us. For the booking itself, the purchase terms of the shop apply.',
      'Nothing in these terms takes away rights the law gives you.',
    ],
  },
  {
    title: 'Changes and cancellation',
    clauses: [
      'If an event is cancelled, you get back the price of your tickets.',
      'If an event is moved to another date or place, or is changed in a way that matters, your tickets stay valid. If you can’t come, tell us within the time given in the notice and you get back their price.',
    ],
  },
  {
    title: 'At the event',
    clauses: [
      'The rules of the venue apply. People who put others at risk may be asked to leave without a refund.',
      'Latecomers are let in at a suitable break. Some events have none.',
    ],
  },
  {
    title: 'Law',
    clauses: [LAW],
  },
]
