/** Digits with thousands separators. */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** A whole number with thousands separators: 12500 is '12,500'. */
export const formatNumber = (whole: number): string => (whole < 0 ? '-' : '') + grouped(Math.abs(whole).toFixed(0))
