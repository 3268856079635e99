import type { Decline } from './payments/cards.ts'

/** The vendor's objects on the wire. Only the fields that the sandbox reads are declared; the rest is passed on. */
interface Base {
  id: string
  object: string
  created: number
  [field: string]: unknown
}

interface Mode extends Base {
  livemode: false
}

export interface Address {
  city: string | null
  country: string | null
  line1: string | null
  line2: string | null
  postal_code: string | null
  state: string | null
}

export interface BillingDetails {
  address: Address
  email: string | null
  name: string | null
  phone: string | null
  tax_id: string | null
}

export interface PaymentMethod extends Mode {
  type: string
  customer: string | null
  billing_details: BillingDetails
  card: { brand: string; last4: string; exp_month: number; exp_year: number; [field: string]: unknown }
  metadata: Record<string, string>
}

export interface LastError {
  type: string
  code?: string
  decline_code?: string
  message: string
  [field: string]: unknown
}

export interface PaymentIntent extends Mode {
  amount: number
  amount_capturable: number
  amount_received: number
  application_fee_amount: number | null
  capture_method: string
  client_secret: string
  confirmation_method: string
  description: string | null
  currency: string
  customer: string | null
  last_payment_error: LastError | null
  latest_charge: string | null
  metadata: Record<string, string>
  next_action: Record<string, unknown> | null
  payment_method: string | null
  payment_method_types: string[]
  setup_future_usage: string | null
  automatic_payment_methods: { enabled: boolean; allow_redirects?: string } | null
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'requires_capture'
    | 'succeeded'
    | 'canceled'
}

export interface SetupIntent extends Mode {
  client_secret: string
  customer: string | null
  last_setup_error: LastError | null
  metadata: Record<string, string>
  next_action: Record<string, unknown> | null
  payment_method: string | null
  usage: string
  automatic_payment_methods: { enabled: boolean; allow_redirects?: string } | null
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'succeeded'
    | 'canceled'
}

export interface Charge extends Mode {
  amount: number
  amount_captured: number
  amount_refunded: number
  balance_transaction: string | null
  captured: boolean
  currency: string
  customer: string | null
  disputed: boolean
  description: string | null
  metadata: Record<string, string>
  paid: boolean
  payment_intent: string | null
  payment_method: string | null
  refunded: boolean
  status: 'succeeded' | 'pending' | 'failed'
}

export interface Refund extends Base {
  amount: number
  charge: string
  currency: string
  metadata: Record<string, string>
  payment_intent: string | null
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
}

export interface Customer extends Mode {
  email: string | null
  metadata: Record<string, string>
  invoice_settings: Record<string, unknown>
}

export interface Dispute extends Mode {
  amount: number
  charge: string
  payment_intent: string | null
  currency: string
  status: string
  evidence: Record<string, unknown>
  metadata: Record<string, string>
}

export interface Payout extends Mode {
  amount: number
  balance_transaction: string
  currency: string
  status: 'paid' | 'pending' | 'in_transit' | 'canceled' | 'failed'
}

export interface BalanceTransaction extends Base {
  amount: number
  available_on: number
  currency: string
  fee: number
  net: number
  source: string
  type: string
}

export interface ApplicationFee extends Mode {
  account: string
  amount: number
  amount_refunded: number
  charge: string
  refunded: boolean
}

export interface StripeEvent extends Mode {
  /** The connected account that the event belongs to. */
  account?: string
  api_version: string
  data: { object: unknown; previous_attributes?: Record<string, unknown> }
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

export const asLastError = (decline: Decline, more: Record<string, unknown>): LastError => ({
  type: 'card_error',
  ...decline,
  doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll('_', '-')}`,
  ...more,
})

/** The current or last action of a reader. */
export type ReaderAction = {
  type: 'process_payment_intent'
  status: 'in_progress' | 'succeeded' | 'failed'
  failure_code: string | null
  failure_message: string | null
  process_payment_intent: { payment_intent: string; process_config: Record<string, unknown> }
}

export interface Reader extends Mode {
  action: ReaderAction | null
  device_type: string
  label: string
  metadata: Record<string, string>
  serial_number: string
  status: 'online' | 'offline'
}
