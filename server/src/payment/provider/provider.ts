import type { Minor } from '@foyer/domain/money/money.ts'
import type { PaymentsTable } from '../../db/schema/types.generated.ts'

/** Taken without a vendor: nothing to pay, or money that staff take at the counter. */
export const BY_HAND = ['free', 'cash', 'other'] as const
export type ByHand = (typeof BY_HAND)[number]

/** Every provider of a payment, from the database's own list. */
export type ProviderName = Exclude<PaymentsTable['provider'], ByHand>

export const isByHand = (provider: PaymentsTable['provider']): provider is ByHand =>
  BY_HAND.some((name) => name === provider)

/** What a provider reports about a payment now. Nothing else is trusted. */
export type ProviderPayment = {
  providerPaymentId: string
  /** `open` can still be paid, `processing` is at a bank, and the last three are final except for refunds. */
  status: 'open' | 'processing' | 'paid' | 'failed' | 'cancelled'
  amountMinor: Minor
  currency: string
  /** The sale reference that the provider stored with the payment. */
  saleReference: string | null
  failure: { code: string; text: string } | null
  /** The card that paid, by which buyers ask for their order. */
  card?: PaidCard
  /** What 3-D Secure said about who paid, if it was asked: banks accept it as evidence in a dispute. */
  cardholder?: Cardholder
}

/** The cardholder confirmed it to their bank, the bank knew them without asking, or the bank takes no part. */
export type Cardholder = 'confirmed' | 'recognised' | 'attempted'

/** A card's brand and last four digits. */
export type PaidCard = { brand: string; last4: string }

export type ProviderRefund = {
  providerRefundId: string
  status: 'pending' | 'succeeded' | 'failed'
  failureText: string | null
}

/** A refund as the provider lists it. `reference` is what the shop sent, or null when the refund was made elsewhere. */
export type ListedRefund = ProviderRefund & { amountMinor: Minor; reference: string | null }

/** A payment in a provider's own books, to compare with ours. */
export type ListedPayment = ProviderPayment & { refundedMinor: Minor; createdAt: Date }

/** A part of a payout. `amountMinor` is before the vendor's fee, and negative where money went back. */
export type PayoutLine = {
  id: string
  kind: 'payment' | 'refund' | 'dispute' | 'fee' | 'other'
  providerPaymentId: string | null
  providerRefundId: string | null
  amountMinor: Minor
  feeMinor: Minor
  at: Date
}

/** Money that a vendor sent to a bank account. Its lines are complete once it is on its way. */
export type ListedPayout = {
  id: string
  status: 'on_the_way' | 'paid' | 'failed'
  amountMinor: Minor
  currency: string
  arrivesAt: Date
  createdAt: Date
  lines(): Promise<PayoutLine[]>
}

/** The shop's data about a call whose response was lost. */
export type LostCall = { idempotencyKey: string; saleReference: string; since: Date }

/** The card data that may be kept, as the vendor reports it: enough to recognise a card, but not to pay with it elsewhere. */
export type CardFacts = {
  provider_method_id: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  funding: string
}

/** A payment with a card that is saved for later charges without the buyer. */
export type CardCharge = {
  amountMinor: Minor
  currency: string
  saleReference: string
  customerId: string
  methodId: string
  idempotencyKey: string
  /** The first payment, which saves the card with the buyer's consent. */
  keepsCard: boolean
  /** The operator's part of a payment to an organiser's account. */
  platformFeeMinor?: Minor
}

/** The result of a charge: the payment's state, and where to send the buyer if the bank requires it. */
export type Confirmed = { reported: ProviderPayment; redirectUrl: string | null }

