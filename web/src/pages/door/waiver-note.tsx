import { fill } from '@foyer/contract/fill.ts'
import { door as t } from '@foyer/contract/messages.ts'
import { useEffect } from 'react'
import { QrCode } from '../wallet/qr-code.tsx'
import type { Guest } from './paired.ts'

/** Whether the waivers of an order are signed; if not all are, the page to sign as a code for the guest's phone. */
export function WaiverNote({ waiver }: { waiver: Guest['waiver'] }) {
  if (waiver === undefined) return null
  const { signed, of, path } = waiver
  if (signed >= of) return <p>{t['door.waiverSigned']}</p>
  const url = new URL(path, location.href).href
  return (
    <>
      <p>
        <strong>{fill(t['door.waiverMissing'], { signed, of })}</strong>
      </p>
      <details>
        <summary>{t['door.waiverSign']}</summary>
        <QrCode code={url} label={t['door.waiverCode']} />
        <a href={url}>{t['door.waiverOpen']}</a>
      </details>
    </>
  )
}

/** Loads what draws codes while there is a network, because the door has to draw them without one. */
export function useCodesOffline(): void {
  useEffect(() => {
    void import('uqr').catch(() => {})
  }, [])
}
