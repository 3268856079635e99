/**
 * Every number a buyer or an operator can run into, once. Durations say their unit; money is in minor units (pence).
 * The row of the ledger each comes from stands beside it.
 */
export const LIMITS = {
  /** Length of a reservation, when the operator sets no other (OPEN-28). */
  holdSeconds: 900,
  /** A hold may be prolonged this often, and never beyond this many times its first length. */
  holdExtensions: 2,
  holdExtensionsCap: 2,

  /** BSK-42 */ quantityDebounceMs: 2000,
  /** BSK-47 */ reserveDelayMs: 300,
  /** CLK-03 */ countdownTickMs: 1000,
  /** RSV-07, DONE-25 */ copiedNoticeMs: 2000,
  /** Most tickets of one type a basket takes when the organiser sets no maximum. */
  maxTicketsPerLine: 100,
  maxLinesPerBasket: 50,
  maxVouchersPerLine: 20,
  maxCodesPerBasket: 10,

  /** ACC-18 */ oneTimeCodeDigits: 6,
  /** ACC-21 */ oneTimeCodeSeconds: 15 * 60,
  /** OPEN-56 */ oneTimeCodeTries: 5,
  oneTimeCodeResendSeconds: 30,
  oneTimeCodesPerHour: 5,

  /**
   * OPEN-26: a reserve beyond this many in the window asks for a captcha, per session and per network address. A whole hall
   * may sit behind one address, so an address is given more.
   */
  reservesBeforeCaptcha: 5,
  reservesPerAddressBeforeCaptcha: 300,
  reservesWindowSeconds: 600,

  /** DON-07, one unit of the currency */ minDonationMinor: 100,
  maxDonationMinor: 10_000_00,
  /** GFT-03, in hundredths */ giftAidPercent: 125,
  /** GFT-07 */ giftAidAddressFromMinor: 20_00,

  /** ADR-07 */ addressLookupMinChars: 3,
  /** OPEN-65 */ addressLookupDebounceMs: 300,

  /** PAY-10: a GBP total from here up is too much for the card method. */
  cardLimitMinor: 2000_00,
  /** CRD-03 */ stripeScriptPollMs: 1000,
  /** SQR-05 */ squareScriptPollMs: 10,
  scriptGiveUpMs: 20_000,

  /** BNK-11 */ bankFirstPollMs: 2000,
  /** BNK-12 */ bankPollMs: 1500,
  /** BNK-17 */ bankGiveUpAfterRetries: 60,
  /** How long a bank may keep a payment open before it says expired. */
  bankPaymentSeconds: 15 * 60,

  /** DLV-02 */ deliveryStartMs: 1000,
  /** DLV-05 */ deliveryAdvanceMs: 3000,

  /** UI-08 */ notification: { durationMs: 3000, speedMs: 300, widthPx: 300 },
  /** OPEN-47, BSK-50 */ mobileMaxWidthPx: 768,
  /** BSK-50 */ codeBoxExtraPaddingPx: 70,

  /** Longest texts the shop takes. */
  text: { name: 120, email: 254, phone: 40, address: 200, message: 4000, answer: 1000, code: 64, search: 100 },
} as const
