import { expect, it } from 'vitest'
import { LIMITS } from './limits.ts'

/** The constants of the documents ("Business constants and limits", A9 and B9), as the documents write them. */
it.each([
  ['quantity update debounce', LIMITS.quantityDebounceMs, 2000],
  ['reserve button delay', LIMITS.reserveDelayMs, 300],
  ['countdown tick', LIMITS.countdownTickMs, 1000],
  ['link-copied notice', LIMITS.copiedNoticeMs, 2000],
  ['one-time code digits', LIMITS.oneTimeCodeDigits, 6],
  ['one-time code validity', LIMITS.oneTimeCodeSeconds, 900],
  ['minimum donation', LIMITS.minDonation, 1],
  ['Gift Aid multiplier', LIMITS.giftAidPercent / 100, 1.25],
  ['Gift Aid address from', LIMITS.giftAidAddressFromMinor, 2000],
  ['address lookup minimum', LIMITS.addressLookupMinChars, 3],
  ['card limit', LIMITS.cardLimitMinor, 200_000],
  ['card script poll', LIMITS.stripeScriptPollMs, 1000],
  ['Square script poll', LIMITS.squareScriptPollMs, 10],
  ['first bank poll', LIMITS.bankFirstPollMs, 2000],
  ['later bank polls', LIMITS.bankPollMs, 1500],
  ['bank retries', LIMITS.bankGiveUpAfterRetries, 60],
  ['delivery start', LIMITS.deliveryStartMs, 1000],
  ['delivery advance', LIMITS.deliveryAdvanceMs, 3000],
  ['mobile width', LIMITS.mobileMaxWidthPx, 768],
  ['code box padding', LIMITS.codeBoxExtraPaddingPx, 70],
])('matches the specified %s', (_, is, documented) => expect(is).toBe(documented))

it('matches the specified notification settings', () =>
  expect(LIMITS.notification).toEqual({ durationMs: 3000, speedMs: 300, widthPx: 300 }))
