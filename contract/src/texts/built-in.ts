import type { Language } from '@foyer/domain/format/language.ts'
import type { TextKind } from '@foyer/domain/people/texts.ts'
import * as privacyEn from './privacy.en.ts'
import * as privacyFr from './privacy.fr.ts'
import * as refundsEn from './refund-policy.en.ts'
import * as refundsFr from './refund-policy.fr.ts'
import type { Section } from './section.ts'
import * as templateEn from './template.en.ts'
import * as templateFr from './template.fr.ts'
import * as termsEn from './terms.en.ts'
import * as termsFr from './terms.fr.ts'

/** The texts that apply while the shop has none of its own. A page imports only its own. */
export const BUILT_IN: Record<Language, Record<TextKind, { LEAD: string; SECTIONS: readonly Section[] }>> = {
  en: { terms: termsEn, refunds: refundsEn, privacy: privacyEn },
  fr: { terms: termsFr, refunds: refundsFr, privacy: privacyFr },
}

export const TEMPLATES = { en: templateEn, fr: templateFr } as const satisfies Record<Language, object>
