import { DAY_MS } from '../format/calendar-days.ts'

/** What a complaint is about: an order, or what is done with somebody's data. */
export const COMPLAINT_KINDS = ['order', 'data'] as const
export type ComplaintKind = (typeof COMPLAINT_KINDS)[number]

/** What an answer says of a complaint. */
export const COMPLAINT_OUTCOMES = ['upheld', 'partly', 'rejected'] as const
export type ComplaintOutcome = (typeof COMPLAINT_OUTCOMES)[number]

/** The most characters of an answer. */
export const MAX_COMPLAINT_ANSWER = 5000

/** A complaint about data has to be acknowledged within 30 days and answered without undue delay (Data Protection Act 2018, s. 164A). */
const ANSWER_DAYS = 30

/** Until when a complaint should be answered. */
export const answerDueAt = (receivedAt: Date): Date => new Date(receivedAt.getTime() + ANSWER_DAYS * DAY_MS)

/** Whole days left to answer; negative when it is overdue. */
export const daysToAnswerComplaint = (receivedAt: Date, now: Date): number =>
  Math.ceil((answerDueAt(receivedAt).getTime() - now.getTime()) / DAY_MS)

/** Data protection authorities with their websites, by how organisers write their country. */
const AUTHORITIES: readonly (readonly [country: RegExp, authority: string])[] = [
  [
    /^(the )?(united kingdom|uk|great britain|england|scotland|wales|northern ireland)$/i,
    'Information Commissioner’s Office, ico.org.uk',
  ],
  [/^(republic of )?ireland$/i, 'Data Protection Commission, dataprotection.ie'],
  [/^france$/i, 'CNIL, cnil.fr'],
]

/** The data protection authority of a trader’s country; null if it isn’t known. */
export const authorityOf = (country: string): string | null =>
  AUTHORITIES.find(([name]) => name.test(country.trim()))?.[1] ?? null