/** A vendor that saves cards and charges them later, for payment plans and saved cards. */
export interface CardsOnFile {
  readonly publishableKey: string
  readonly scriptUrl: string
  /** The connected account, for the vendor's script in the browser; null for the installation's own. */
  readonly account: string | null
  /** Where the vendor returns a buyer after the bank's challenge, without the shop's origin. */
  readonly returnPath: string
  /** The vendor's record of a customer. The same user always gets the same record. */
  createCustomer(user: { id: number; email: string; name: string; installation: string }): Promise<string>
  /** Null if the id isn't a card's or the card belongs to another customer. */
  readCard(methodId: string, customerId: string | null): Promise<CardFacts | null>
  /** Creates a payment without charging, so that its id is known before money can move. */
  createCharge(charge: CardCharge): Promise<string>
  /**
   * Charges it. With the buyer present (`returnUrl`) the bank may require a challenge; without, a bank that would require one
   * declines. A decline is a result, not an error.
   */
  confirmCharge(
    providerPaymentId: string,
    how: { idempotencyKey: string; methodId: string } & ({ returnUrl: string } | { offSession: true }),
  ): Promise<Confirmed>
  /** Prepares saving a card in the account settings, without a payment. */
  createSetup(customerId: string): Promise<{ id: string; clientSecret: string }>
  /** The card that a setup saved for this customer. Null while it has not succeeded, and for another customer's card. */
  readSetup(setupId: string, customerId: string): Promise<CardFacts | null>
  /** Deletes a saved card at the vendor. Safe to repeat. */
  forgetCard(methodId: string): Promise<void>
}

/** What a card reader does now: which payment waits for a card at it, and why the last card was not taken. */
export type ReaderState = { name: string; isOnline: boolean; waitingFor: string | null; failure: string | null }

/** A vendor whose card readers are driven from here. The payment itself is read, cancelled and refunded as any other. */
export interface CardReaders {
  /** Creates a payment that a reader takes, without charging, so that its id is known before money can move. */
  createPayment(
    ask: Pick<CardCharge, 'amountMinor' | 'currency' | 'saleReference' | 'idempotencyKey' | 'platformFeeMinor'>,
  ): Promise<string>
  /** Lets the reader wait for a card. Repeating it changes nothing. `busy`: it waits for another payment. */
  start(readerId: string, providerPaymentId: string): Promise<'started' | 'busy' | 'offline' | 'ended'>
  /** The reader stops waiting. Safe to repeat. */
  stop(readerId: string): Promise<void>
  /** Null if the id isn't a reader's of this account. */
  read(readerId: string): Promise<ReaderState | null>
}

/**
 * What the shop needs from any payment provider. How a payment starts differs between vendors and is in the vendor's folder;
 * how it ends is the same for all. Every method throws ProviderDown when the vendor cannot be reached or has an internal error.
 * Calling again with the same key is safe.
 */
export interface PaymentProvider {
  readonly name: ProviderName
  /**
   * How long a payment at a bank or the vendor keeps its hold past the end, counted from when it went there. The result nearly
   * always comes within seconds. After this time the tickets go back on sale; money that still arrives is fulfilled if they
   * are available and refunded if not.
   */
  readonly keepsHoldMs: number
  /** Whose scripts and frames a payment page allows. */
  readonly pageSources: readonly PageSource[]
  /** The vendor's script for card forms. */
  readonly cardScriptUrl?: string
  /** A charge needs the cardholder's full address; otherwise a postcode is enough. */
  readonly needsWholeAddress?: boolean
  /** Whether bank transfers are available in this currency. Absent for card vendors. */
  takesBankTransfers?(currency: string): boolean
  readonly cardsOnFile?: CardsOnFile
  readonly cardReaders?: CardReaders
  readonly onboarding?: Onboarding
  read(providerPaymentId: string): Promise<ProviderPayment>
  /** Stops a payment that must no longer be paid. It can lose the race, so trust the returned state. */
  cancel(providerPaymentId: string): Promise<ProviderPayment>
  /** `reference` is stored with the refund and comes back in `listRefunds`. */
  refund(ask: {
    providerPaymentId: string
    amountMinor: Minor
    currency: string
    idempotencyKey: string
    reference: string
    /** Also returns the operator's fee to the organiser, because nothing was sold. */
    returnsPlatformFee?: boolean
  }): Promise<ProviderRefund>
  /** Every refund of a payment, from any source. Read it before you send a refund again, because keys expire. */
  listRefunds(providerPaymentId: string): Promise<ListedRefund[]>
  /** The state of an earlier refund. */
  readRefund(providerRefundId: string, providerPaymentId: string): Promise<ProviderRefund>
  /**
   * Only for providers whose first call may capture at once: the result of a call whose response was lost. Null: nothing,
   * and anything still in progress has been cancelled.
   */
  resolveLost?(call: LostCall): Promise<ProviderPayment | null>
  /** Whether the account behind these credentials exists and takes payments. Absent for a provider that no organiser has an account at. */
  check?(): Promise<AccountCheck>
  /** Every payment made since then, oldest or newest first. Absent where the vendor has no such list. */
  list?(since: Date): AsyncIterable<ListedPayment>
  /** Payouts of this account made since then. Absent if the vendor doesn't report payouts. */
  payouts?(since: Date): AsyncIterable<ListedPayout>
}

