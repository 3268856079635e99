import { shop } from '@foyer/contract/messages.en.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { ButtonLink } from '../ui/actions/button-link.tsx'
import { basketIcon } from '../ui/display/icons.ts'
import { Alert } from '../ui/feedback/alert.tsx'

/** Nothing can be added while the basket is held; the checkout offers "Edit basket". */
export const BasketIsHeld = ({ text }: { text: string }) => (
  <Alert
    type="warning"
    action={
      <ButtonLink href={PAGES.checkout} icon={basketIcon} small>
        {shop['tickets.editBasket']}
      </ButtonLink>
    }
  >
    {text}
  </Alert>
)
