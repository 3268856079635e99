import type { Step } from '@foyer/domain/checkout/steps.ts'
import { type ComponentType, lazy } from 'react'

type Load = () => Promise<{ Screen: ComponentType }>

/** Each step's screen in a chunk of its own (NAV-01): one file per step, added here. */
const SCREENS: Partial<Record<Step, Load>> = {
  basket: () => import('./steps/basket/basket.tsx'),
  reserve: () => import('./steps/reserve/reserve.tsx'),
  captcha: () => import('./steps/captcha/captcha.tsx'),
  donation: () => import('./steps/donation/donation.tsx'),
  gift_aid: () => import('./steps/gift-aid/gift-aid.tsx'),
  login: () => import('./steps/login/login.tsx'),
  marketing_preferences: () => import('./steps/marketing-preferences/marketing-preferences.tsx'),
  delivery_address: () => import('./steps/delivery-address/delivery-address.tsx'),
  ticket_questions_before: () => import('./steps/ticket-questions/ticket-questions.tsx'),
  payment: () => import('./steps/payment/payment.tsx'),
  awaiting_truelayer: () => import('./steps/awaiting-truelayer/awaiting-truelayer.tsx'),
  deliver_tickets: () => import('./steps/deliver-tickets/deliver-tickets.tsx'),
  ticket_questions_after: () => import('./steps/ticket-questions/ticket-questions.tsx'),
  waiver: () => import('./steps/waiver/waiver.tsx'),
  after_sale_messages: () => import('./steps/after-sale-messages/after-sale-messages.tsx'),
  order_completed: () => import('./steps/order-completed/order-completed.tsx'),
}

const loaded = new Map<Step, ComponentType>()
const lazies = new Map<Step, ComponentType>()

async function load(step: Step): Promise<{ default: ComponentType }> {
  const { Screen } = await SCREENS[step]!()
  loaded.set(step, Screen)
  return { default: Screen }
}

/**
 * The screen of a step: itself once it is here, so that the server can draw it in one go; until then one that waits for its
 * chunk. Null for a step this page has no screen for.
 */
export function screenOf(step: Step): ComponentType | null {
  if (!SCREENS[step]) return null
  const ready = loaded.get(step)
  if (ready) return ready
  if (!lazies.has(step))
    lazies.set(
      step,
      lazy(() => load(step)),
    )
  return lazies.get(step)!
}

/** Fetches the chunk of a step that is likely next; a failure shows only when it is needed. */
export const preloadScreen = (step: Step): void => {
  if (SCREENS[step] && !loaded.has(step)) load(step).catch(() => {})
}

/** All screens at once: the server draws whichever step a sale is in, and cannot wait while it does. */
export const loadScreens = (): Promise<unknown> => Promise.all(Object.keys(SCREENS).map((step) => load(step as Step)))
