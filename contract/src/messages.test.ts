import { existsSync, readFileSync } from 'node:fs'
import { shareMessage, shareTile } from '@foyer/domain/after-sale/share.ts'
import { emptyRow, rowProblems } from '@foyer/domain/after-sale/transfers.ts'
import { BLOCKS_RESERVING } from '@foyer/domain/basket/blocks-reserving.ts'
import { bankWait } from '@foyer/domain/payment/bank-wait.ts'
import { paymentTitle } from '@foyer/domain/payment/methods.ts'
import { describe, expect, it } from 'vitest'
import { fill, type Values } from './fill.ts'
import * as groups from './messages.en.ts'

/** The texts the documents quote, exactly as in their catalogue: spelling mistakes included, and not to be corrected. */
const QUOTED: Record<string, string> = {
  'title.basket': 'Basket',
  'title.continueShopping': 'Continue shopping',
  'title.editBasketConfirm': 'Are you sure?',
  'title.captcha': 'Checkout',
  'title.account': 'Account',
  'title.keepUpdated': 'Keep updated',
  'title.giftAid': 'Gift Aid',
  'title.deliveryAddress': 'Delivery Address',
  'title.payment': 'Payment',
  'title.paymentExpress': 'Complete purchase',
  'title.paymentConfirming': 'Confirming Payment',
  'title.paymentClaimingFree': 'Claiming free tickets',
  'title.bankPaymentSuccessful': 'Your payment was successful',
  'title.bankPaymentUnsuccessful': 'Your payment was unsuccessful',
  'title.questions': 'Ticket questions',
  'title.questionsBasketStep': 'Basket',
  'title.organiserMessage': 'Organiser message',
  'title.organiserMessages': 'Organiser messages',
  'title.waiver': 'Activity Terms and Conditions',
  'title.waiverShare': 'Waiver to be signed',
  'title.orderComplete': 'Order complete! Your tickets are on their way.',
  'title.orderCompletePaymentPlan': 'Order Complete - Payment Schedule Setup',
  'title.browseMoreEvents': 'Browse more events',
  'title.feedback': 'How did we do?',
  'title.transferTickets': 'Transfer tickets',
  'button.reserveBasket': 'Reserve Basket',
  'button.editBasketCancel': 'No, cancel',
  'button.editBasketConfirm': "Yes, I'm sure",
  'button.continue': 'Continue',
  'button.copyLink': 'Copy link',
  'button.pay': 'Pay {currency symbol}{basket total}',
  'button.tryDifferentPaymentMethod': 'Try a different payment method',
  'button.copy': 'Copy',
  'button.copied': 'Copied',
  'button.close': 'Close',
  'button.send': 'Send',
  'button.back': 'Back',
  'button.sendTickets': 'Send tickets',
  'label.free': 'FREE',
  'label.ticketsReservedFor': 'Tickets reserved for',
  'label.giftVoucherFrom': 'from',
  'label.giftVoucherTo': 'to',
  'label.instantBankTransfer': 'Instant Bank Transfer',
  'label.creditOrDebitCard': 'Credit or Debit Card',
  'label.setUpPaymentPlan': 'Set up a payment plan',
  'label.paymentReference': 'Ref: {reference}',
  'label.questionsAppliesToAll': 'Applies to all',
  'label.questionsRequired': '* Required',
  'label.transferIsGift': 'This ticket is a gift',
  'label.transferFullName': 'Full name',
  'label.transferEmail': 'Email',
  'label.transferSchedule': 'Schedule',
  'label.transferSendNow': 'Send now',
  'label.transferDeliveryDate': 'Delivery date',
  'label.transferDeliveryTime': 'Delivery time',
  'label.transferMessage': 'Message',
  'hint.contactNumber':
    'Please supply a contact number in case we need to contact you regarding a change to your booking',
  'hint.fullName': 'Type your full name',
  'hint.email': 'Type your email address',
  'hint.transferMessage': 'Leave a message...',
  'warning.requiredTickets': 'You must also purchase the following tickets to continue the checkout.',
  'warning.maxCanReserve': 'You can only reserve {n} tickets of this type',
  'warning.minPerCustomer': 'You must purchase a minimum of {n} tickets of this type',
  'warning.invalidCode': 'Invalid code',
  'warning.currencyMismatch':
    'Unfortunately, some tickets had to be removed because they are being sold using a different currency from tickets already in the basket. Please purchase them separately',
  'warning.checkoutExpired':
    'Your checkout time expired. If the tickets are still available, you can try to reserve them again.',
  'warning.editBasket': 'By editing your basket, you could lose your reserved tickets.',
  'warning.incompatibleBrowser': 'You are using an incompatible browser.',
  'warning.paymentNotConfigured':
    'We currently are unable to take payments for this basket as the payment integration has not yet been configured by {organiser}',
  'error.updateTicketQuantity': 'Unable to update Ticket quantity. Please try again later',
  'error.updateGiftVoucherQuantity': 'Unable to update Gift Voucher quantity. Please try again later',
  'error.updateRefundProtection': 'Unable to update Refund protection. Please try again later',
  'error.setCode': 'Unable to set the Code. Please try again later',
  'error.removeFromBasket': 'Unable to remove the Ticket from the basket. Please try again later',
  'error.removeGiftVoucherFromBasket': 'Unable to remove the Gift Voucher from the basket. Please try again later',
  'error.reserveTicketsBasket': 'Unable to reserve ticket(s). Please try again later',
  'error.reserveTickets': 'Unable to reserve tickets. Please try again later',
  'error.unknownReserve': 'An unknown error occured. Please try again, or contact support.',
  'error.captchaExpired': 'The captcha challenge has expired. Please complete the challenge again.',
  'error.sendOneTimeCode': 'Unable to send the code. Please try again later',
  'error.logoutOfSale': 'Unable to log out. Please refresh the page',
  'error.invalidEmail': 'Please type a valid email address',
  'error.invalidFullName': 'Please type both your first and last name(s)',
  'error.invalidPhone': 'Type a valid phone number',
  'error.setMarketingPreferences': 'Unable to set the marketing preferences. Please try again later',
  'error.donationAmountMissing': 'Choose an amount or click Skip donation',
  'error.saveDonation': 'Unable to save Donation. Please try again later',
  'error.saveDonationInline': 'There was a problem setting your donation amount. Please try again.',
  'error.updateDonation': 'Unable to update Donation. Please try again later',
  'error.updateDonationInline': 'There was a problem setting your gift aid status. Please try again.',
  'error.giftVoucherFromMissing': 'Who is the gift voucher from?',
  'error.giftVoucherToMissing': 'Who is the gift voucher for?',
  'error.setDeliveryAddress': 'Unable to set the delivery Address. Please try again later',
  'error.getCheckout': 'Unable to get Checkout data. Please try again later',
  'error.updateBasketState': 'Unable to update the Basket state. Please try again later',
  'error.editBasket': 'Unable to edit Basket. Please try again later',
  'error.getSquareCredentials': 'Unable to get Square credentials. Please try again later',
  'error.postcodeMissing': 'Type your postcode or zip code',
  'error.billingAddressIncomplete': 'Please complete your address',
  'error.billingAddressNotFound': 'We were unable to find your address. Please try a different address',
  'error.getTruelayerStatus': 'Unable to get Truelayer status. Please try again later',
  'error.payWithTruelayer': 'There was an error with taking you to Truelayer. Please try again.',
  'error.bankPaymentCancelled': 'You cancelled the payment in the bank portal.',
  'error.bankPaymentExpired':
    'Your payment was unsuccessful and the checkout time expired. If the tickets are still available, you can try to reserve them again',
  'error.getStripeToken': 'Unable to get Stripe token. Please try again later',
  'error.confirmCardPayment': 'There was an error with taking you to Stripe. Please try again.',
  'error.payWithSquare': 'Unable to pay. Please try again later',
  'error.payWithInstalment': 'There was an error with your payment. Please try again.',
  'error.claimFreeTickets': 'Unable to claim free tickets. Please try again later',
  'error.deliverToBitTicket': 'Unable to deliver to BitTicket. Please try again later',
  'error.deliverToWallet': 'Unable to deliver to Wallet. Please try again later',
  'error.deliveryFailed': 'Delivery failed. Please contact support',
  'error.deliveryFailedWithCode': 'Delivery failed. Please contact support Error code: 2961',
  'error.saveQuestionAnswers': 'Unable to save your answers. Please try again',
  'error.answerMissing': 'Please enter your answer',
  'error.transferNameMissing': 'Please enter a name',
  'error.transferEmailMissing': 'Please enter an email',
  'error.transferDateMissing': 'Please enter a date',
  'error.transferTimeMissing': 'Please enter a time',
  'error.setTransfers': 'Unable to send tickets. Please try again later',
  'error.sendCustomerFeedback': 'Unable to send feedback. Please try again',
  'error.subscribeToEvents': 'Unable to add to subscription. Please try again later',
  'success.codeApplied': 'Code applied',
  'success.linkCopied': 'Link copied',
  'success.ticketsTransferred': 'Your tickets have been transferred',
  'success.feedbackSent': 'Your feedback has been sent. Thanks!',
  'success.subscribedToEvents': 'You have been subscribed to important event updates',
  'info.determining': 'Determining checkout progress',
  'info.emptyBasket': 'Looking for something to put in your basket?',
  'info.captcha': "Please prove you're a human being completing the CAPTCHA challenge.",
  'info.reserving': 'Please wait, Reserving tickets',
  'info.claimingFreeTickets': 'Your free tickets are being claimed',
  'info.bankPleaseWait': 'PLEASE WAIT',
  'info.bankWaiting': 'Waiting for a response from your bank',
  'info.bankAwaitingConfirmation': 'Awaiting confirmation of payment',
  'info.bankTakingLonger': "It's taking longer than usual for confirmation of your payment.",
  'info.bankNotConfirmedYet':
    "We could not confirm if the payment was completed yet. We'll continue to wait, and deliver your tickets if payment is confirmed.",
  'info.organiserMessageIntro': 'You have a message from {organiser} for {event title} on {date} at {time}',
  'info.waiverShareText': 'Please sign the following waiver.',
  'info.shareText': 'I bought tickets with the product for {title} ({link})',
  'link.browseEvents': 'Browse events',
  'link.mailingList': 'Sign up for exclusive event news and discounts!',
  'link.editBasket': 'Edit basket',
  'link.editBasketExpress': 'Edit basket or add discount code',
  'link.whyIncompatibleBrowser': 'Why am I seeing this?',
  'link.signOut': 'Not you? Sign out',
  'link.changeEmailOrResendCode': 'Check or change email address, or re-send code',
  'link.skipDonation': 'Skip donation',
  'link.subscribeToUpdates': 'Subscribe to important updates',
  'link.watchLivestream': 'Watch livestream',
  'link.goToTicketWallet': 'Go to ticket wallet',
  'link.feedback': 'How did we do?',
  'link.transferTickets': 'Transfer tickets',
  'link.findPlaceToStay': 'Find a place to stay',
  'link.findPlaceToStayNearEvent': 'Find a place to stay near the {event title} event',
  'link.shareReward': 'Share & {short reward text}',
  'link.shareFriendsAndFamily': 'Share with friends & family',
  'link.back': 'Back',
}

