/**
 * Every limit that a buyer or an operator can reach. The name of a duration includes its unit; amounts are in minor units
 * unless a comment says otherwise.
 */
export const LIMITS = {
  /** Length of a hold, unless the operator sets another. */
  holdSeconds: 900,
  /** How often a hold can be extended, and its maximum total length as a multiple of the original. */
  holdExtensions: 2,
  holdExtensionsCap: 2,

  quantityDebounceMs: 2000,
  reserveDelayMs: 300,
  countdownTickMs: 1000,
  copiedNoticeMs: 2000,
  /** The maximum number of tickets of one type in a basket when the organiser sets none. */
  maxTicketsPerLine: 100,
  maxLinesPerBasket: 50,
  maxCodesPerBasket: 10,
  /** Answers to questions in one request: as many as the form parser reads. */
  maxAnswers: 1000,

  /** A refund leaves a gift voucher that it goes back to valid for at least as long. */
  returnedVoucherDays: 90,
  oneTimeCodeDigits: 6,
  oneTimeCodeSeconds: 15 * 60,
  oneTimeCodeTries: 5,
  oneTimeCodeResendSeconds: 30,
  /**
   * Codes in an hour for one address: to one browser, to one network, and to all together. `newNetworks` more are kept for
   * networks that have had none. Beyond these numbers, long codes are emailed (decision 036).
   */
  oneTimeCodesPerHour: { browser: 5, network: 8, address: 8, newNetworks: 8 },
  /** Too long to guess, so a long code works in every browser that requests a code. */
  longCodeDigits: 12,
  longCodeEverySeconds: 10 * 60,

  /**
   * More reserves than this in the window require a captcha, per session and per network address. Many buyers can share one
   * address, so an address has the higher limit.
   */
  reservesBeforeCaptcha: 5,
  reservesPerAddressBeforeCaptcha: 300,
  reservesWindowSeconds: 600,

  /**
   * Places of one date that a network, and a person with a confirmed address, may reserve before a captcha is required: this
   * share of the date in percent, and at least this number. Beyond it, so many places cost a captcha. The price doubles with
   * each further share up to a most, which is what two places can cost on a slow phone: half a minute (decision 086).
   */
  percentBeforeCaptcha: 5,
  placesBeforeCaptcha: 10,
  placesPerCaptcha: 10,
  mostCaptchasPerTenPlaces: 128,
  /** The free share of a /48 of IPv6, in shares of a network. */
  sharesOfWiderNetwork: 4,

  /** Baskets that one network may begin. A stadium's on-sale behind one address stays below them. */
  newBasketsPerAddress: [
    { seconds: 600, max: 3000 },
    { seconds: 86_400, max: 10_000 },
  ],

  /**
   * Card payments that may fail in the window before cards pause, so that the shop can't be used to test stolen cards. Many
   * buyers can share one network address.
   */
  cardFailuresPerSale: 10,
  cardFailuresPerSession: 10,
  cardFailuresPerAddress: 60,
  cardFailuresWindowSeconds: 3600,

  /**
   * How long the shop waits for what a client sends. A body may pause for some seconds and must otherwise arrive at the least
   * rate, which the worst mobile network exceeds. Other servers (IIS, Kestrel) have the same rate.
   */
  requestHeadSeconds: 30,
  requestBodyPauseSeconds: 30,
  requestBodyBytesPerSecond: 240,
  /** Bodies that may be arriving from one network at the same moment. Nearly all arrive with their request. */
  unfinishedBodiesPerAddress: 200,
  /** Longer than load balancers keep an idle connection (60 seconds), so that they never send a request to a closing one. */
  idleConnectionSeconds: 72,
  /** How long a client may take nothing of a reply, or a reply take to prepare. */
  silentConnectionSeconds: 120,

  /** In major units: one unit of the currency. */
  minDonation: 1,
  /** In major units of each currency. */
  maxDonation: { GBP: 10_000, EUR: 10_000, USD: 10_000, JPY: 1_500_000 },
  /** The most a buyer may choose to pay for one ticket, in major units of each currency. */
  maxChosenPrice: { GBP: 10_000, EUR: 10_000, USD: 10_000, JPY: 1_500_000 },
  /** In hundredths. */
  giftAidPercent: 125,
  /** In pence: Gift Aid is a scheme for donations in pounds. */
  giftAidAddressFromMinor: 20_00,

  /** The maximum size of an uploaded picture: larger than phones' photos, and far below what would exhaust the memory. */
  pictureBytes: 12 * 1024 * 1024,
  picturePixels: 64_000_000,
  /** A picture narrower or lower than this is too small to show. */
  pictureSmallestSide: 48,
  /** The longest side of the largest file stored for a picture. */
  pictureLongestSide: 1600,

  /** How long before the sale a waiting room opens, and how long its pass lasts. */
  queueOpensMinutes: 30,
  queuePassSeconds: 10 * 60,

  addressLookupMinChars: 3,
  addressLookupDebounceMs: 300,

  /** In pence: a sale in pounds with this total or more cannot be paid by card. */
  cardLimitMinor: 2000_00,
  stripeScriptPollMs: 1000,
  squareScriptPollMs: 10,
  scriptGiveUpMs: 20_000,

  bankFirstPollMs: 2000,
  bankPollMs: 1500,
  bankGiveUpAfterRetries: 60,
  /** Afterwards the page asks ever more slowly, from the first of these to the second. */
  bankSlowPollMs: 5000,
  bankSlowestPollMs: 60_000,
  /** How long a bank payment stays open before it expires. */
  bankPaymentSeconds: 15 * 60,

  deliveryStartMs: 1000,
  deliveryAdvanceMs: 3000,

  notification: { durationMs: 3000, speedMs: 300, widthPx: 300 },
  mobileMaxWidthPx: 768,
  codeBoxExtraPaddingPx: 70,

  /** The maximum length of each kind of text, in characters. */
  text: {
    name: 120,
    email: 254,
    phone: 40,
    address: 200,
    message: 4000,
    answer: 1000,
    code: 64,
    search: 100,
    codePrefix: 20,
    title: 300,
    shopName: 60,
    accent: 40,
  },
} as const
