import type { Deps } from '../../deps.ts'
import type { ApplePassConfig } from '../../vendor-settings.ts'
import type { HeldTicket } from '../read.ts'
import { drawApplePass } from './apple-pass.ts'
import { passImages } from './pass-images.ts'
import { type Pass, passToken } from './passes.ts'

/** A pass file, with the data that a phone needs to request the next version. */
export async function drawPass(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  settings: ApplePassConfig,
  { serial }: Pass,
  { ticket, hasEnded }: { ticket: HeldTicket; hasEnded: boolean },
): Promise<Buffer> {
  return drawApplePass(ticket, settings, {
    images: await passImages(db, ticket.art),
    accent: ticket.art.accent ?? config.shop.accent ?? null,
    serial,
    token: passToken(config, serial),
    publicUrl: config.publicUrl,
    hasEnded,
  })
}
