import { language } from './language.ts'

const NARROW_SPACE = '\u202f'

/** Digits with thousands separators. */
export const grouped = (digits: string): string =>
  digits.replace(/\B(?=(\d{3})+$)/g, language() === 'fr' ? NARROW_SPACE : ',')

/** A whole number with thousands separators: 12500 is '12,500'. */
export const formatNumber = (whole: number): string => (whole < 0 ? '-' : '') + grouped(Math.abs(whole).toFixed(0))
