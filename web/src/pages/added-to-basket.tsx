import { shop } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { ButtonLink } from '../ui/actions/button-link.tsx'
import { basketIcon } from '../ui/display/icons.ts'
import { Alert } from '../ui/feedback/alert.tsx'

type Props = { type: 'success' | 'warning'; link: string; text: string; addedText?: string }

/** With `addedText`, the link to the basket replaces the button that was pressed, and receives its focus. */
const WithLinkToBasket = ({ type, link, text, addedText }: Props) => (
  <Alert
    type={type}
    action={
      <ButtonLink
        ref={focusOnMount(addedText)}
        href={PAGES.checkout}
        icon={basketIcon}
        small={!addedText}
        block={!!addedText}
      >
        {link}
      </ButtonLink>
    }
  >
    {text}
    {addedText && <strong>{addedText}</strong>}
  </Alert>
)

const focus = (link: HTMLAnchorElement | null) => link?.focus()
const focusOnMount = (addedText?: string) => (addedText ? focus : undefined)

export const AddedToBasket = ({ addedText }: { addedText?: string }) => (
  <WithLinkToBasket
    type="success"
    link={shop['tickets.goToBasket']}
    text={shop['tickets.added']}
    addedText={addedText}
  />
)

/** Nothing can be added while the basket is held; the checkout offers "Edit basket". */
export const BasketIsHeld = ({ text }: { text: string }) => (
  <WithLinkToBasket type="warning" link={shop['tickets.editBasket']} text={text} />
)
