import { fill } from '@foyer/contract/fill.ts'
import { door as t } from '@foyer/contract/messages.ts'
import { DOOR_WORKER, PAGES, type PageData } from '@foyer/contract/pages.ts'
import { useEffect, useState } from 'react'
import type { Page } from '../../page.ts'
import { Button } from '../../ui/actions/button.tsx'
import narrow from '../narrow.module.css'
import { pendingEntries } from './offline-entries.ts'
import { OpenDoor, type Opened } from './open-door.tsx'
import { type Pairing, storedPairing } from './paired.ts'
import { PairedDoor } from './paired-door.tsx'
import { Scanner, VerdictAlert, VerdictScreen } from './scanner.tsx'
import { checkTicket, type Door, sendPendingEntries, type Verdict } from './verdict.ts'

/** Kept for the lifetime of the tab: closing the tab signs the door out. A paired device stays paired. */
const KEY = 'foyer-door-open'

/** The door of one date for a paired device, or of all events by the shop's access code. */
function DoorPage({ data: { public_key, by_access_code } }: { data: PageData['door'] }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [pairing, setPairing] = useState<Pairing | null>(null)
  const [wrongCode, setWrongCode] = useState(false)
  const [ended, setEnded] = useState(false)

  useEffect(() => {
    const stored = sessionStorage.getItem(KEY)
    if (stored) setOpened(JSON.parse(stored) as Opened)
    setPairing(storedPairing())
    // For reloads without a network; optional, so failures are ignored.
    navigator.serviceWorker?.register(DOOR_WORKER, { scope: PAGES.door }).catch(() => {})
  }, [])

  const open = (door: Opened) => {
    sessionStorage.setItem(KEY, JSON.stringify(door))
    setWrongCode(false)
    setOpened(door)
  }
  const close = (wrong: boolean) => {
    sessionStorage.removeItem(KEY)
    setWrongCode(wrong)
    setOpened(null)
  }

  return (
    <div className={`page ${narrow.narrow}`}>
      <h1>{t['door.title']}</h1>
      {pairing ? (
        <PairedDoor
          pairing={pairing}
          publicKey={public_key}
          onEnded={(byItself) => {
            setEnded(byItself)
            setPairing(null)
          }}
        />
      ) : opened ? (
        <Check door={{ ...opened, publicKey: public_key }} onClose={close} />
      ) : (
        <OpenDoor
          byAccessCode={by_access_code}
          onOpen={open}
          onPaired={(paired) => {
            setEnded(false)
            setPairing(paired)
          }}
          wrongCode={wrongCode}
          ended={ended}
        />
      )}
    </div>
  )
}

function Check({ door, onClose }: { door: Door; onClose: (wrongCode: boolean) => void }) {
  const [verdict, setVerdict] = useState<(Verdict & { n: number }) | null>(null)
  const [online, setOnline] = useState(true)
  const [pending, setPending] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the door opens
  useEffect(() => {
    setPending(pendingEntries().length)
    const sendPending = () => void sendPendingEntries(door).then(setPending)
    sendPending()
    addEventListener('online', sendPending)
    return () => removeEventListener('online', sendPending)
  }, [])

  const check = async (scanned: string) => {
    const checked = await checkTicket(door, scanned, new Date())
    if (checked === 'wrong_code') return onClose(true)
    setOnline(checked.online)
    // The same text twice must be announced twice.
    setVerdict((before) => ({ ...checked.verdict, n: (before?.n ?? 0) + 1 }))
    setPending(pendingEntries().length)
    if (checked.online && pendingEntries().length > 0) setPending(await sendPendingEntries(door))
  }

  return (
    <>
      <p className={narrow.lead} role="status">
        {door.where && `${door.where}. `}
        {online ? t['door.online'] : t['door.offline']} {pending > 0 && fill(t['door.waiting'], { n: pending })}
      </p>
      <div role="alert" aria-atomic>
        {verdict && (
          <VerdictScreen key={verdict.n} verdicts={[verdict]}>
            <VerdictAlert verdict={verdict} />
          </VerdictScreen>
        )}
      </div>
      <Scanner onCode={check}>
        <Button variant="quiet" block onClick={() => onClose(false)}>
          {t['door.close']}
        </Button>
      </Scanner>
    </>
  )
}

export const page: Page<'door'> = { title: () => t['door.title'], frame: 'bare', Body: DoorPage }
