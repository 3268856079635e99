import type { ComponentProps } from 'react'
import { ButtonContent, type ButtonLook, buttonClass } from './button.tsx'

/** A link that looks like a button: it goes somewhere, so it is an anchor. */
export function ButtonLink({
  variant,
  block,
  small,
  icon,
  iconOnly,
  badge,
  className,
  children,
  ...rest
}: ComponentProps<'a'> & ButtonLook & { href: string }) {
  return (
    <a {...rest} className={buttonClass({ variant, block, small, iconOnly }, className)}>
      <ButtonContent icon={icon} badge={badge}>
        {children}
      </ButtonContent>
    </a>
  )
}
