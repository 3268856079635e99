import type { FastifyInstance } from 'fastify'
import { googleStandIn } from './google/stand-in.ts'
import { hcaptchaStandIn } from './hcaptcha/stand-in.ts'
import type { Kernel } from './kernel/context.ts'
import type { StandIn } from './kernel/stand-in.ts'
import { VENDORS, type Vendor } from './kernel/vendors.ts'
import { squareStandIn } from './square/stand-in.ts'
import { stripeStandIn } from './stripe/stand-in.ts'
import { trueLayerStandIn } from './truelayer/stand-in.ts'
import { twilioStandIn } from './twilio/stand-in.ts'

/** Every vendor in the sandbox, in the order of the control page. */
const TYPED = {
  stripe: stripeStandIn,
  square: squareStandIn,
  truelayer: trueLayerStandIn,
  hcaptcha: hcaptchaStandIn,
  twilio: twilioStandIn,
  google: googleStandIn,
} satisfies Record<Vendor, unknown>

export const STAND_INS: Record<Vendor, StandIn<unknown, unknown>> = TYPED as never

/** Options of each vendor; all are optional. */
export type VendorOptions = { [V in Vendor]?: Parameters<(typeof TYPED)[V]['start']>[2] }
export type VendorStates = { [V in Vendor]: ReturnType<(typeof TYPED)[V]['start']> }

export const startAll = (app: FastifyInstance, kernel: Kernel, options: VendorOptions): VendorStates =>
  Object.fromEntries(
    VENDORS.map((vendor) => [vendor, STAND_INS[vendor].start(app, kernel, options[vendor])]),
  ) as VendorStates
