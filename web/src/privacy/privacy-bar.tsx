import { privacy as t } from '@foyer/contract/messages.ts'
import type { Privacy, PrivacyChoice } from '@foyer/contract/pages.ts'
import { useEffect, useId, useRef } from 'react'
import { Button } from '../ui/actions/button.tsx'
import { choose, deleteVendorCookies, openChoices, useChoice, useOpened } from './privacy.ts'
import css from './privacy-bar.module.css'

type Props = { privacy: Privacy | undefined }

const needsAnswer = ({ visits, sentry_dsn }: Privacy) => visits || sentry_dsn !== null

/**
 * Asks for consent to analytics and error reporting. The bar is part of the page and covers or blocks nothing, and both
 * answers are the same kind of button. Without ids it is not shown.
 */
export function PrivacyBar({ privacy }: Props) {
  const choice = useChoice(privacy)
  const opened = useOpened()
  const isRefused = choice === 'refused'
  useEffect(() => {
    // A vendor's script may have written while the page it ran on was left.
    if (isRefused) deleteVendorCookies()
  }, [isRefused])
  if (!privacy || !(opened || (choice === null && needsAnswer(privacy)))) return null
  return <Bar privacy={privacy} choice={choice} opened={opened} />
}

const choiceText = (choice: PrivacyChoice | null): string => {
  if (choice === null) return t['bar.free']
  return choice === 'accepted' ? t['bar.accepted'] : t['bar.refused']
}

function Bar({ privacy, choice, opened }: { privacy: Privacy; choice: PrivacyChoice | null; opened: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => {
    if (opened) heading.current?.focus()
  }, [opened])

  const say = (next: PrivacyChoice) => {
    // The buttons disappear with the bar, so focus moves to the page's content.
    document.getElementById('content')?.focus({ preventScroll: true })
    choose(next, choice)
  }
  const both = privacy.visits === (privacy.sentry_dsn !== null)
  return (
    <section className={css.bar} aria-labelledby={id}>
      <div className={`page ${css.row}`}>
        <div className={css.words}>
          <h2 id={id} ref={heading} tabIndex={-1} className={css.title}>
            {t['bar.title']}
          </h2>
          {(both || privacy.visits) && <p>{t['bar.visits']}</p>}
          {(both || privacy.sentry_dsn !== null) && <p>{t['bar.errors']}</p>}
          <p>{choiceText(choice)}</p>
        </div>
        <div className={css.answers}>
          <Button variant="secondary" onClick={() => say('refused')}>
            {t['bar.refuse']}
          </Button>
          <Button variant="secondary" onClick={() => say('accepted')}>
            {t['bar.accept']}
          </Button>
        </div>
      </div>
    </section>
  )
}

/** Opens the bar again, where there is one. */
export function PrivacyLink({ privacy }: Props) {
  if (!privacy) return null
  return (
    <button type="button" className={css.link} onClick={() => openChoices(true)}>
      {t.link}
    </button>
  )
}
