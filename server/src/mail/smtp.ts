import nodemailer from 'nodemailer'
import type { Mailer, SendOutcome } from '../mailer.ts'

/** Below the time after which a job counts as abandoned: a mail still under way must never be taken up by another worker. */
const LONGEST_SEND_MS = 60_000

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string }

/** Answers to these are about this mail and its address; elsewhere (greeting, sign-in, sender) they are about our set-up. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA'])

/** A refusal for good, or null when trying again may help. */
function refusalOf(error: SmtpError): SendOutcome | null {
  const { responseCode = 0, command = '', response } = error
  if (!ABOUT_THE_MAIL.has(command) || responseCode < 500 || responseCode > 599) return null
  return { ok: false, refused: true, reason: response ?? error.message }
}

/**
 * Sends by a mail server: `smtp://user:pass@host:port`, `smtps://` for TLS from the first byte. With `requireTls` nothing is sent
 * to a server that offers no TLS, because tickets and sign-in codes are in the mails.
 */
export function smtpMailer(smtpUrl: string, from: string, { requireTls }: { requireTls: boolean }): Mailer {
  const transport = nodemailer.createTransport(
    {
      url: smtpUrl,
      pool: true,
      requireTLS: requireTls,
      // As many as jobs run beside each other: none waits for a connection while its time runs.
      maxConnections: 4,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      dnsTimeout: 10_000,
      // Nothing in a mail may make us read a file or fetch an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  )
  return {
    async send({ to, ...mail }) {
      const sending = transport.sendMail({ ...mail, to: { name: '', address: to } })
      // If the deadline wins, the end of this one must not become an unhandled rejection.
      sending.catch(() => {})
      const deadline = new AbortController()
      try {
        await Promise.race([sending, tooLong(deadline.signal)])
        return { ok: true }
      } catch (error) {
        const refusal = refusalOf(error as SmtpError)
        if (refusal) return refusal
        const { code = 'ERROR', command = '', responseCode = '' } = error as SmtpError
        // Not the server's own words, which may hold the address: this message is logged.
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

const tooLong = (done: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(Object.assign(new Error('too slow'), { code: 'EDEADLINE' })), LONGEST_SEND_MS)
    done.addEventListener('abort', () => clearTimeout(timer))
  })
