import { fill } from '@foyer/contract/fill.ts'
import { common, door as t } from '@foyer/contract/messages.ts'
import { DOOR_WORKER, PAGES, type PageData } from '@foyer/contract/pages.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import type { Page } from '../../page.ts'
import { Button } from '../../ui/actions/button.tsx'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'
import css from './door.module.css'
import { waiting } from './kept.ts'
import { canScan, useCamera } from './use-camera.ts'
import { checkTicket, type Door, recordKept, type Verdict } from './verdict.ts'

/** Kept for the lifetime of the tab: closing the tab signs the door out. */
const KEY = 'foyer-door-open'
type Opened = Pick<Door, 'accessCode' | 'where'>

/** Checks tickets typed by hand, from a scanner or by camera; when offline it relies on the ticket's signature. */
function DoorPage({ data: { public_key } }: { data: PageData['door'] }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [wrongCode, setWrongCode] = useState(false)

  useEffect(() => {
    const stored = sessionStorage.getItem(KEY)
    if (stored) setOpened(JSON.parse(stored) as Opened)
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
      {opened ? (
        <Check door={{ ...opened, publicKey: public_key }} onShut={shut} />
      ) : (
        <OpenDoor onOpen={open} wrongCode={wrongCode} />
      )}
    </div>
  )
}

function OpenDoor({ onOpen, wrongCode }: { onOpen: (door: Opened) => void; wrongCode: boolean }) {
  const [accessCode, setAccessCode] = useState('')
  const [where, setWhere] = useState('')
  const [error, setError] = useState('')
  const [asking, setAsking] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setAsking(true)
    // A check without a ticket, which only shows whether the access code is right.
    const answer = await call('check_ticket', { access_code: accessCode, code: '', look: '1' })
    setAsking(false)
    if (answer.ok) return onOpen({ accessCode, where: where.trim() })
    setError(answer.error || common['error.unknown'])
  }

  return (
    <>
      <p className={narrow.lead}>{t['door.lead']}</p>
      <Panel>
        <Form className={narrow.form} onSubmit={submit}>
          <TextField
            label={t['door.accessCode']}
            type="password"
            autoComplete="current-password"
            value={accessCode}
            error={error || (wrongCode && common['error.unknown'])}
            onChange={(event) => {
              setAccessCode(event.currentTarget.value)
              setError('')
            }}
          />
          <TextField
            label={t['door.name']}
            hint={t['door.nameHint']}
            autoComplete="off"
            maxLength={120}
            value={where}
            onChange={(event) => setWhere(event.currentTarget.value)}
          />
          <LoadingButton type="submit" loading={asking}>
            {t['door.open']}
          </LoadingButton>
        </Form>
      </Panel>
    </>
  )
}

function Check({ door, onShut }: { door: Door; onShut: (wrongCode: boolean) => void }) {
  const [code, setCode] = useState('')
  const [checking, setChecking] = useState(false)
  const [verdict, setVerdict] = useState<(Verdict & { n: number }) | null>(null)
  const [online, setOnline] = useState(true)
  const [left, setLeft] = useState(0)
  const [camera, setCamera] = useState(false)
  const [cameraFailed, setCameraFailed] = useState(false)
  const [scans, setScans] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const video = useRef<HTMLVideoElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the door opens
  useEffect(() => {
    field.current?.focus()
    setScans(canScan())
    setLeft(waiting().length)
    const catchUp = () => void recordKept(door).then(setLeft)
    catchUp()
    // For reloads without a network; optional, so failures are ignored.
    navigator.serviceWorker?.register(DOOR_WORKER, { scope: PAGES.door }).catch(() => {})
    addEventListener('online', catchUp)
    return () => removeEventListener('online', catchUp)
  }, [])

  const check = async (scanned: string) => {
    if (scanned.trim() === '') return
    setChecking(true)
    const checked = await checkTicket(door, scanned.trim(), new Date())
    setChecking(false)
    if (checked === 'wrong_code') return onShut(true)
    setOnline(checked.online)
    // The same text twice must be announced twice.
    setVerdict((before) => ({ ...checked.verdict, n: (before?.n ?? 0) + 1 }))
    setLeft(waiting().length)
    if (checked.online && waiting().length > 0) setLeft(await recordKept(door))
    setCode('')
    field.current?.focus()
  }

  useCamera(
    video,
    camera,
    (found) => void check(found),
    () => {
      setCamera(false)
      setCameraFailed(true)
    },
  )

  return (
    <>
      <p className={narrow.lead} role="status">
        {door.where && `${door.where}. `}
        {online ? t['door.online'] : t['door.offline']}{' '}
        {left > 0 && fill(t['door.waiting'], { n: left, ies: left === 1 ? 'y' : 'ies' })}
      </p>
      <div role="alert" aria-atomic>
        {verdict && <Says key={verdict.n} verdict={verdict} />}
      </div>
      <Panel>
        <Form
          className={narrow.form}
          onSubmit={(event) => {
            event.preventDefault()
            void check(code)
          }}
        >
          <TextField
            ref={field}
            label={t['door.ticket']}
            hint={t['door.ticketHint']}
            value={code}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <LoadingButton type="submit" loading={checking} block>
            {t['door.check']}
          </LoadingButton>
        </Form>
      </Panel>
      {camera && <video ref={video} className={css.camera} muted playsInline aria-label={t['door.cameraPicture']} />}
      {cameraFailed && (
        <Alert type="warning" live>
          {t['door.noCamera']}
        </Alert>
      )}
      <div className={css.actions}>
        {scans && (
          <Button variant="secondary" onClick={() => setCamera(!camera)}>
            {camera ? t['door.cameraOff'] : t['door.camera']}
          </Button>
        )}
        <Button variant="quiet" onClick={() => onShut(false)}>
          {t['door.close']}
        </Button>
      </div>
    </>
  )
}

function Says({ verdict: { type, title, why, ticket } }: { verdict: Verdict }) {
  return (
    <Alert type={type} title={<span className={css.verdict}>{title}</span>} className={css.says}>
      {why && <p>{why}</p>}
      {ticket?.note && (
        <p>
          <strong>{ticket.note}</strong>
        </p>
      )}
      {ticket && (
        <ul className={css.facts}>
          {[
            ticket.event,
            ticket.nice_date,
            ticket.place,
            [ticket.ticket, ticket.seat].filter(Boolean).join(', '),
            ticket.holder,
            fill(t['door.position'], { n: ticket.position, m: ticket.outOf }),
          ]
            .filter((fact) => fact !== '')
            .map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
        </ul>
      )}
    </Alert>
  )
}

export const page: Page<'door'> = { title: () => t['door.title'], frame: 'shop', Body: DoorPage }
