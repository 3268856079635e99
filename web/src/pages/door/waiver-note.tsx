import { fill } from '@foyer/contract/fill.ts'
import { door as t } from '@foyer/contract/messages.ts'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import narrow from '../narrow.module.css'
import wallet from '../wallet/door.module.css'
import { QrCode } from '../wallet/qr-code.tsx'
import type { DoorWaiver } from './verdict.ts'

/** Signatures are counted by order, because a person signs for a party and not with a ticket. */
export const isUnsigned = (waiver: DoorWaiver | undefined): waiver is DoorWaiver =>
  waiver !== undefined && waiver.signed < waiver.of

/** Whether the waivers of an order are signed; if not all are, the page to sign as a code for the guest's phone. */
export function WaiverNote({ waiver }: { waiver: DoorWaiver | undefined }) {
  const [open, setOpen] = useState(false)
  if (waiver === undefined) return null
  if (!isUnsigned(waiver)) return <p>{t['door.waiverSigned']}</p>
  const url = new URL(waiver.path, location.href).href
  return (
    <>
      <p>
        <strong>{fill(t['door.waiverMissing'], { n: waiver.of - waiver.signed })}</strong>
      </p>
      <Button variant="secondary" small aria-expanded={open} onClick={() => setOpen(!open)}>
        {t['door.waiverSign']}
      </Button>
      {open && (
        <div className={`${wallet.code} ${narrow.form}`}>
          <p>{t['door.waiverScan']}</p>
          <QrCode code={url} label={t['door.waiverCode']} />
          <a href={url}>{t['door.waiverOpen']}</a>
        </div>
      )}
    </>
  )
}

/** Loads what draws codes while there is a network, because the door has to draw them without one. */
export function useCodesOffline(): void {
  useEffect(() => {
    void import('uqr').catch(() => {})
  }, [])
}
