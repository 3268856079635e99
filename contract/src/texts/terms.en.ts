import type { Section } from './section.ts'

export const LEAD =
  'These terms apply whenever you buy tickets or gift vouchers here. They are written to be read: if something is unclear, ask us before you buy. Nothing in them takes away rights the law gives you.'

/**
 * Purchase terms. Other texts cite the numbers (the basket's refund protection block names 4.10), so add clauses only at the
 * end of a section and never move them.
 */
export const SECTIONS: readonly Section[] = [
  {
    title: 'Who you buy from',
    clauses: [
      'Tickets are sold by the organiser of the event. We run the box office for the organiser: we take the order and the payment, and send you the tickets.',
      'Your contract to attend the event is with the organiser, whose name is shown on the event page and on your ticket. Your contract for the booking itself is with us.',
      'Gift vouchers are issued by the organiser named on them and can be spent on events of that organiser in this shop.',
      'You must be 18 or older, or have the permission of a parent or guardian, to place an order.',
    ],
  },
  {
    title: 'Prices and fees',
    clauses: [
      'The first price shown for a ticket is the price you pay for it, including any booking fee that cannot be avoided. Where a booking fee is part of that price, the split is shown beside it.',
      'Postage is charged once per order where tickets are sent by post, and is shown with the ticket and again in the order summary.',
      'Refund protection and donations are always optional. They are added only if you choose them.',
      'A basket holds one currency. Prices include value added tax where it is due.',
      'If a price is plainly wrong because of an error, we may cancel the order and give all of your money back. We will tell you before the event.',
    ],
  },
  {
    title: 'Ordering and paying',
    clauses: [
      'Tickets in your basket are not yet yours. When you reserve the basket they are held for you, and the time left is shown on every step. If it runs out before you have paid, the tickets go back on sale.',
      'Organisers may limit how many tickets one customer can buy. Orders that get round such a limit may be cancelled and refunded.',
      'Your order is complete when your payment has been confirmed and you see your order number. If a payment reaches us after your reservation has ended, we deliver the tickets if they are still available, and otherwise return your money in full.',
      'We confirm your email address with a code before you pay, because your tickets are sent there. Please check that it is right.',
      'Card and bank details are handled by our payment providers. We never see or keep a full card number.',
      'With a payment plan you agree that each payment is taken on its date from the card you have given. Your tickets are delivered after the last payment. If a payment fails we tell you and try again before anything is cancelled.',
    ],
  },
  {
    title: 'Changes, cancellation and refunds',
    clauses: [
      'Tickets for an event on a fixed date cannot be returned under the 14-day right to change your mind that applies to other purchases online. That is the law for leisure services on a specific date.',
      'If an event is cancelled, you get back the price of your tickets. We send it to the card or account you paid with.',
      'If an event is moved to another date or place, or is changed in a way that matters, your tickets stay valid for it. If you can’t or don’t wish to come, tell the organiser within the time given in the notice and you get back the price of your tickets.',
      'Changes of cast, running order or supporting acts are not by themselves a reason for a refund.',
      'If only part of an event over several days is cancelled, a fair part of the price is returned.',
      'An organiser may offer more than these terms ask for. Where there is such a policy it is shown with the ticket before you buy, and it then applies to that ticket.',
      'Tickets marked as non-refundable are not refunded at your request. Your rights when an event is cancelled or changed are not affected by that mark.',
      'Refunds are sent within 14 days of the day they were agreed. Your bank may take a few days more to show them.',
      'Money is only ever returned the way it was paid. What was paid with a gift voucher goes back to that gift voucher.',
      {
        text: 'Refund protection, where it is offered and you have chosen it, lets you claim back the price of your tickets if you can’t attend because of:',
        items: [
          'illness or injury',
          'the loss of a close relative',
          'a breakdown or a serious delay on the way',
          'jury service',
        ],
        rest: 'It doesn’t cover a change of mind, tickets for events without refund protection, or tickets marked as non-refundable. The cost of refund protection is not returned once it has been used, once you have returned the ticket yourself, or once the event has taken place. Booking fees are generally not refundable, with or without refund protection, because the booking itself has been carried out; they are returned where the law asks for it, for example when an event is cancelled.',
      },
      'To claim under refund protection, write to the organiser with your order number and the reason as soon as you can, and within 30 days of the event at the latest. You may be asked for a document that shows the reason. If you have returned a ticket yourself for such a reason, you can still claim what the organiser kept of its price.',
      'A donation made with an order goes to the charity named. It can be returned within 14 days if you ask us, as long as Gift Aid has not been claimed on it.',
      'You can withdraw from gift vouchers, add-ons, donations and tickets without a date within 14 days, without a reason or a fee: the link “Withdraw from contract here” is at the foot of every page. The 14 days of goods begin when you have received them. Any clear statement to us or the organiser will do as well.',
    ],
  },
  {
    title: 'Your tickets',
    clauses: [
      'Tickets are delivered to your ticket wallet and by email. You can open the wallet at any time with a code sent to your email address.',
      'Each ticket carries a code that admits one person once. Don’t show it or send it to people you don’t trust: the first person to use it gets in.',
      'You may pass a ticket on with the transfer in your order. The old code then stops working and the new holder gets a code of their own.',
      'Tickets may not be resold for more than was paid for them, used for advertising or given away as prizes unless the organiser has agreed in writing. Such tickets may be cancelled.',
      'Tickets sent by post are sent to the delivery address you have given. If they have not come three days before the event, tell us and we will put them into your wallet.',
    ],
  },
  {
    title: 'Gift vouchers and codes',
    clauses: [
      'A gift voucher can be spent in several orders until its balance is used up or it expires. The expiry date is shown before you buy and on the voucher.',
      'A gift voucher cannot be exchanged for money. An unused gift voucher can be returned within 14 days of buying it.',
      'Treat the code like money: anyone who has it can spend it. If you lose it, we can send it again to the email address of the order.',
      'Discount codes apply to the tickets and for the time the organiser has decided. They cannot be added afterwards.',
    ],
  },
  {
    title: 'At the event',
    clauses: [
      'The rules of the venue apply, and so do any rules about age, bags and behaviour on the event page. People who put others in danger may be asked to leave without a refund.',
      'Latecomers are admitted at a suitable break. Some events don’t have one.',
      'Tell the organiser ahead of time about access requirements, and they will do their best to meet them.',
      'Some activities ask every participant to sign terms of their own before arrival. You receive the link with your order; people who have not signed may not be able to take part.',
      'Photographs and recordings may be made at events. Ask the organiser if you would rather not be in them.',
    ],
  },
  {
    title: 'Responsibility',
    clauses: [
      'We are responsible for the booking, the payment and the delivery of your tickets. The organiser is responsible for the event.',
      'Neither we nor the organiser limits responsibility for death or injury caused by negligence, for fraud, or for anything else that may not be limited by law.',
      'Beyond that we are responsible for losses you suffer that were a foreseeable result of our breaking these terms. That does not include travel, accommodation or other costs around an event that did not take place.',
    ],
  },
  {
    title: 'Your data',
    clauses: [
      'We use what you give us to carry out your order: your name and email address to deliver tickets, your delivery address for what is sent by post, your phone number in case something about your booking changes.',
      'The organiser of your event receives your name, email address and order, so that you can be let in and told of changes.',
      'You only get news you have agreed to, and every message has an unsubscribe link.',
      'If you add Gift Aid to a donation, the charity keeps your declaration with your name and address, because HM Revenue & Customs needs it to process Gift Aid.',
    ],
  },
  {
    title: 'Complaints and law',
    clauses: [
      'If something has gone wrong, write to us with your order number. We answer within five working days and will try to put it right.',
      'These terms are governed by the law of England and Wales. If you live elsewhere in the United Kingdom you may also use the courts there.',
      'If one of these terms turns out not to be valid, the others stay in force. The terms that applied when you ordered apply to your order.',
    ],
  },
]
