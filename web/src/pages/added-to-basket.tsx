import { shop } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { ButtonLink } from '../ui/actions/button-link.tsx'
import { basketIcon } from '../ui/display/icons.ts'
import { Alert } from '../ui/feedback/alert.tsx'

type Props = { type: 'success' | 'warning'; link: string; text: string; what?: string }

/** With `what` was added, the way to the basket takes the place of the button that was pressed, and its focus. */
const WithLinkToBasket = ({ type, link, text, what }: Props) => (
  <Alert
    type={type}
    action={
      <ButtonLink ref={focusOnMount(what)} href={PAGES.checkout} icon={basketIcon} small={!what} block={!!what}>
        {link}
      </ButtonLink>
    }
  >
    {text}
    {what && <strong>{what}</strong>}
  </Alert>
)

const focus = (link: HTMLAnchorElement | null) => link?.focus()
const focusOnMount = (what?: string) => (what ? focus : undefined)

export const AddedToBasket = ({ what }: { what?: string }) => (
  <WithLinkToBasket type="success" link={shop['tickets.goToBasket']} text={shop['tickets.added']} what={what} />
)

/** Nothing can be added while the basket is held; the checkout offers "Edit basket". */
export const BasketIsHeld = ({ text }: { text: string }) => (
  <WithLinkToBasket type="warning" link={shop['tickets.editBasket']} text={text} />
)
