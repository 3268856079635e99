import type { OfficeShell } from '@foyer/contract/office/pages.ts'
import { type RefObject, useEffect, useState } from 'react'
import {
  type Draft,
  deleteDraft,
  draftsOf,
  type FormValues,
  markSent,
  newDraftKey,
  restoreDraft,
  returnedDraft,
  saveDraft,
  valuesIn,
} from './drafts.ts'

type Options = {
  form: RefObject<HTMLFormElement | null>
  shell: OfficeShell
  /** What the form is for, such as `details of event 5`; undefined for a form without drafts. */
  about: string | undefined
  /** The form is shown with what was sent, because it was refused. */
  isReturned: boolean
}

const NOTHING: FormValues = []

/**
 * Keeps what is typed into a form in this browser until it is saved, and offers what was typed earlier and not saved. Nothing is
 * put into a form unless its person asks for it.
 */
export function useDraft({ form, shell, about, isReturned }: Options) {
  const person = about === undefined ? undefined : shell.me?.id
  const [own, setOwn] = useState<string | null>(null)
  const [offers, setOffers] = useState<readonly Draft[]>([])
  const [typed, setTyped] = useState(NOTHING)
  const [state, setState] = useState<'restored' | 'unfit' | null>(null)

  useEffect(() => {
    if (about === undefined || person === undefined) return
    const key = (isReturned && returnedDraft()) || newDraftKey(person, about)
    setOwn(key)
    if (isReturned) saveDraft(key, valuesIn(form.current!))
    setOffers(draftsOf(person, about).filter((draft) => draft.key !== key))
  }, [person, about, isReturned, form])

  // After the rows of the draft were added.
  useEffect(() => {
    if (typed !== NOTHING) setState(restoreDraft(form.current!, typed) ? 'restored' : 'unfit')
  }, [typed, form])

  const without = (key: string) => setOffers(offers.filter((draft) => draft.key !== key))
  return {
    offers,
    state,
    /** The names of the fields in a continued draft, so that lists show the rows that were added. */
    names: typed.map(([name]) => name),
    keep: () => own !== null && saveDraft(own, valuesIn(form.current!)),
    /** Before the form is sent as a page. */
    sent: () => {
      if (own === null) return
      saveDraft(own, valuesIn(form.current!))
      markSent(own)
    },
    /** The form was saved without leaving the page. */
    saved: () => own !== null && deleteDraft(own),
    resume: (draft: Draft) => {
      setOwn(draft.key)
      setTyped(draft.typed)
      without(draft.key)
    },
    discard: (draft: Draft) => {
      deleteDraft(draft.key)
      without(draft.key)
    },
  }
}
