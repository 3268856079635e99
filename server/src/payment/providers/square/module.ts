import { handle } from '../../../http/handle.ts'
import { providerModule } from '../module.ts'
import { NOT_AVAILABLE } from '../return-route.ts'
import { squareProvider } from './adapter.ts'
import { SQUARE_SCRIPT } from './form-script.ts'
import { readSquareSettings, squareStandIn } from './settings.ts'
import { payWithSquare, squareCredentials } from './start.ts'
import { squareWebhook } from './webhook.ts'

export const squareModule = providerModule({
  readSettings: readSquareSettings,
  isLive: ({ apiUrl }) => new URL(apiUrl).hostname === 'connect.squareup.com',
  standIn: squareStandIn,
  connect: squareProvider,
  routes(app, deps, square) {
    handle(app, deps, 'get_square_credentials', async () => (square ? squareCredentials(square) : NOT_AVAILABLE))
    handle(app, deps, 'pay_with_square', async (body, ctx) =>
      square ? payWithSquare(body, ctx, square) : NOT_AVAILABLE,
    )
    app.get('/ajax/checkout/checkout/javascript-square/', async (_, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600').send(SQUARE_SCRIPT),
    )
  },
  webhook: squareWebhook,
})
