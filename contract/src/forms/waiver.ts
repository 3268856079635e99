import type { WaiverSignature } from '@foyer/domain/after-sale/waiver.ts'
import type { BodyOf } from '../calls.ts'

export const WAIVER_FORM = {
  name: 'name',
  isMinor: 'is_minor',
  signedBy: 'signed_by',
  kind: 'signature_kind',
  signature: 'signature',
} as const satisfies Record<keyof WaiverSignature, keyof BodyOf<'sign_waiver'>>
