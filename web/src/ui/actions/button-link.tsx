import type { ComponentProps } from 'react'
import { ButtonContent, type ButtonStyle, buttonClass } from './button.tsx'

/** An anchor that looks like a button, because it navigates. */
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
}: ComponentProps<'a'> & ButtonStyle & { href: string }) {
  return (
    <a {...rest} className={buttonClass({ variant, block, small, iconOnly }, className)}>
      <ButtonContent icon={icon} badge={badge}>
        {children}
      </ButtonContent>
    </a>
  )
}
