import { fill, joined } from '@foyer/contract/fill.ts'
import { door as t } from '@foyer/contract/messages.ts'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'
import css from './door.module.css'
import { signal } from './signal.ts'
import { canScan, useCamera } from './use-camera.ts'
import type { Verdict } from './verdict.ts'
import { isUnsigned, WaiverNote } from './waiver-note.tsx'

/** A field for a hand scanner or the keyboard, and the camera. `onCode` resolves when the next one may be checked. */
export function Scanner({ onCode, children }: { onCode: (code: string) => Promise<void>; children?: React.ReactNode }) {
  const [code, setCode] = useState('')
  const [checking, setChecking] = useState(false)
  const [camera, setCamera] = useState(false)
  const [cameraFailed, setCameraFailed] = useState(false)
  const [hasCamera, setHasCamera] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const video = useRef<HTMLVideoElement>(null)

  // On a phone, focus would open the keyboard over the camera.
  const focusField = () => {
    if (!camera && !globalThis.matchMedia?.('(pointer: coarse)').matches) field.current?.focus()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the door opens
  useEffect(() => {
    focusField()
    setHasCamera(canScan())
  }, [])

  const check = async (scanned: string) => {
    if (scanned.trim() === '') return
    setChecking(true)
    await onCode(scanned.trim())
    setChecking(false)
    setCode('')
    focusField()
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
      {camera && <video ref={video} className={css.camera} muted playsInline aria-label={t['door.cameraPicture']} />}
      {cameraFailed && (
        <Alert type="warning" live>
          {t['door.noCamera']}
        </Alert>
      )}
      {hasCamera && (
        <Button variant={camera ? 'secondary' : 'primary'} block onClick={() => setCamera(!camera)}>
          {camera ? t['door.cameraOff'] : t['door.camera']}
        </Button>
      )}
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
      {children && <div className={css.actions}>{children}</div>}
    </>
  )
}

// Here and not in the stylesheet, which every buyer's page loads.
const SCREEN: CSSProperties = {
  position: 'fixed',
  zIndex: 2,
  inset: 0,
  display: 'flex',
  flexDirection: 'column',
  background: 'var(--bg)',
}
const VERDICTS = { display: 'grid', flex: 1, overflow: 'auto', '--r-media': '0' } as CSSProperties
const FOOT: CSSProperties = { padding: '16px 16px max(16px, env(safe-area-inset-bottom))' }

/** How long verdicts cover the screen: a guest who is let in walks on, any other needs a word. */
const COVERS_MS = { letIn: 2500, other: 6000 }

/**
 * Covers the screen with verdicts, and then leaves them in the page, with the camera in sight again. Its key is the check's. A waiver that
 * is still to sign stays until the next guest.
 */
export function VerdictScreen({ verdicts, children }: { verdicts: readonly Verdict[]; children: React.ReactNode }) {
  const [covers, setCovers] = useState(verdicts.length > 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each check
  useEffect(() => {
    if (verdicts.some(({ waiver, ticket }) => isUnsigned(waiver ?? ticket?.waiver))) return
    const letIn = verdicts.every(({ type }) => type === 'success')
    const timer = setTimeout(() => setCovers(false), letIn ? COVERS_MS.letIn : COVERS_MS.other)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div style={covers ? SCREEN : undefined}>
      <div style={covers ? VERDICTS : undefined}>{children}</div>
      {covers && (
        <div style={FOOT}>
          <Button variant="secondary" block onClick={() => setCovers(false)}>
            {t['door.next']}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The result in large letters, the reason, and whose ticket it is. Who is let in without a signed waiver isn't waved through in green. */
export function VerdictAlert({ verdict: { type, title, why, ticket, waiver = ticket?.waiver } }: { verdict: Verdict }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each check
  useEffect(() => signal(type === 'success'), [])
  return (
    <Alert
      type={type === 'success' && isUnsigned(waiver) ? 'warning' : type}
      title={<span className={css.verdict}>{title}</span>}
      className={css.says}
    >
      {why && <p>{why}</p>}
      {ticket?.note && (
        <p>
          <strong>{ticket.note}</strong>
        </p>
      )}
      <WaiverNote waiver={waiver} />
      {ticket && (
        // What door staff compare first comes first.
        <ul className={css.facts}>
          {[
            joined([ticket.ticket, ticket.seat], ', '),
            ticket.holder,
            ticket.outOf > 0 ? fill(t['door.position'], { n: ticket.position, m: ticket.outOf }) : '',
            ticket.event,
            ticket.nice_date,
            ticket.place,
          ]
            .filter((fact) => fact !== '')
            .map((fact, index) => (
              <li key={fact}>{index === 0 ? <strong>{fact}</strong> : fact}</li>
            ))}
        </ul>
      )}
    </Alert>
  )
}
