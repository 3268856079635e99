import { shop } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { ButtonLink } from '../ui/actions/button-link.tsx'
import { basketIcon } from '../ui/display/icons.ts'
import { Alert } from '../ui/feedback/alert.tsx'

type Props = { type: 'success' | 'warning'; link: string; text: string; addedText?: string; linkClass?: string }

/** With `addedText`, the link to the basket replaces the button that was pressed, and receives its focus. */
const WithLinkToBasket = ({ type, link, text, addedText, linkClass }: Props) => (
  <Alert
    type={type}
    action={
      <ButtonLink
        ref={addedText ? focusLink : undefined}
        className={linkClass}
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

/**
 * A ref that focuses the link when it appears, where it is: a scroll would move the page under the finger that pressed. A
 * hidden link is not focused.
 */
export const focusLink = (link: HTMLAnchorElement | null): void => link?.focus({ preventScroll: true })

/** `linkClass` hides the link where the page shows another one. */
export const AddedToBasket = (props: Pick<Props, 'addedText' | 'linkClass'>) => (
  <WithLinkToBasket type="success" link={shop['tickets.goToBasket']} text={shop['tickets.added']} {...props} />
)

/** Nothing can be added while the basket is held; the checkout offers "Edit basket". */
export const BasketIsHeld = ({ text }: { text: string }) => (
  <WithLinkToBasket type="warning" link={shop['tickets.editBasket']} text={text} />
)
