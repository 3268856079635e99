import { type ComponentProps, type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../display/icon.tsx'
import { Spinner } from '../feedback/spinner.tsx'
import css from './button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

export type ButtonStyle = {
  variant?: ButtonVariant
  /** full width of its column: the main button of a form on a phone */
  block?: boolean
  /** 44 pixels high instead of 48, for rows and cards */
  small?: boolean
  /** an icon from icons.ts before the label */
  icon?: string
  /** shows only the icon; requires `aria-label` */
  iconOnly?: boolean
  /** a count in a bubble after the label */
  badge?: ReactNode
}

type Props = Omit<ComponentProps<'button'>, 'onClick'> &
  ButtonStyle & {
    /** shows the spinner and disables the button */
    loading?: boolean
    /** replaces the label while loading; without it the button keeps its width */
    loadingText?: string
    /** if it returns a promise, further presses are ignored until it settles */
    onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown
  }

export const buttonClass = ({ variant = 'primary', block, small, iconOnly }: ButtonStyle, className?: string) =>
  cx(css.button, css[variant], block && css.block, small && css.small, iconOnly && css.iconOnly, className)

/** The content of a button or button-like link. */
export function ButtonContent({ icon, badge, children }: ButtonStyle & { children?: ReactNode }) {
  return (
    <>
      {icon && <Icon shape={icon} size={20} />}
      {children}
      {badge !== undefined && <span className={css.badge}>{badge}</span>}
    </>
  )
}

/** `type` is "button" by default, so that no button submits a form by accident. */
export function Button({
  variant,
  block,
  small,
  icon,
  iconOnly,
  badge,
  loading = false,
  loadingText,
  disabled,
  className,
  children,
  onClick,
  ...rest
}: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  const busy = useRef(false)

  // A button that becomes disabled loses focus; restore it afterwards unless focus has moved elsewhere.
  useLayoutEffect(() => {
    const node = button.current!
    const { activeElement, body } = node.ownerDocument
    if (loading) hadFocus.current = activeElement === node
    else if (hadFocus.current) {
      hadFocus.current = false
      if (activeElement === body || activeElement === null) node.focus()
    }
  }, [loading])

  const onPress = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy.current) return event.preventDefault()
    const result = onClick?.(event)
    if (!(result instanceof Promise)) return
    busy.current = true
    const release = () => {
      busy.current = false
    }
    result.then(release, release)
  }

  return (
    <button
      ref={button}
      type="button"
      {...rest}
      className={buttonClass({ variant, block, small, iconOnly }, cx(loading && css.loading, className))}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      onClick={onPress}
    >
      {loading && <Spinner className={loadingText ? undefined : css.over} />}
      {loading && loadingText ? (
        loadingText
      ) : (
        <span className={css.label}>
          <ButtonContent icon={icon} badge={badge}>
            {children}
          </ButtonContent>
        </span>
      )}
    </button>
  )
}