/** The catalogue is beside the project only on the machines where it is developed. */
const CATALOGUE = new URL('../../../shared/spec/messages.json', import.meta.url)

const texts = Object.values(groups).flatMap((group) => Object.entries<string>(group))

describe('specified texts', () => {
  it.each(Object.entries(QUOTED))('%s is unchanged', (key, text) =>
    expect(texts.filter(([name]) => name === key)).toEqual([[key, text]]),
  )

  it.skipIf(!existsSync(CATALOGUE))('are all present (skipped where the catalogue is unavailable)', () =>
    expect(JSON.parse(readFileSync(CATALOGUE, 'utf8'))).toEqual(QUOTED),
  )
})

describe('every text', () => {
  it('is not empty and has no superfluous space', () => {
    for (const [key, text] of texts) expect(text, key).toMatch(/^\S(?:.*\S)?$/)
    for (const [key, text] of texts) expect(text, key).not.toMatch(/ {2}/)
  })

  it('has placeholders that fill() accepts, and no stray brace', () => {
    for (const [key, text] of texts) {
      expect(text.replace(/\{[a-zA-Z0-9 ]+\}|\{\w+(?:\|[^{}|]+){2}\}/g, ''), key).not.toMatch(/[{}]/)
      const facts = new Proxy({}, { get: (_, name) => `<${String(name)}>` })
      const filled = text.replace(/\{([^}|]+)\}/g, '<$1>').replace(/\{\w+\|[^|]+\|([^}]+)\}/g, '$1')
      expect(fill(text, facts as Values<string>), key).toBe(filled)
    }
  })

  // A page merges the common texts with one or two groups.
  it('in the common group is in no other', () => {
    for (const [name, group] of Object.entries(groups))
      if (name !== 'common')
        expect(
          Object.keys(group).filter((key) => Object.hasOwn(groups.common, key)),
          name,
        ).toEqual([])
  })
})

