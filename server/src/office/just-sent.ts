import { fail } from '@foyer/domain/result.ts'

/** The refusal to send an email again that was sent moments ago: when, and to whom. */
export const justSent = ({ recipient, queued_at }: { recipient: string; queued_at: Date }, now: Date) =>
  fail('just_sent', {
    seconds: Math.max(1, Math.round((now.getTime() - queued_at.getTime()) / 1000)),
    to: recipient,
  })
