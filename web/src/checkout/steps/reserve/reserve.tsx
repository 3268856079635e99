import { common, checkout as t } from '@foyer/contract/messages.ts'
import { isInAppBrowser } from '@foyer/domain/browser/in-app.ts'
import { useEffect, useState } from 'react'
import { useTabTitle } from '../../../title.ts'
import { BackLink } from '../../../ui/actions/back-link.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { copyIcon, tickIcon } from '../../../ui/display/icons.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { announce } from '../../../ui/feedback/announce.ts'
import { WaitingCard } from '../../../ui/feedback/waiting-card.tsx'
import { useCopy } from '../../../ui/hooks/use-copy.ts'
import { useHydrated } from '../../../ui/hooks/use-hydrated.ts'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { StepTitle } from '../../frame/frame.tsx'
import { useCheckout, useCheckoutState, useStore } from '../../state/context.tsx'
import { sessionLink } from '../../state/session-link.ts'
import css from './reserve.module.css'

export function Screen() {
  // Only the browser can tell whether it is an in-app browser; the server renders the spinner.
  const hydrated = useHydrated()
  return hydrated && isInAppBrowser(navigator.userAgent) ? <OpenInOtherBrowser /> : <Reserving hydrated={hydrated} />
}

/** Starts the reserve; the store decides which step follows. */
function Reserving({ hydrated }: { hydrated: boolean }) {
  const store = useStore()

  useEffect(() => {
    if (hydrated) void store.reserve()
  }, [store, hydrated])

  const title = useTabTitle(t['title.captcha'])
  useEffect(() => {
    document.title = title
  }, [title])

  return (
    <div className="page">
      <WaitingCard atOnce title={t['info.reserving']} />
    </div>
  )
}

/** Shown in a browser inside a social app, where nothing is reserved. */
function OpenInOtherBrowser() {
  const store = useStore()
  const { sale_reference } = useCheckout()
  const { moving } = useCheckoutState()
  const { copied, copy } = useCopy()
  const [showsLink, setShowsLink] = useState(false)
  const link = sessionLink(sale_reference, location.origin)

  const copyLink = async () => {
    const done = await copy(link)
    if (done) announce(common['success.linkCopied'])
    setShowsLink(!done)
  }

  return (
    <div className={`page ${css.elsewhere}`}>
      <BackLink disabled={moving} onClick={() => store.move('basket')}>
        {t['steps.back']}
      </BackLink>
      <StepTitle title={t['title.captcha']} />
      <Alert type="warning">
        <p>{t['warning.incompatibleBrowser']}</p>
      </Alert>
      <Button icon={copied ? tickIcon : copyIcon} onClick={copyLink}>
        {copied ? common['success.linkCopied'] : common['button.copyLink']}
      </Button>
      {showsLink && <code className={css.link}>{link}</code>}
      <Disclosure title={t['link.whyIncompatibleBrowser']}>
        <p>{t['browser.explanation']}</p>
      </Disclosure>
    </div>
  )
}
