import { useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Modal } from '../../ui/overlays/modal.tsx'
import { type Placement, Tooltip } from '../../ui/overlays/tooltip.tsx'
import css from './gallery.module.css'

const PLACEMENTS: Placement[] = ['top', 'right', 'bottom', 'left']

export function Overlays() {
  const [open, setOpen] = useState<'single' | 'double' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <div className={css.row}>
        {PLACEMENTS.map((placement) => (
          <Tooltip key={placement} placement={placement} text={`Words on the ${placement}`}>
            <Button variant="secondary" small>
              Tooltip {placement}
            </Button>
          </Tooltip>
        ))}
      </div>
      <div className={css.row}>
        <Button variant="secondary" onClick={() => setOpen('single')}>
          Edit basket
        </Button>
        <Button variant="secondary" onClick={() => setOpen('double')}>
          Refund policy
        </Button>
      </div>
      <div className={css.row}>
        <Button variant="secondary" onClick={() => notify.success('Code applied')}>
          Success notice
        </Button>
        <Button
          variant="secondary"
          onClick={() => notify.error('Unable to update Ticket quantity. Please try again later')}
        >
          Error notice
        </Button>
        <Button variant="secondary" onClick={() => announce('Ticket removed')}>
          Say something
        </Button>
      </div>
      <Modal
        open={open === 'single'}
        onClose={close}
        title="Are you sure?"
        labels={{ close: 'Close' }}
        footer={
          <>
            <Button onClick={close}>Yes, I'm sure</Button>
            <Button variant="secondary" onClick={close}>
              No, cancel
            </Button>
          </>
        }
      >
        <p>By editing your basket, you could lose your reserved tickets.</p>
      </Modal>
      <Modal open={open === 'double'} onClose={close} title="Refund policy" double labels={{ close: 'Close' }}>
        <div className="prose">
          <p>Tickets may be given back until 48 hours before the doors open.</p>
          <p>After that they may still be transferred to someone else, from your ticket wallet, up to the start.</p>
        </div>
      </Modal>
    </>
  )
}
