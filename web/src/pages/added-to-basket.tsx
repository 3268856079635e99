import { shop } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { ButtonLink } from '../ui/actions/button-link.tsx'
import { basketIcon } from '../ui/display/icons.ts'
import { Alert } from '../ui/feedback/alert.tsx'

type Props = { type: 'success' | 'warning'; link: string; text: string }

const WithLinkToBasket = ({ type, link, text }: Props) => (
  <Alert
    type={type}
    action={
      <ButtonLink href={PAGES.checkout} icon={basketIcon} small>
        {link}
      </ButtonLink>
    }
  >
    {text}
  </Alert>
)

export const AddedToBasket = () => (
  <WithLinkToBasket type="success" link={shop['tickets.goToBasket']} text={shop['tickets.added']} />
)

/** Nothing can be added while the basket is held; the checkout offers "Edit basket". */
export const BasketIsHeld = ({ text }: { text: string }) => (
  <WithLinkToBasket type="warning" link={shop['tickets.editBasket']} text={text} />
)
