import { shop } from '@foyer/contract/messages.ts'
import type { EventPageData } from '@foyer/contract/types.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import css from './event.module.css'

/** A GET form: it works without JavaScript, and the address with the code can be sent to guests. */
export function AccessCode({ event, access }: Pick<EventPageData, 'event' | 'access'>) {
  if (access?.state === 'opened') return <Alert type="success">{shop['access.opened']}</Alert>
  return (
    <form action={event.url} method="get" className={css.quantity}>
      <TextField
        id="access-code"
        name="code"
        label={shop['access.title']}
        maxLength={LIMITS.text.code}
        error={access && (access.state === 'wrong' ? shop['access.wrong'] : shop['access.tooMany'])}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button type="submit" variant="secondary" small>
        {shop['access.button']}
      </Button>
    </form>
  )
}
