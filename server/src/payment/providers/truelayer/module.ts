import { handle } from '../../../http/handle.ts'
import { providerModule } from '../module.ts'
import { CHECKOUT, NOT_AVAILABLE, returnRoute } from '../return-route.ts'
import { trueLayerProvider } from './adapter.ts'
import { readTrueLayerSettings, trueLayerStandIn } from './settings.ts'
import { BANK_RETURN, bankReturn, bankStatus, createBankPayment, payByBank } from './start.ts'
import { trueLayerWebhook } from './webhook.ts'

export const trueLayerModule = providerModule({
  readSettings: readTrueLayerSettings,
  isLive: ({ apiUrl }) => new URL(apiUrl).hostname === 'api.truelayer.com',
  standIn: trueLayerStandIn,
  connect: (settings, clock) => trueLayerProvider(settings, clock.now),
  routes(app, deps, trueLayer) {
    handle(app, deps, 'create_truelayer_payment', async (_, ctx) =>
      trueLayer ? createBankPayment(ctx, trueLayer) : NOT_AVAILABLE,
    )
    handle(app, deps, 'pay_with_truelayer', async (body, ctx) =>
      trueLayer ? payByBank(body, ctx, trueLayer) : NOT_AVAILABLE,
    )
    handle(app, deps, 'get_truelayer_status', (_, ctx) => bankStatus(ctx))
    returnRoute(app, deps, BANK_RETURN, async (session, query) => {
      await bankReturn(deps, session, query)
      return CHECKOUT
    })
  },
  webhook: trueLayerWebhook,
})
