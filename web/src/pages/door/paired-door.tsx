import { fill } from '@foyer/contract/fill.ts'
import { door as t } from '@foyer/contract/messages.ts'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import narrow from '../narrow.module.css'
import css from './door.module.css'
import { Guests } from './guests.tsx'
import {
  type Checked,
  checkCode,
  currentGuests,
  type Ended,
  forgetPairing,
  type Guest,
  type Pairing,
  queuedEntries,
  recordGuests,
  storedList,
  sync,
  unpair,
} from './paired.ts'
import { Scanner, VerdictAlert, VerdictScreen } from './scanner.tsx'
import type { Verdict } from './verdict.ts'
import { useCodesOffline } from './waiver-note.tsx'

const REFRESH_MS = 20_000

type Props = { pairing: Pairing; publicKey: string; onEnded: (byItself: boolean) => void }

/** The door of one date: scan tickets or find names, with or without a network. */
export function PairedDoor({ pairing, publicKey, onEnded }: Props) {
  useCodesOffline()
  const [verdicts, setVerdicts] = useState<Verdict[]>([])
  const [shown, setShown] = useState(0)
  const [online, setOnline] = useState(true)
  const [guests, setGuests] = useState<Guest[]>([])
  const [pending, setPending] = useState(0)
  const [leaving, setLeaving] = useState(false)
  const asked = useRef(false)
  const foot = useRef<HTMLElement>(null)
  useEffect(() => {
    if (leaving) asked.current = true
    if (asked.current) foot.current?.focus()
  }, [leaving])

  const showStored = () => {
    setGuests(currentGuests())
    setPending(queuedEntries().length)
  }
  const end = () => {
    forgetPairing()
    onEnded(true)
  }
  const refresh = async () => {
    const synced = await sync(pairing)
    if (synced === 'ended') return end()
    setOnline(synced)
    showStored()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the door opens
  useEffect(() => {
    showStored()
    void refresh()
    const onTick = () => void refresh()
    const timer = setInterval(onTick, REFRESH_MS)
    addEventListener('online', onTick)
    return () => {
      clearInterval(timer)
      removeEventListener('online', onTick)
    }
  }, [])

  const show = (checked: Checked | Ended) => {
    if (checked === 'ended') return end()
    setOnline(checked.online)
    setVerdicts(checked.verdicts)
    // The same text twice must be announced twice.
    setShown((n) => n + 1)
    showStored()
  }
  const leave = async () => {
    if (await unpair(pairing)) return onEnded(false)
    setOnline(false)
    showStored()
  }
  const counted = guests.filter(
    ({ extra, outcome }) => !extra && (outcome === 'valid' || outcome === 'already_admitted'),
  )
  const admitted = counted.filter(({ outcome }) => outcome === 'already_admitted').length
  return (
    <>
      <p>{fill(t['door.paired'], { door: pairing.door, event: pairing.event, date: pairing.nice_date })}</p>
      <div role="status" className={narrow.form}>
        <p className={css.count}>{fill(t['door.in'], { n: admitted, m: counted.length })}</p>
        <p className={narrow.lead}>
          {online ? t['door.online'] : t['door.offlineList']}{' '}
          {fill(t['door.listOf'], { when: storedList()?.nice_now ?? '' })}{' '}
          {pending > 0 && fill(t['door.waiting'], { n: pending })}
        </p>
      </div>
      <div role="alert" aria-atomic>
        <VerdictScreen key={shown} verdicts={verdicts}>
          <Verdicts verdicts={verdicts} />
        </VerdictScreen>
      </div>
      <Scanner onCode={async (code) => show(await checkCode(pairing, publicKey, code, new Date()))} />
      <Guests
        guests={guests}
        onRecord={async (chosen, kind, reason) => show(await recordGuests(pairing, chosen, kind, reason, new Date()))}
      />
      <section ref={foot} tabIndex={-1} className={narrow.form} aria-label={t['door.unpair']}>
        {leaving ? (
          <>
            <p>{t['door.unpairLead']}</p>
            <Button variant="danger" block onClick={leave}>
              {t['door.unpair']}
            </Button>
            <Button variant="secondary" block onClick={() => setLeaving(false)}>
              {t['door.keep']}
            </Button>
          </>
        ) : (
          <Button variant="quiet" block onClick={() => setLeaving(true)}>
            {t['door.unpair']}
          </Button>
        )}
      </section>
    </>
  )
}

/** One verdict; for a party, how many were let in and everyone who wasn't. */
function Verdicts({ verdicts }: { verdicts: readonly Verdict[] }) {
  const refused = verdicts.filter(({ type }) => type !== 'success')
  const n = verdicts.length - refused.length
  // A party is of one order.
  const waiver = verdicts.find(({ type, ticket }) => type === 'success' && ticket?.waiver)?.ticket?.waiver
  if (verdicts.length === 1) return <VerdictAlert verdict={verdicts[0]!} />
  return (
    <>
      {n > 0 && <VerdictAlert verdict={{ type: 'success', title: fill(t['door.partyIn'], { n }), why: '', waiver }} />}
      {refused.map((verdict, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never reordered
        <VerdictAlert key={i} verdict={verdict} />
      ))}
    </>
  )
}
