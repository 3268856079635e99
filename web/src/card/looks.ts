import { language } from '@foyer/domain/format/language.ts'

/** The current value of a colour or size from tokens.css: frames of other sites cannot read our style sheet. */
const role = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()

/** Stripe's fields in the page's theme, by its Appearance API. */
export const stripeLooks = () => ({
  locale: language() === 'fr' ? ('fr' as const) : ('en-GB' as const),
  appearance: {
    theme: document.documentElement.dataset.theme === 'dark' ? ('night' as const) : ('stripe' as const),
    variables: {
      colorPrimary: role('accent'),
      colorBackground: role('surface'),
      colorText: role('ink'),
      colorTextSecondary: role('ink2'),
      colorTextPlaceholder: role('ink3'),
      colorDanger: role('error'),
      borderRadius: role('r-control'),
      fontFamily: role('sans'),
      fontSizeBase: '16px',
    },
  },
})

/** Square's field, by the selectors its card accepts. Without an explicit background it stays white in the dark theme. */
export const squareLooks = () => {
  const wrong = { color: role('error') }
  const quiet = { color: role('ink2') }
  return {
    '.input-container': { borderColor: role('line-strong'), borderRadius: role('r-control') },
    '.input-container.is-focus': { borderColor: role('focus') },
    '.input-container.is-error': { borderColor: role('error') },
    '.message-text': quiet,
    '.message-icon': quiet,
    '.message-text.is-error': wrong,
    '.message-icon.is-error': wrong,
    input: { backgroundColor: role('surface'), color: role('ink'), fontSize: '16px' },
    'input::placeholder': { color: role('ink3') },
    'input.is-error': wrong,
  }
}
