const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** Whether a text has letters that are read from right to left, such as Hebrew and Arabic ones. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)
