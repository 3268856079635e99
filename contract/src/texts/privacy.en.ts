import type { Section } from './section.ts'

export const LEAD = 'What we keep about you when you buy tickets here, why, for how long, and what you can do about it.'

export const SECTIONS: readonly Section[] = [
  {
    title: 'What we keep, and why',
    clauses: [
      'To sell you tickets: your name, your email address, what you bought, and what you told us on the way, such as a phone number, a delivery address or answers to the organiser’s questions.',
      'To take your payment: we never see your full card number. Your card details go straight to the payment provider, which is named beside the Pay button. If you save a card, we keep its last four digits and expiry date.',
      'To let you in: the name on each ticket, its code, and when it was used.',
      'To prevent abuse: limits on how often an address can try a code, kept for a day.',
      'To send you news: your email address and what you chose to hear about, only if you asked for it. Every email has a link to unsubscribe.',
    ],
  },
  {
    title: 'Who else sees it',
    clauses: [
      'The organiser of your event sees your order, so that they can run the event and answer your questions. If you make a Gift Aid declaration, the charity sends it to HM Revenue & Customs.',
      'Payment, email and text message providers process what they need to do their part.',
      'We don’t sell your data.',
    ],
  },
  {
    title: 'Cookies',
    clauses: [
      'One cookie keeps your basket and your sign-in together. Others remember your language and your choice about analytics. The shop doesn’t work without the first.',
      'Analytics and error reports run only if the organiser or we use them, and only after you accept. You can change your mind with “Cookies and analytics” at the foot of the page, where there are any.',
    ],
  },
  {
    title: 'How long we keep it',
    clauses: [
      {
        text: 'Unless the law requires more:',
        items: [
          'sign-in codes: a day;',
          'baskets that weren’t paid for: 30 days;',
          'the text of emails and text messages, and places on waiting lists: 90 days;',
          'your name and address with an order, tickets and waivers: seven years after the payment.',
        ],
        rest: 'After that, an order keeps its amounts for the accounts, but no longer says whose it was.',
      },
    ],
  },
  {
    title: 'Your rights',
    clauses: [
      'You can download everything we keep about you, and delete your account, in your account settings. If you bought as a guest, ask us and we’ll do it for you.',
      'We can’t delete your data while you have tickets for an event to come, a payment plan or a payment in progress. Tax records and Gift Aid declarations stay for as long as the law says.',
      'You can ask us to correct what’s wrong. To do so, reply to the email your tickets came with, or use the address at the foot of the page.',
      'If you’re unhappy with how we handle your data, you can complain to the Information Commissioner’s Office, or to the authority of the country you live in.',
    ],
  },
]
