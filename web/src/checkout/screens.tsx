import type { Step } from '@foyer/domain/checkout/steps.ts'
import { type ComponentType, lazy } from 'react'

type Load = () => Promise<{ Screen: ComponentType }>

/** Each step's screen in a chunk of its own: one file per step, added here. */
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

/** Where the screen of a step stands in the browser build's manifest; null for a step without one. */
export function screenSource(step: Step): string | null {
  if (!SCREENS[step]) return null
  const stem = step.replace(/^(ticket_questions)_(before|after)$/, '$1').replaceAll('_', '-')
  return `src/checkout/steps/${stem}/${stem}.tsx`
}

const loaded = new Map<Step, ComponentType>()
const given = new Map<Step, ComponentType>()

async function load(step: Step): Promise<{ default: ComponentType }> {
  try {
    const { Screen } = await SCREENS[step]!()
    loaded.set(step, Screen)
    return { default: Screen }
  } catch (error) {
    // The next who ask for it try again.
    given.delete(step)
    throw error
  }
}

/**
 * The screen of a step: itself when it is here already, so that the server can draw it in one go; else one that waits for its
 * chunk. Whichever was given first is given ever after: another component would be another screen to React, which would
 * throw away what was typed. Null for a step this page has no screen for.
 */
export function screenOf(step: Step): ComponentType | null {
  if (!SCREENS[step]) return null
  const screen = given.get(step) ?? loaded.get(step) ?? lazy(() => load(step))
  given.set(step, screen)
  return screen
}

/** Fetches the chunk of a step that is likely next; a failure shows only when it is needed. */
export const preloadScreen = (step: Step): void => {
  if (SCREENS[step] && !loaded.has(step)) load(step).catch(() => {})
}

/** All screens at once: the server draws whichever step a sale is in, and cannot wait while it does. */
export const loadScreens = (): Promise<unknown> => Promise.all(Object.keys(SCREENS).map((step) => load(step as Step)))
