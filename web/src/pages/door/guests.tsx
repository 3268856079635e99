import { fill, joined } from '@foyer/contract/fill.ts'
import { door as t } from '@foyer/contract/messages.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'
import css from './door.module.css'
import type { Guest } from './paired.ts'
import { WaiverNote } from './waiver-note.tsx'

const MAX_PARTIES = 12

const normalise = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether every word typed is the beginning of a word in the name, the order number or the seat. */
const matches = (guest: Guest, words: readonly string[]): boolean => {
  const terms = normalise(`${guest.holder} ${guest.order} ${guest.order.replace('-', '')} ${guest.seat}`).split(
    /[\s()]+/,
  )
  return words.every((word) => terms.some((term) => term.startsWith(word)))
}

type Props = {
  guests: readonly Guest[]
  onRecord: (guests: readonly Guest[], kind: 'in' | 'undo', reason: string) => Promise<void>
}

/** A search by name; a whole party is let in with one press. */
export function Guests({ guests, onRecord }: Props) {
  const [q, setQ] = useState('')
  const words = normalise(q).split(/\s+/).filter(Boolean)
  const found = words.length === 0 ? [] : guests.filter((guest) => matches(guest, words))
  const parties = [...groupBy(found, ({ party }) => party).keys()]
  return (
    <>
      <Panel>
        <TextField
          label={t['door.find']}
          hint={t['door.findHint']}
          type="search"
          value={q}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
      </Panel>
      {words.length > 0 && parties.length === 0 && <p role="status">{t['door.nobody']}</p>}
      {parties.slice(0, MAX_PARTIES).map((party) => (
        <Party key={party} guests={guests.filter((guest) => guest.party === party)} onRecord={onRecord} />
      ))}
      {parties.length > MAX_PARTIES && <p>{fill(t['door.more'], { n: parties.length - MAX_PARTIES })}</p>}
    </>
  )
}

const STATES = {
  valid: '',
  already_admitted: '',
  refunded: t['door.refunded'],
  void: t['door.void'],
  cancelled: t['door.cancelled'],
} as const

function Party({ guests, onRecord }: Props) {
  const [undoing, setUndoing] = useState<Guest | null>(null)
  const [first] = guests
  const waiting = guests.filter(({ outcome, extra }) => outcome === 'valid' && !extra)
  const ticketOf = ({ ticket, seat }: Guest) => joined([ticket, seat], ', ')
  return (
    <Panel className={narrow.form}>
      <p>
        <strong>{joined([...new Set(guests.map(({ holder }) => holder))], ', ')}</strong>{' '}
        {first!.order && fill(t['door.order'], { number: first!.order })}
      </p>
      {first!.note && (
        <p>
          <strong>{first!.note}</strong>
        </p>
      )}
      {/* Closed again after an entry. */}
      <WaiverNote key={waiting.length} waiver={guests.find(({ waiver }) => waiver !== undefined)?.waiver} />
      {waiting.length > 1 && (
        <Button block onClick={() => onRecord(waiting, 'in', '')}>
          {fill(t['door.letInAll'], { n: waiting.length })}
        </Button>
      )}
      <ul className={`${css.facts} ${narrow.form}`}>
        {guests.map((guest) => (
          <li key={guest.ticket_id} className={css.actions}>
            <span>
              {[
                ticketOf(guest),
                STATES[guest.outcome],
                guest.outcome === 'already_admitted' &&
                  fill(t['door.isIn'], { when: guest.nice_when, where: guest.where }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {guest.outcome === 'valid' && (
              <Button
                small
                variant="secondary"
                aria-label={fill(t['door.letInOf'], { name: guest.holder, ticket: ticketOf(guest) })}
                onClick={() => onRecord([guest], 'in', '')}
              >
                {guest.extra ? t['door.handOver'] : t['door.letIn']}
              </Button>
            )}
            {guest.outcome === 'already_admitted' && (
              <Button
                small
                variant="quiet"
                aria-label={fill(t['door.undoOf'], { name: guest.holder, ticket: ticketOf(guest) })}
                onClick={() => setUndoing(guest)}
              >
                {t['door.undo']}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {undoing && (
        <Undo
          onDone={async (reason) => {
            setUndoing(null)
            if (reason !== '') await onRecord([undoing], 'undo', reason)
          }}
        />
      )}
    </Panel>
  )
}

/** Undoes an entry with a reason, which is shown in the office. Without a reason, the entry stays. */
function Undo({ onDone }: { onDone: (reason: string) => Promise<void> }) {
  const [reason, setReason] = useState('')
  return (
    <Form
      className={narrow.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason.trim() !== '') void onDone(reason.trim())
      }}
    >
      <TextField
        label={t['door.undoReason']}
        hint={t['door.undoWhy']}
        value={reason}
        maxLength={LIMITS.text.address}
        autoFocus
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={css.actions}>
        <Button type="submit" small>
          {t['door.undoGo']}
        </Button>
        <Button small variant="quiet" onClick={() => onDone('')}>
          {t['door.undoNot']}
        </Button>
      </div>
    </Form>
  )
}
