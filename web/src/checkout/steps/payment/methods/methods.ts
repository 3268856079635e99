import { checkout as t } from '@foyer/contract/messages.ts'
import { cardProvider, type MethodFacts, type PaymentMethod } from '@foyer/domain/payment/methods.ts'
import { type ComponentType, lazy } from 'react'
import type { Payment } from '../payment-state.ts'

type Form = ComponentType<{ payment: Payment }>
/** The key of a form: a method, or a card with its provider. */
type FormName = 'bank' | 'plan' | 'card_stripe' | 'card_square'

/** Each method's form is a separate chunk: add a new method's file here. */
const FORMS: Record<FormName, Form> = {
  bank: lazy(() => import('./bank.tsx')),
  plan: lazy(() => import('./plan.tsx')),
  card_stripe: lazy(() => import('./card.tsx')),
  card_square: lazy(() => import('./square-form.tsx')),
}

export const METHOD_LABELS: Record<PaymentMethod, string> = {
  bank: t['label.instantBankTransfer'],
  card: t['label.creditOrDebitCard'],
  plan: t['label.setUpPaymentPlan'],
}

/** The form of a method for this sale. */
export const formOf = (method: PaymentMethod, sale: Pick<MethodFacts, 'ownProvider'>): Form =>
  FORMS[method === 'card' ? (`card_${cardProvider(sale)}` as const) : method]
