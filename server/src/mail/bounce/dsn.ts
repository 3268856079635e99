import type { Bounce } from './record.ts'

/** Unfolds header lines. */
const unfolded = (text: string) => text.replace(/\r\n?/g, '\n').replace(/\n[ \t]+/g, ' ')
const field = (text: string, name: string): string =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(text)?.[1]?.trim() ?? ''

/**
 * Reads a delivery status notification (RFC 3464). Null for anything else, and for one that says that a later try may succeed.
 * The id is that of the returned email, which comes last; the notification has one of its own, which comes first.
 */
export function readDsn(message: string): Bounce | null {
  const text = unfolded(message)
  const [head = ''] = text.split('\n\n')
  if (!/^content-type:[^\n]*report-type="?delivery-status/im.test(head)) return null
  const report = text.slice(text.search(/^content-type:[ \t]*message\/delivery-status/im))
  if (report.length === text.length || field(report, 'Action').toLowerCase() !== 'failed') return null
  const status = field(report, 'Status')
  const messageId = [...report.matchAll(/^message-id:[ \t]*(<[^<>\s]+>)/gim)].at(-1)?.[1]
  if (messageId === undefined) return null
  const diagnostic = field(report, 'Diagnostic-Code').replace(/^smtp;[ \t]*/i, '')
  return { messageId, reason: diagnostic || status, isPermanent: isPermanent(status) }
}

/** RFC 3463: no such mailbox, or one that is closed. A full mailbox or a filter says nothing about the address. */
export const isPermanent = (status: string): boolean => /^5\.(1\.\d+|2\.1|0\.0)$/.test(status)

const statusIn = (answer: string): string | undefined => /(?:^|[\s-])(5\.\d{1,3}\.\d{1,3})(?:\s|$)/.exec(answer)?.[1]

/** Whether a mail server's answer has an enhanced status (RFC 2034). */
export const hasStatus = (answer: string): boolean => statusIn(answer) !== undefined

/** Whether the enhanced status of an answer says that the address is gone. */
export const isGone = (answer: string): boolean => isPermanent(statusIn(answer) ?? '')
