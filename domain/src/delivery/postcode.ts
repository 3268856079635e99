/** A postcode of the UK by its form: area, district and unit, GIR 0AA, or a BFPO number; spaces don't matter. */
const UK_POSTCODE = /^([A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}|GIR0AA|BFPO\d{1,4})$/

export const isUkPostcode = (typed: string): boolean => UK_POSTCODE.test(typed.replace(/\s/g, '').toUpperCase())
