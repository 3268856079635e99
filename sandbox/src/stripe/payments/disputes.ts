import { record } from '../accounts/balance.ts'
import type { Call } from '../api.ts'
import { refused } from '../errors.ts'
import { type Cause, emit, NO_CAUSE } from '../events.ts'
import type { Charge, Dispute } from '../objects.ts'
import { flag, metadata, object } from '../params.ts'
import { find, type StripeStore, update } from '../store.ts'

const FEE = 2000
const DAYS_TO_ANSWER = 9

/** The buyer's bank takes the money back, or this part of it, and asks the shop for evidence. */
export function openDispute(
  store: StripeStore,
  charge: Charge,
  reason: string,
  { cause = NO_CAUSE, amount = charge.amount }: { cause?: Cause; amount?: number } = {},
): Dispute {
  if (charge.disputed) throw refused(`Charge ${charge.id} has been disputed already.`, { code: 'charge_disputed' })
  const id = store.id('dp')
  const withdrawn = record(store, 'adjustment', id, -amount, charge.currency)
  const dispute = store.disputes.put(id, {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [{ ...withdrawn, fee: FEE, net: withdrawn.net - FEE }],
    charge: charge.id,
    created: store.seconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: store.seconds() + DAYS_TO_ANSWER * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: { brand: 'visa', case_type: 'chargeback', network_reason_code: '10.4' },
    },
    reason,
    status: 'needs_response',
  })
  update(store.charges, charge, { disputed: true })
  emit(store, 'charge.dispute.created', dispute, cause)
  emit(store, 'charge.dispute.funds_withdrawn', dispute, cause)
  return dispute
}

const OPEN = ['needs_response', 'warning_needs_response', 'under_review']

export function closeDispute(store: StripeStore, dispute: Dispute, status: 'won' | 'lost', cause: Cause): Dispute {
  if (!OPEN.includes(dispute.status)) throw refused('This dispute is already closed.')
  const closed = update(store.disputes, dispute, { status })
  emit(store, 'charge.dispute.closed', closed, cause, { status: dispute.status })
  if (status === 'won') {
    record(store, 'adjustment', dispute.id, dispute.amount, dispute.currency)
    emit(store, 'charge.dispute.funds_reinstated', closed, cause)
  }
  return closed
}

/** The published test evidence decides: `winning_evidence` or `losing_evidence`. */
export function answerDispute(store: StripeStore, call: Call) {
  const dispute = find(store.disputes, 'dispute', call.id, 'id')
  const evidence = { ...dispute.evidence, ...(object(call.params, 'evidence') ?? {}) }
  const submitted = flag(call.params, 'submit') ?? true
  const noted = update(store.disputes, dispute, {
    evidence,
    metadata: metadata(call.params, dispute.metadata),
    status: submitted && evidence.uncategorized_text ? 'under_review' : dispute.status,
  })
  emit(store, 'charge.dispute.updated', noted, call.cause)
  const verdicts: Record<string, 'won' | 'lost'> = { winning_evidence: 'won', losing_evidence: 'lost' }
  const verdict = verdicts[String(evidence.uncategorized_text)]
  return submitted && verdict ? closeDispute(store, noted, verdict, call.cause) : noted
}
