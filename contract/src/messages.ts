import { inLanguage } from './in-language.ts'
import * as en from './messages.en.ts'
import * as fr from './messages.fr.ts'

/** Every sentence of the shop, in the reader's language. The build inserts them into the browser's scripts. */
export const common = inLanguage(en.common, { fr: fr.common })
export const privacy = inLanguage(en.privacy, { fr: fr.privacy })
export const prices = inLanguage(en.prices, { fr: fr.prices })
export const shop = inLanguage(en.shop, { fr: fr.shop })
export const checkout = inLanguage(en.checkout, { fr: fr.checkout })
export const completed = inLanguage(en.completed, { fr: fr.completed })
export const waiver = inLanguage(en.waiver, { fr: fr.waiver })
export const signIn = inLanguage(en.signIn, { fr: fr.signIn })
export const account = inLanguage(en.account, { fr: fr.account })
export const eventFeedback = inLanguage(en.eventFeedback, { fr: fr.eventFeedback })
export const claiming = inLanguage(en.claiming, { fr: fr.claiming })
export const yourTickets = inLanguage(en.yourTickets, { fr: fr.yourTickets })
export const ticketChange = inLanguage(en.ticketChange, { fr: fr.ticketChange })
export const paymentPage = inLanguage(en.paymentPage, { fr: fr.paymentPage })
export const moved = inLanguage(en.moved, { fr: fr.moved })
export const queue = inLanguage(en.queue, { fr: fr.queue })
export const waitingList = inLanguage(en.waitingList, { fr: fr.waitingList })
export const ordinals = inLanguage(en.ordinals, { fr: fr.ordinals })
export const door = inLanguage(en.door, { fr: fr.door })
export const mails = inLanguage(en.mails, { fr: fr.mails })
export const payments = inLanguage(en.payments, { fr: fr.payments })
export const timeline = inLanguage(en.timeline, { fr: fr.timeline })
export const seatWords = inLanguage(en.seatWords, { fr: fr.seatWords })
export const refusals = inLanguage(en.refusals, { fr: fr.refusals })
