import { checkout as t } from '@foyer/contract/messages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { useRef, useState } from 'react'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { useAction } from '../../../ui/forms/use-action.ts'
import { onSubmit } from '../../../ui/forms/use-form.ts'
import { RemoveCode } from '../../order-summary/remove-code.tsx'
import { useCheckout, useStore } from '../../state/context.tsx'
import css from './basket.module.css'

/** One field for discount and gift voucher codes, and the codes that are applied. */
export function CodeBox() {
  const store = useStore()
  const { discounts_applied, gift_vouchers_applied } = useCheckout()
  const applied = Object.keys({ ...discounts_applied, ...gift_vouchers_applied })
  const [code, setCode] = useState('')
  const { busy, run } = useAction()
  const [result, setResult] = useState<'applied' | 'again' | 'invalid' | null>(null)
  const field = useRef<HTMLInputElement>(null)

  const apply = async () => {
    const typed = code.trim()
    if (typed === '') return field.current?.focus()
    // Longer than any code: nothing needs to be asked.
    if (typed.length > LIMITS.text.code) return setResult('invalid')
    setResult(null)
    const answer = await store.change('set_code', { code: typed }, t['error.setCode'])
    if (!answer.ok) return
    const { code_applied, already_applied } = answer.reply
    // Another code may have been typed meanwhile. It is not the one that was refused.
    const isStillTyped = field.current?.value.trim() === typed
    if (code_applied) {
      setResult(already_applied ? 'again' : 'applied')
      if (isStillTyped) setCode('')
    } else if (isStillTyped) {
      setResult('invalid')
      field.current?.focus()
    }
  }

  return (
    <Form className={css.codeBox} data-code-box tabIndex={-1} onSubmit={onSubmit(() => run(apply))}>
      <div className={css.codeLine}>
        <TextField
          ref={field}
          id="code"
          name="code"
          label={t['basket.code']}
          value={code}
          maxLength={LIMITS.text.code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          onChange={(event) => {
            setCode(event.target.value)
            setResult(null)
          }}
        />
        <LoadingButton type="submit" variant="secondary" loading={busy !== null}>
          {t['basket.applyCode']}
        </LoadingButton>
      </div>
      {result === 'applied' && (
        <Alert type="success" live>
          <p>{t['success.codeApplied']}</p>
        </Alert>
      )}
      {result === 'again' && (
        <Alert type="info" live>
          <p>{t['basket.codeAlreadyApplied']}</p>
        </Alert>
      )}
      {result === 'invalid' && (
        <Alert type="warning" live>
          <p>{t['warning.invalidCode']}</p>
        </Alert>
      )}
      {applied.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: without markers, Safari does not announce it as a list
        <ul role="list" aria-label={t['basket.codes']}>
          {applied.map((each) => (
            <li key={each}>
              {each} <RemoveCode code={each} />
            </li>
          ))}
        </ul>
      )}
    </Form>
  )
}
