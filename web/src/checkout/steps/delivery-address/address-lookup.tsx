import { fill } from '@foyer/contract/fill.ts'
import { checkout as t } from '@foyer/contract/messages.ts'
import type { PossibleAddress } from '@foyer/contract/types.ts'
import { isLookupText } from '@foyer/domain/delivery/address.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { announce } from '../../../ui/feedback/announce.ts'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { useDebounced } from '../../../ui/hooks/use-debounced.ts'
import { useStore } from '../../state/context.tsx'
import css from './delivery-address.module.css'

const KEYS = { ArrowDown: 1, ArrowUp: -1 } as const

type Props = { onChoose: (address: PossibleAddress) => void }

/** The address lookup, and a button to the fields below for entering the address by hand. */
export const LookupOrByHand = ({ onChoose }: Props) => (
  <div>
    <AddressLookup onChoose={onChoose} />
    <button type="button" className="link" onClick={() => document.getElementById('address1')?.focus()}>
      {t['delivery.byHand']}
    </button>
  </div>
)

/** Suggests addresses once 3 characters are typed, 300 ms after the last one. */
function AddressLookup({ onChoose }: Props) {
  const store = useStore()
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly PossibleAddress[]>([])
  const [open, setOpen] = useState(false)
  const [noneFound, setNoneFound] = useState(false)
  const [active, setActive] = useState(-1)
  const listId = useId()
  /** Responses can arrive out of order: only that of the last request counts. */
  const lastQuery = useRef('')

  const lookUp = useDebounced(async (typed: string) => {
    lastQuery.current = typed
    const answer = await store.call('lookup_address', { address: typed })
    if (lastQuery.current !== typed) return
    // A failed lookup finds nothing.
    const addresses = answer.ok ? answer.reply.possible_addresses : []
    setFound(addresses)
    setOpen(addresses.length > 0)
    setNoneFound(addresses.length === 0)
    setActive(-1)
    announce(fill(t['delivery.found'], { n: addresses.length }))
  }, LIMITS.addressLookupDebounceMs)

  const onType = (typed: string) => {
    setText(typed)
    if (isLookupText(typed)) return lookUp.call(typed.trim())
    lookUp.cancel()
    lastQuery.current = ''
    setNoneFound(false)
    setFound([])
    setOpen(false)
  }

  const choose = (address: PossibleAddress) => {
    setText(address.formatted_address)
    setOpen(false)
    onChoose(address)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEYS[event.key as keyof typeof KEYS]
    if (step && found.length > 0) {
      event.preventDefault()
      setOpen(true)
      setActive((at) => (at + step + found.length + Number(at < 0 && step < 0)) % found.length)
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      const address = found[active]
      if (address) choose(address)
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      setOpen(false)
    }
  }

  return (
    <div className={css.lookup}>
      <TextField
        id="address-lookup"
        label={t['delivery.lookup']}
        hint={noneFound ? t['delivery.noneFound'] : undefined}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={listId}
        aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      <div id={listId} role="listbox" aria-label={t['delivery.lookup']} hidden={!open} className={css.list}>
        {found.map((address, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the keyboard stays in the field, which names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field listens to the keys for all of them
          <div
            key={address.formatted_address}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            className={cx(css.option, index === active && css.active)}
            // before the field loses the focus, which would close the list
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(address)}
          >
            {address.formatted_address}
          </div>
        ))}
      </div>
    </div>
  )
}
