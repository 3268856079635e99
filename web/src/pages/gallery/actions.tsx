import { useState } from 'react'
import { BackLink } from '../../ui/actions/back-link.tsx'
import { Button, type ButtonVariant } from '../../ui/actions/button.tsx'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import * as icons from '../../ui/display/icons.ts'
import css from './gallery.module.css'

const VARIANTS: ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger']

export function Buttons() {
  const [loading, setLoading] = useState(true)
  return (
    <>
      {VARIANTS.map((variant) => (
        <div key={variant} className={css.row}>
          <Button variant={variant}>{variant === 'danger' ? 'Delete address' : 'Continue'}</Button>
          <Button variant={variant} icon={icons.ticketIcon}>
            Transfer tickets
          </Button>
          <Button variant={variant} disabled>
            Not now
          </Button>
          <LoadingButton variant={variant} loading={loading}>
            Send code
          </LoadingButton>
        </div>
      ))}
      <div className={css.row}>
        <LoadingButton loading={loading} loadingText="Confirming Payment">
          Pay £66.40
        </LoadingButton>
        <ButtonLink href="#buttons" variant="secondary" small>
          Edit basket
        </ButtonLink>
        <Button badge={3}>Reserve Basket</Button>
        <Button variant="quiet" icon={icons.binIcon} iconOnly aria-label="Remove" />
        <Button variant="quiet" onClick={() => setLoading(!loading)}>
          Turn loading {loading ? 'off' : 'on'}
        </Button>
      </div>
      <div className={css.narrow}>
        <Button block>Reserve Basket</Button>
      </div>
      <BackLink href="#type">Back to basket</BackLink>
    </>
  )
}
