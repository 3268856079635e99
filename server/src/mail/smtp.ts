import nodemailer from 'nodemailer'
import type { Mailer, SendOutcome } from '../mailer.ts'
import { hasStatus, isGone } from './bounce/dsn.ts'

/** Shorter than the time after which a job counts as abandoned, so that no other worker takes a mail that is being sent. */
const LONGEST_SEND_MS = 60_000

/** Mail servers limit how many connections one sender may have. */
const CONNECTIONS = 4

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string }

/** Replies to these commands concern this mail and its address. Others (greeting, sign-in, sender) concern our setup. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA'])

/** Replies that mean an unknown recipient, if they have no enhanced status. */
const NO_SUCH_MAILBOX = new Set([550, 551, 553])

/** A final refusal, or null when another try may help. */
function refusalOf(error: SmtpError): SendOutcome | null {
  const { responseCode = 0, command = '', response } = error
  if (!ABOUT_THE_MAIL.has(command) || responseCode < 500 || responseCode > 599) return null
  const reason = response ?? error.message
  const isPermanent = hasStatus(reason) ? isGone(reason) : command === 'RCPT TO' && NO_SUCH_MAILBOX.has(responseCode)
  return { ok: false, reason, isPermanent }
}

/**
 * Sends by a mail server: `smtp://user:pass@host:port`, or `smtps://` for TLS from the first byte. With `requireTls` it sends
 * nothing to a server without TLS, because the mails contain tickets and sign-in codes.
 */
export function smtpMailer(
  smtpUrl: string,
  from: string,
  {
    requireTls,
    headers = () => ({}),
  }: { requireTls: boolean; headers?: (messageId: string) => Record<string, string> },
): Mailer {
  const transport = nodemailer.createTransport(
    {
      url: smtpUrl,
      pool: true,
      requireTLS: requireTls,
      // As many as are sent at a time, so that none spends its time waiting for a connection.
      maxConnections: CONNECTIONS,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      dnsTimeout: 10_000,
      // Nothing in a mail may make us read a file or fetch a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  )
  return {
    async send({ to, unsubscribeUrl, ...mail }) {
      const sending = transport.sendMail({
        ...mail,
        to: { name: '', address: to },
        headers: { ...headers(mail.messageId), ...(unsubscribeUrl && oneClick(unsubscribeUrl)) },
      })
      // After the deadline, a late error of this promise must not become an unhandled rejection.
      sending.catch(() => {})
      const deadline = new AbortController()
      try {
        const { response } = await Promise.race([sending, tooLong(deadline.signal)])
        return { ok: true, answer: response }
      } catch (error) {
        const refusal = refusalOf(error as SmtpError)
        if (refusal) return refusal
        const { code = 'ERROR', command = '', responseCode = '' } = error as SmtpError
        // Leaves out the server's own message, which may contain the address, because this one is logged.
        throw new Error(
          `the mail server did not take the mail: ${[code, command, responseCode].filter(Boolean).join(' ')}`,
        )
      } finally {
        deadline.abort()
      }
    },
    close: () => transport.close(),
  }
}

/** RFC 8058. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const tooLong = (done: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(Object.assign(new Error('too slow'), { code: 'EDEADLINE' })), LONGEST_SEND_MS)
    done.addEventListener('abort', () => clearTimeout(timer))
  })
