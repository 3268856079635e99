import type { Section } from './section.ts'

export const LEAD =
  'This is the refund policy for organisers who have none of their own. Where an organiser has one, it is shown with the ticket and applies instead. The full rules are in section 4 of the purchase terms.'

export const SECTIONS: readonly Section[] = [
  {
    title: 'When you get your money back',
    clauses: [
      'The event is cancelled: you get the price of your tickets back. You don’t need to ask.',
      'The event is moved to another date or place, or changed in a way that matters: your tickets stay valid, or you can ask for their price back within the time given in the notice.',
      'You chose refund protection and can’t come for a reason that’s covered: you can claim the price of your tickets back.',
      'We couldn’t deliver what you paid for: you get back everything you paid, booking fees included.',
    ],
  },
  {
    title: 'When you don’t',
    clauses: [
      'You change your mind. Tickets for a fixed date are exempt from the 14-day right to cancel.',
      'The ticket is marked as non-refundable and the event takes place as announced.',
      'You arrive too late to be let in, or the rules of the venue keep you out.',
    ],
  },
  {
    title: 'Fees and extras',
    clauses: [
      'Booking fees generally aren’t refundable, because the booking itself has been made. They’re refunded when the event is cancelled.',
      'The cost of refund protection is refunded if the event is cancelled before you have claimed.',
      'Postage is refunded if the tickets haven’t been sent yet.',
      'Gift vouchers that haven’t been used can be returned within 14 days of buying them.',
    ],
  },
  {
    title: 'How to ask',
    clauses: [
      'Reply to the email your tickets came with, or write to the organiser named on the ticket. Please give your order number.',
      'Refunds are sent to the card or account you paid with within 14 days of the day they were agreed; what was paid with a gift voucher goes back to it.',
      'You can check your order at any time on its own page, linked from the email.',
    ],
  },
]
