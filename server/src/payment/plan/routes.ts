import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { handle } from '../../http/handle.ts'
import { NOT_AVAILABLE } from '../providers/return-route.ts'
import { cardProviderName } from './card-provider.ts'
import { getOpoaUsers, payWithInstalment } from './pay.ts'
import { getPaymentSettings, payInstalment, removeCard, saveCard, setPlanCard, startSavingCard } from './settings.ts'

/** Routes for payment plans and saved cards; none without a provider that saves cards. */
export function planRoutes(app: FastifyInstance, deps: Deps): void {
  const cards = cardProviderName(deps) !== undefined
  handle(app, deps, 'get_opoa_users', (_, ctx) => getOpoaUsers(ctx))
  handle(app, deps, 'pay_with_instalment', async (body, ctx) => (cards ? payWithInstalment(body, ctx) : NOT_AVAILABLE))
  handle(app, deps, 'get_payment_settings', (_, ctx) => getPaymentSettings(ctx))
  handle(app, deps, 'start_saving_card', async (body, ctx) => (cards ? startSavingCard(body, ctx) : NOT_AVAILABLE))
  handle(app, deps, 'save_card', async (body, ctx) => (cards ? saveCard(body, ctx) : NOT_AVAILABLE))
  handle(app, deps, 'remove_card', async (body, ctx) => (cards ? removeCard(body, ctx) : NOT_AVAILABLE))
  handle(app, deps, 'set_plan_card', setPlanCard)
  handle(app, deps, 'pay_instalment', async (body, ctx) => (cards ? payInstalment(body, ctx) : NOT_AVAILABLE))
}
