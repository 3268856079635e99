/** The format of a UK postcode without spaces: area, district and unit, GIR 0AA, or a BFPO number. */
const UK_POSTCODE = /^([A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}|GIR0AA|BFPO\d{1,4})$/

export const isUkPostcode = (typed: string): boolean => UK_POSTCODE.test(typed.replace(/\s/g, '').toUpperCase())
