/** Vendors that move money. The others send text messages, issue passes or detect bots. */
export const MONEY_VENDORS = ['stripe', 'square', 'truelayer'] as const
export const VENDORS = [...MONEY_VENDORS, 'hcaptcha', 'twilio', 'google'] as const
export type Vendor = (typeof VENDORS)[number]
