import { fill } from '@foyer/contract/fill.ts'
import { common, completed as t } from '@foyer/contract/messages.ts'
import { shareMessage, shareTile } from '@foyer/domain/after-sale/share.ts'
import type { SaleEvent } from '@foyer/domain/sale/sale.ts'
import { useState } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { shareIcon } from '../../../ui/display/icons.ts'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import { Modal } from '../../../ui/overlays/modal.tsx'
import { useSale } from '../../state/context.tsx'
import css from './order-completed.module.css'
import type { TileProps } from './tile.tsx'
import { TileButton } from './tile.tsx'

function tileText(events: readonly SaleEvent[], link: string): string {
  const tile = shareTile(events, link)
  return tile?.key === 'link.shareReward' ? fill(t['link.shareReward'], tile.facts) : t['link.shareFriendsAndFamily']
}

function messageOf(event: SaleEvent, link: string): string {
  const message = shareMessage(event, link)
  return message.key === null ? message.text : fill(t['info.shareText'], message.facts)
}

/** A message to send to friends for each event. */
export function ShareTile({ referralLink }: TileProps) {
  const { events } = useSale()
  const [open, setOpen] = useState(false)
  const text = tileText(events, referralLink)
  const close = () => setOpen(false)
  return (
    <>
      <TileButton icon={shareIcon} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text}
      </TileButton>
      <Modal
        open={open}
        onClose={close}
        title={text}
        labels={{ close: common.dismiss }}
        // With several events, the dialog's own close button is enough.
        footer={events.length === 1 && <Button onClick={close}>{common['button.close']}</Button>}
      >
        <div className={css.messages}>
          {events.map((event) => (
            <CopyField
              key={event.id}
              rows={4}
              label={fill(t['share.message'], { title: event.title })}
              value={messageOf(event, referralLink)}
              labels={{ copy: common['button.copy'], copied: common['button.copied'] }}
            />
          ))}
        </div>
      </Modal>
    </>
  )
}
