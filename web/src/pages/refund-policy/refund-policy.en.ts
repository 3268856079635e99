import type { Section } from '../letter.tsx'

export const LEAD =
  'This is the refund policy for organisers who have none of their own. Where an organiser has one, it is shown with the ticket and applies instead. The full rules are in section 4 of the purchase terms.'

export const SECTIONS: readonly Section[] = [
  {
    title: 'When you get your money back',
    clauses: [
      'The event is cancelled: the price of your tickets is returned without your asking.',
      'The event is moved to another date or place, or changed in a way that matters: your tickets stay valid, or you ask for the price of them back within the time given in the notice.',
      'You have chosen refund protection and cannot come for a reason that is covered: you claim the price of your tickets back.',
      'We could not deliver what you paid for: everything you paid is returned, booking fees included.',
    ],
  },
  {
    title: 'When you do not',
    clauses: [
      'You change your mind. Tickets for a fixed date are exempt from the 14-day right to cancel.',
      'The ticket is marked as non-refundable and the event takes place as announced.',
      'You arrive too late to be let in, or the rules of the venue keep you out.',
    ],
  },
  {
    title: 'Fees and extras',
    clauses: [
      'Booking fees are generally not refundable, because the booking itself has been carried out. They are returned when the event is cancelled.',
      'The cost of refund protection is returned if the event is cancelled before you have claimed.',
      'Postage is returned if the tickets have not been sent yet.',
      'Gift vouchers that have not been used can be returned within 14 days of buying them.',
    ],
  },
  {
    title: 'How to ask',
    clauses: [
      'Answer the email your tickets came with, or write to the organiser whose name stands on the ticket. Please give your order number.',
      'Refunds are sent to the card or account you paid with within 14 days of the day they were agreed; what was paid with a gift voucher goes back to it.',
      'You can see how your order stands at any time on its own page, linked from the email.',
    ],
  },
]