describe('fill', () => {
  it('replaces every placeholder, numbers included', () => {
    expect(fill(groups.checkout['button.pay'], { 'currency symbol': '£', 'basket total': '36.00' })).toBe('Pay £36.00')
    expect(fill(groups.checkout['warning.maxCanReserve'], { n: 4 })).toBe('You can only reserve 4 tickets of this type')
    expect(fill('{a} and {a}', { a: 1 })).toBe('1 and 1')
    expect(fill('plain', {})).toBe('plain')
  })

  it('inserts values unchanged: what looks like a placeholder or pattern stays', () => {
    expect(fill('Ref: {reference}', { reference: '{reference}' })).toBe('Ref: {reference}')
    expect(fill('{price} each', { price: '$&' })).toBe('$& each')
  })

  it('does not compile with a missing or unknown value', () => {
    // @ts-expect-error n is missing
    expect(fill(groups.checkout['warning.maxCanReserve'], {})).toContain('undefined')
    // @ts-expect-error m is no place of this text
    expect(fill(groups.checkout['warning.maxCanReserve'], { n: 1, m: 2 })).toContain('1')
    // @ts-expect-error the second place is missing
    expect(fill(groups.checkout['button.pay'], { 'currency symbol': '£' })).toContain('undefined')
  })
})