/** How far an account is that its owner sets up at the vendor. `restricted`: the vendor wants what the owner can't give there. */
export type OnboardingState = 'unfinished' | 'checking' | 'ready' | 'restricted'

/** A vendor at which the installation makes accounts, which their owners finish there. All throw ProviderDown. */
export interface Onboarding {
  /** Makes an account and returns what the vendor calls it. The same key again returns the same one. `country` is an ISO code. */
  create(owner: { name: string; email: string; country: string | null }, idempotencyKey: string): Promise<string>
  /** An address at which its owner goes on. It opens once, within minutes, and leads to `returnUrl`, whether finished or not. */
  link(externalId: string, returnUrl: string): Promise<string>
  state(externalId: string): Promise<OnboardingState>
}

/** An origin, or the origins of a host's subdomains, in the notation of a content security policy, and what a payment page needs it for. */
export type PageSource = { readonly source: string; readonly reason: string }

export type Providers = Partial<Record<ProviderName, PaymentProvider>>

/** What a vendor says of an account: its name there, or that the credentials are wrong, or that it takes no payments yet. */
export type AccountCheck = { ready: true; name: string } | { ready: false; why: 'refused' | 'not_ready' }

/** An organiser's own account at a vendor, with what it takes to use it. */
export type OwnAccount = {
  id: number
  /** What the vendor calls it. */
  externalId: string
  /** What the organiser entered. Null for a connected account, which has no secret of its own. */
  credentials: Readonly<Record<string, string>> | null
}

/** What pages and rules need to know about a provider, in any account. */
export type ProviderTraits = Pick<
  PaymentProvider,
  'keepsHoldMs' | 'pageSources' | 'cardScriptUrl' | 'needsWholeAddress'
>

/** A vendor at which organisers may have accounts of their own. */
export type AccountConnector = ProviderTraits & { connect(account: OwnAccount): PaymentProvider }

export type AccountConnectors = Partial<Record<ProviderName, AccountConnector>>

/** The installation may have no account at a vendor where its organisers have one. */
export const traitsOf = (
  { providers, connectors }: { providers: Providers; connectors: AccountConnectors },
  name: ProviderName,
): ProviderTraits | undefined => providers[name] ?? connectors[name]

export class ProviderDown extends Error {
  readonly provider: ProviderName
  /**
   * The vendor responded with an internal error. The call is over, done or not, and a vendor that saves responses would return
   * this one again under the same key.
   */
  readonly answered: boolean

  constructor(provider: ProviderName, cause: unknown, { answered = false } = {}) {
    super(`${provider} did not answer${cause instanceof Error ? `: ${cause.message.slice(0, 200)}` : ''}`, { cause })
    this.provider = provider
    this.answered = answered
  }
}

/** Whether a retry needs a new key. */
export const isSavedFault = (error: unknown): boolean => error instanceof ProviderDown && error.answered
