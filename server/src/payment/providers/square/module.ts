import { handle } from '../../../http/handle.ts'
import { providerModule } from '../module.ts'
import { squareProvider, squareTraits } from './adapter.ts'
import { changeCredentials, payChangeWithSquare } from './change.ts'
import { SQUARE_SCRIPT } from './form-script.ts'
import { readSquareAddresses, readSquareSettings, SQUARE_ACCOUNT, squareModes, squareStandIn } from './settings.ts'
import { payWithSquare, squareCredentials } from './start.ts'
import { squareWebhook } from './webhook.ts'

export const squareModule = providerModule({
  readSettings: readSquareSettings,
  readAddresses: readSquareAddresses,
  isLive: ({ apiUrl }) => new URL(apiUrl).hostname === 'connect.squareup.com',
  modes: squareModes,
  standIn: squareStandIn,
  connect: squareProvider,
  traits: squareTraits,
  account: SQUARE_ACCOUNT,
  disputePage: () => 'https://squareup.com/dashboard/disputes',
  routes(app, deps, square) {
    handle(app, deps, 'get_square_credentials', (_, ctx) => squareCredentials(ctx, square))
    handle(app, deps, 'pay_with_square', (body, ctx) => payWithSquare(body, ctx, square))
    handle(app, deps, 'get_change_square', (body, ctx) => changeCredentials(body, ctx, square))
    handle(app, deps, 'pay_change_with_square', (body, ctx) => payChangeWithSquare(body, ctx, square))
    app.get('/ajax/checkout/checkout/javascript-square/', async (_, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600').send(SQUARE_SCRIPT),
    )
  },
  webhook: squareWebhook,
})
