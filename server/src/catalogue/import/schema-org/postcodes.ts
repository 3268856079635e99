/** Postcodes that only one country writes this way. */
const PATTERNS: Record<string, RegExp> = {
  GB: /^(?:GIR ?0AA|[A-PR-UWYZ][A-Z]?\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2})$/,
  CA: /^[ABCEGHJ-NPR-TVXY]\d[A-Z] ?\d[A-Z]\d$/,
  IE: /^[AC-FHKNPRTV-Y]\d[\dW] ?[0-9AC-FHKNPRTV-Y]{4}$/,
  NL: /^(?:NL-)?[1-9]\d{3} ?[A-Z]{2}$/,
  PL: /^(?:PL-)?\d{2}-\d{3}$/,
  PT: /^(?:P-|PT-)?\d{4}-\d{3}$/,
  JP: /^〒? ?\d{3}-\d{4}$/,
  BR: /^\d{5}-\d{3}$/,
  US: /^\d{5}-\d{4}$/,
  LV: /^LV-?\d{4}$/,
  LT: /^LT-?\d{5}$/,
  AT: /^A-\d{4}$/,
  BE: /^B-\d{4}$/,
  CH: /^CH-\d{4}$/,
  DE: /^D-\d{5}$/,
  DK: /^DK-\d{4}$/,
  ES: /^E-\d{5}$/,
  FI: /^FIN?-\d{5}$/,
  FR: /^F-\d{5}$/,
  IT: /^I-\d{5}$/,
  LU: /^L-\d{4}$/,
  SE: /^SE?-\d{3} ?\d{2}$/,
}

/** The country of a postcode whose form no other country has; null for any other. */
export function countryOfPostcode(written: string): string | null {
  const postcode = written.trim().toUpperCase()
  return Object.keys(PATTERNS).find((country) => PATTERNS[country]!.test(postcode)) ?? null
}

/** The parts of Spain, Portugal and France with other clocks begin their postcodes with these. */
const OF_REGIONS: Record<string, Record<string, RegExp>> = {
  ES: { CN: /^(35|38)\d{3}$/ },
  PT: { 30: /^9[0-4]\d{2}(-\d{3})?$/, 20: /^9[5-9]\d{2}(-\d{3})?$/ },
  FR: { 971: /^971/, 972: /^972/, 973: /^973/, 974: /^974/, 976: /^976/, 987: /^987/, 988: /^988/ },
}

/** The region that a postcode belongs to, where regions of the country differ in time; an empty text for any other. */
export function regionOfPostcode(country: string, postcode: string): string {
  const regions = Object.entries(OF_REGIONS[country] ?? {})
  return regions.find(([, pattern]) => pattern.test(postcode.trim()))?.[0] ?? ''
}
