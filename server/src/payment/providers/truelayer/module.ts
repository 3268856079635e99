import { handle } from '../../../http/handle.ts'
import { providerModule } from '../module.ts'
import { returnRoute } from '../return-route.ts'
import { trueLayerProvider, trueLayerTraits } from './adapter.ts'
import {
  readTrueLayerAddresses,
  readTrueLayerSettings,
  TRUELAYER_ACCOUNT,
  trueLayerModes,
  trueLayerStandIn,
} from './settings.ts'
import { BANK_RETURN, bankReturn, bankStatus, createBankPayment, payByBank } from './start.ts'
import { trueLayerWebhook } from './webhook.ts'

export const trueLayerModule = providerModule({
  readSettings: readTrueLayerSettings,
  readAddresses: readTrueLayerAddresses,
  isLive: ({ apiUrl }) => new URL(apiUrl).hostname === 'api.truelayer.com',
  modes: trueLayerModes,
  standIn: trueLayerStandIn,
  connect: (settings, clock) => trueLayerProvider(settings, clock.now),
  traits: trueLayerTraits,
  account: TRUELAYER_ACCOUNT,
  routes(app, deps, trueLayer) {
    handle(app, deps, 'create_truelayer_payment', (_, ctx) => createBankPayment(ctx, trueLayer))
    handle(app, deps, 'pay_with_truelayer', (body, ctx) => payByBank(body, ctx, trueLayer))
    handle(app, deps, 'get_truelayer_status', (_, ctx) => bankStatus(ctx))
    returnRoute(app, deps, BANK_RETURN, (session, query) => bankReturn(deps, session, query))
  },
  webhook: trueLayerWebhook,
})