/** The domain names its sentences by key and cannot see the catalogue, so this checks that they exist. */
describe('message keys returned by rules', () => {
  type Checkout = keyof (typeof groups.common & typeof groups.checkout)
  type Completed = keyof (typeof groups.common & typeof groups.completed)

  it('are in the groups of the pages that show them', () => {
    const yesNo = [true, false]
    const checkout: (Checkout | null)[] = [
      ...Object.values(BLOCKS_RESERVING).map((block) => block.hint),
      ...yesNo.flatMap((claiming) =>
        yesNo.flatMap((paying) => yesNo.map((express) => paymentTitle({ claiming, paying, express }))),
      ),
      ...[0, 4, 7, 10, 61].map((retries) => bankWait(retries).message),
    ]
    for (const key of checkout)
      if (key) expect({ ...groups.common, ...groups.checkout }[key], key).toEqual(expect.any(String))

    const event = { title: 'Gala', url: '', reward: null }
    const reward = { ...event, reward: { text: '', shortText: 'get £5' } }
    const problems = rowProblems({ ...emptyRow(1), isGift: true, sendGift: 'Schedule' }, '2026-01-01')
    const message = shareMessage(event, 'link')
    const completed: (Completed | undefined)[] = [
      problems.name,
      problems.email,
      rowProblems({ ...emptyRow(1), email: 'bob' }, '2026-01-01').email,
      problems.deliveryDate,
      problems.deliveryTime,
      shareTile([event], 'link')?.key,
      shareTile([reward], 'link')?.key,
      message.key ?? undefined,
    ]
    for (const key of completed)
      expect({ ...groups.common, ...groups.completed }[key!], key).toEqual(expect.any(String))
  })

  it('match the values that come with them', () => {
    const tile = shareTile([{ title: '', url: '', reward: { text: '', shortText: 'get £5' } }], 'x')
    if (tile?.key !== 'link.shareReward') throw new Error('no reward')
    expect(fill(groups.completed[tile.key], tile.facts)).toBe('Share & get £5')
    const message = shareMessage({ title: 'Gala', url: 'https://a.example', reward: null }, 'x')
    if (message.key === null) throw new Error('no default text')
    expect(fill(groups.completed[message.key], message.facts)).toBe(
      'I bought tickets with the product for Gala (https://a.example)',
    )
  })
})
