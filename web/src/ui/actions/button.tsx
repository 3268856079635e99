import { type ComponentProps, type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../display/icon.tsx'
import { Spinner } from '../feedback/spinner.tsx'
import { useAsleep } from '../forms/form.tsx'
import css from './button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

export type ButtonLook = {
  variant?: ButtonVariant
  /** as wide as its column: the main button of a form on a phone */
  block?: boolean
  /** 44 high instead of 48, for rows and cards */
  small?: boolean
  /** a drawing of icons.ts before the words */
  icon?: string
  /** only the drawing is seen; give `aria-label` */
  iconOnly?: boolean
  /** a count in a bubble after the words */
  badge?: ReactNode
}

type Props = Omit<ComponentProps<'button'>, 'onClick'> &
  ButtonLook & {
    /** shows the spinner and disables the button */
    loading?: boolean
    /** words to show instead of the label while loading; without them the button keeps its width */
    loadingText?: string
    /** a returned promise keeps further presses out until it settles */
    onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown
  }

export const buttonClass = ({ variant = 'primary', block, small, iconOnly }: ButtonLook, className?: string) =>
  cx(css.button, css[variant], block && css.block, small && css.small, iconOnly && css.iconOnly, className)

/** What a button or button-like link holds. */
export function ButtonContent({ icon, badge, children }: ButtonLook & { children?: ReactNode }) {
  return (
    <>
      {icon && <Icon shape={icon} size={20} />}
      {children}
      {badge !== undefined && <span className={css.badge}>{badge}</span>}
    </>
  )
}

/** A button; `type` is "button" unless it says otherwise, so that none sends a form by accident. */
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
  const asleep = useAsleep() && rest.type === 'submit'

  // A button that becomes disabled loses the keyboard's place; give it back afterwards if nobody took it.
  useLayoutEffect(() => {
    const node = button.current!
    const { activeElement, body } = node.ownerDocument
    if (loading) hadFocus.current = activeElement === node
    else if (hadFocus.current) {
      hadFocus.current = false
      if (activeElement === body || activeElement === null) node.focus()
    }
  }, [loading])

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy.current) return event.preventDefault()
    const result = onClick?.(event)
    if (!(result instanceof Promise)) return
    busy.current = true
    const free = () => {
      busy.current = false
    }
    result.then(free, free)
  }

  return (
    <button
      ref={button}
      type="button"
      {...rest}
      className={buttonClass({ variant, block, small, iconOnly }, cx(loading && css.loading, className))}
      disabled={disabled || loading || asleep}
      aria-busy={loading || undefined}
      onClick={press}
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
