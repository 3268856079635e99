import { fill } from '@foyer/contract/fill.ts'
import { door as t } from '@foyer/contract/messages.ts'
import { DOOR_WORKER, PAGES, type PageData } from '@foyer/contract/pages.ts'
import { useEffect, useState } from 'react'
import type { Page } from '../../page.ts'
import { Button } from '../../ui/actions/button.tsx'
import narrow from '../narrow.module.css'
import { waiting } from './kept.ts'
import { OpenDoor, type Opened } from './open-door.tsx'
import { type Pairing, pairingHere } from './paired.ts'
import { PairedDoor } from './paired-door.tsx'
import { Says, Scanner } from './scanner.tsx'
import { checkTicket, type Door, recordKept, type Verdict } from './verdict.ts'

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
    setPairing(pairingHere())
    // For reloads without a network; optional, so failures are ignored.
    navigator.serviceWorker?.register(DOOR_WORKER, { scope: PAGES.door }).catch(() => {})
  }, [])

  const open = (door: Opened) => {
    sessionStorage.setItem(KEY, JSON.stringify(door))
    setWrongCode(false)
    setOpened(door)
  }
  const shut = (wrong: boolean) => {
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
        <Check door={{ ...opened, publicKey: public_key }} onShut={shut} />
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

function Check({ door, onShut }: { door: Door; onShut: (wrongCode: boolean) => void }) {
  const [verdict, setVerdict] = useState<(Verdict & { n: number }) | null>(null)
  const [online, setOnline] = useState(true)
  const [left, setLeft] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the door opens
  useEffect(() => {
    setLeft(waiting().length)
    const catchUp = () => void recordKept(door).then(setLeft)
    catchUp()
    addEventListener('online', catchUp)
    return () => removeEventListener('online', catchUp)
  }, [])

  const check = async (scanned: string) => {
    const checked = await checkTicket(door, scanned, new Date())
    if (checked === 'wrong_code') return onShut(true)
    setOnline(checked.online)
    // The same text twice must be announced twice.
    setVerdict((before) => ({ ...checked.verdict, n: (before?.n ?? 0) + 1 }))
    setLeft(waiting().length)
    if (checked.online && waiting().length > 0) setLeft(await recordKept(door))
  }

  return (
    <>
      <p className={narrow.lead} role="status">
        {door.where && `${door.where}. `}
        {online ? t['door.online'] : t['door.offline']} {left > 0 && fill(t['door.waiting'], { n: left })}
      </p>
      <div role="alert" aria-atomic>
        {verdict && <Says key={verdict.n} verdict={verdict} />}
      </div>
      <Scanner onCode={check}>
        <Button variant="quiet" onClick={() => onShut(false)}>
          {t['door.close']}
        </Button>
      </Scanner>
    </>
  )
}

export const page: Page<'door'> = { title: () => t['door.title'], frame: 'bare', Body: DoorPage }
