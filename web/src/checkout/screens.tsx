import type { Step } from '@foyer/domain/checkout/steps.ts'
import { type ComponentType, lazy } from 'react'

type Load = () => Promise<{ Screen: ComponentType }>

/** Each step's screen is a separate chunk: add a new step's file here. */
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

/** The key of a step's screen in the manifest of the browser build; null for a step without a screen. */
export function screenSource(step: Step): string | null {
  if (!SCREENS[step]) return null
  const stem = step.replace(/^(ticket_questions)_(before|after)$/, '$1').replaceAll('_', '-')
  return `src/checkout/steps/${stem}/${stem}.tsx`
}

const loaded = new Map<Step, ComponentType>()
const overrides = new Map<Step, ComponentType>()

async function load(step: Step): Promise<{ default: ComponentType }> {
  try {
    const { Screen } = await SCREENS[step]!()
    loaded.set(step, Screen)
    return { default: Screen }
  } catch (error) {
    // The next request tries again.
    overrides.delete(step)
    throw error
  }
}

/**
 * The screen of a step. A loaded screen is returned as it is, so that the server can render it synchronously; otherwise a lazy
 * component waits for its chunk. The same component is returned on every call: React would treat another one as a new screen
 * and discard what was typed. Null for a step without a screen.
 */
export function screenOf(step: Step): ComponentType | null {
  if (!SCREENS[step]) return null
  const screen = overrides.get(step) ?? loaded.get(step) ?? lazy(() => load(step))
  overrides.set(step, screen)
  return screen
}

/** Preloads the chunk of a likely next step. A failure is reported only when the step is opened. */
export const preloadScreen = (step: Step): void => {
  if (SCREENS[step] && !loaded.has(step)) load(step).catch(() => {})
}

/** Loads all screens: the server renders the current step of any sale synchronously. */
export const loadScreens = (): Promise<unknown> => Promise.all(Object.keys(SCREENS).map((step) => load(step as Step)))
