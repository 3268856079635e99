import { common, checkout as t } from '@foyer/contract/messages.ts'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { useAction } from '../../../ui/forms/use-action.ts'
import { Frame } from '../../frame/frame.tsx'
import { OrderSummary } from '../../order-summary/order-summary.tsx'
import { useCheckoutState, useStore } from '../../state/context.tsx'
import css from './captcha.module.css'
import type { NotPassed } from './render-captcha.ts'
import { widgetFor } from './widget.ts'

/** The message when a challenge is no longer passed. */
const REASONS: Record<NotPassed, string> = {
  expired: t['error.captchaExpired'],
  challenge_expired: t['error.captchaExpired'],
  error: t['captcha.error'],
}

/** The challenge that comes before some reserves. */
export function Screen() {
  const store = useStore()
  const { captcha } = useCheckoutState()
  const place = useRef<HTMLDivElement>(null)
  const [token, setToken] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  /** the challenge itself could not be loaded */
  const [missing, setMissing] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const { busy, run } = useAction()
  const { sitekey, error, round } = captcha

  // Only the response of a reserve names the challenge.
  useEffect(() => {
    if (!sitekey) void store.reserve()
  }, [store, sitekey])

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that was refused needs a fresh challenge
  useEffect(() => {
    if (!sitekey) return
    let unmounted = false
    let removeWidget: (() => void) | null = null
    setToken(null)
    setMissing(false)
    const listener = {
      passed: (passedToken: string) => {
        setToken(passedToken)
        setProblem('')
      },
      notPassed: (why: NotPassed) => {
        setToken(null)
        setProblem(REASONS[why])
      },
    }
    const draw = async () => {
      const remove = await (await widgetFor(sitekey))(place.current!, sitekey, listener)
      if (unmounted) remove?.()
      else if (!remove) notLoaded()
      removeWidget = remove
    }
    const notLoaded = () => {
      if (unmounted) return
      listener.notPassed('error')
      setMissing(true)
    }
    draw().catch(notLoaded)
    return () => {
      unmounted = true
      removeWidget?.()
    }
  }, [sitekey, round, attempt])

  const loadAgain = () => {
    setProblem('')
    setAttempt((count) => count + 1)
  }
  const reserve = async () => {
    setProblem('')
    await store.reserve(token!)
  }

  return (
    <Frame title={t['title.captcha']} summary={<OrderSummary edit={t['link.editBasket']} />}>
      <Alert type="info">
        <p>{t['info.captcha']}</p>
      </Alert>
      <p>{t['captcha.notReserved']}</p>
      {(problem || error) && (
        <Alert
          type={problem === '' && error === t['captcha.longer'] ? 'info' : 'error'}
          live
          action={
            missing && (
              <Button variant="secondary" small onClick={loadAgain}>
                {common.tryAgain}
              </Button>
            )
          }
        >
          <p>{problem || error}</p>
        </Alert>
      )}
      <section ref={place} className={css.place} aria-label={t['captcha.label']} />
      <div className={css.next}>
        <LoadingButton
          loading={busy !== null}
          disabled={token === null}
          aria-describedby={token === null ? 'captcha-wait' : undefined}
          onClick={() => run(reserve)}
        >
          {common['button.continue']}
        </LoadingButton>
        {token === null && (
          <p id="captcha-wait" className={css.wait}>
            {t['captcha.waiting']}
          </p>
        )}
      </div>
    </Frame>
  )
}
