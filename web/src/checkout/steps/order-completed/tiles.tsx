import { completed as t } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { livestreamLink, type Tile } from '@foyer/domain/after-sale/tiles.ts'
import type { ComponentType } from 'react'
import { bedIcon, playIcon, ticketIcon, userIcon } from '../../../ui/display/icons.ts'
import { useSale } from '../../state/context.tsx'
import { FeedbackTile } from './feedback.tsx'
import { ShareTile } from './share.tsx'
import { TileButton, TileLink, type TileProps } from './tile.tsx'

/** How each tile looks and what it does. domain/after-sale/tiles.ts decides which are shown, and in which order. */
export const TILES: Record<Tile, ComponentType<TileProps>> = {
  livestream: () => (
    <TileLink icon={playIcon} href={livestreamLink(useSale().events) ?? ''}>
      {t['link.watchLivestream']}
    </TileLink>
  ),
  wallet: ({ main = false }) => (
    <TileLink main={main} icon={ticketIcon} href={PAGES.wallet}>
      {t['link.goToTicketWallet']}
    </TileLink>
  ),
  feedback: FeedbackTile,
  transfer: ({ go }) => (
    <TileButton icon={userIcon} onClick={() => go('transfer_tickets')}>
      {t['link.transferTickets']}
    </TileButton>
  ),
  place: ({ go }) => (
    <TileButton icon={bedIcon} onClick={() => go('find_a_place')}>
      {t['link.findPlaceToStay']}
    </TileButton>
  ),
  share: ShareTile,
}
