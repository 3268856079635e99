import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import type { Mailer, OutgoingMail } from '../mailer.ts'
import { RELAYS } from './bounce/relays.ts'
import { compose } from './compose.ts'
import { smtpMailer } from './smtp.ts'
import { codeMail } from './templates/code.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** What the sender is told of an email that was taken, with the server's own words. */
const ACCEPTED = { ok: true, answer: expect.stringMatching(/^250 /) }

/** A mail server that records its mails and refuses where the test says so. */
async function mailServer(options: SMTPServerOptions = {}) {
  const mails: { to: string[]; raw: Buffer }[] = []
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks) })
        done()
      })
    },
    ...options,
  })
  // Ignores clients that disconnect.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)))
  return { mails, url: `smtp://127.0.0.1:${port}`, port }
}

function mailerFor(url: string, { requireTls = false } = {}): Mailer {
  const mailer = smtpMailer(url, 'Foyer <tickets@shop.example>', { requireTls })
  closing.push(() => mailer.close?.())
  return mailer
}

const no = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })

const MAIL: OutgoingMail = {
  to: 'ada@example.org',
  ...compose(codeMail({ code: '402913', isLong: false, shop: 'Foyer' }), {
    shop: { name: 'Foyer', email: null },
    publicUrl: 'https://shop.example',
  }),
  attachments: [
    { filename: 'foyer-tickets.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-1.3 żółć') },
    { filename: 'foyer-events.ics', contentType: 'text/calendar', content: Buffer.from('BEGIN:VCALENDAR') },
  ],
  messageId: '<0123456789abcdef@shop.example>',
}

describe('smtp', () => {
  it('refuses a server without TLS unless that is allowed', async () => {
    const server = await mailServer({ disabledCommands: ['AUTH', 'STARTTLS'] })
    await expect(mailerFor(server.url, { requireTls: true }).send(MAIL)).rejects.toThrow('ETLS')
    expect(server.mails).toEqual([])
    expect(await mailerFor(server.url).send(MAIL)).toEqual(ACCEPTED)
  })

  it('sends an email that any program can read', async () => {
    const server = await mailServer()
    expect(await mailerFor(server.url).send(MAIL)).toEqual(ACCEPTED)
    const [{ to, raw }] = server.mails as [(typeof server.mails)[0]]
    const read = await PostalMime.parse(raw)
    expect(to).toEqual(['ada@example.org'])
    expect(read).toMatchObject({
      from: { name: 'Foyer', address: 'tickets@shop.example' },
      to: [{ name: '', address: 'ada@example.org' }],
      subject: '402913 is your Foyer code',
      messageId: MAIL.messageId,
    })
    expect(read.text?.trim()).toBe(MAIL.text.trim())
    expect(read.html?.trim()).toBe(MAIL.html.trim())
    expect(read.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ['foyer-tickets.pdf', 'application/pdf'],
      ['foyer-events.ics', 'text/calendar'],
    ])
    expect(Buffer.from(read.attachments[0]!.content as ArrayBuffer)).toEqual(MAIL.attachments[0]!.content)
    expect(read.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  })

  it.each([
    [550, 'No such user here', true],
    [553, 'Mailbox name not allowed', true],
    [550, '5.1.1 No such mailbox', true],
    [552, 'Mailbox full', false],
    [550, '5.7.1 Not from you', false],
  ])('returns a permanent failure when the server answers %i %s to the address', async (code, words, isPermanent) => {
    const { url, mails } = await mailServer({ onRcptTo: (_address, _session, done) => done(no(code, words)) })
    expect(await mailerFor(url).send(MAIL)).toEqual({
      ok: false,
      reason: expect.stringContaining(words),
      isPermanent,
    })
    expect(mails).toEqual([])
  })

  it('returns a permanent failure when the server refuses the content', async () => {
    const { url } = await mailServer({
      onData: (stream, _session, done) => {
        stream.resume()
        stream.on('end', () => done(no(554, 'Not this one')))
      },
    })
    expect(await mailerFor(url).send(MAIL)).toMatchObject({ ok: false, isPermanent: false })
  })

  it('passes our id to a relay that assigns its own', async () => {
    const server = await mailServer()
    const mailer = smtpMailer(server.url, 'tickets@shop.example', {
      requireTls: false,
      headers: RELAYS.postmark.headers,
    })
    closing.push(() => mailer.close?.())
    await mailer.send({ ...MAIL, unsubscribeUrl: 'https://shop.example/end' })
    const { headers } = await PostalMime.parse(server.mails[0]!.raw)
    const values = new Map(headers.map(({ key, value }) => [key, value]))
    expect(values.get('x-pm-metadata-foyer-id')).toBe('0123456789abcdef')
    expect(values.get('list-unsubscribe')).toBe('<https://shop.example/end>')
  })

  it.each<[string, SMTPServerOptions]>([
    ['is full for now', { onRcptTo: (_address, _session, done) => done(no(452, 'Try again later')) }],
    ['greylists', { onRcptTo: (_address, _session, done) => done(no(451, 'Greylisted')) }],
    // An error in our setup, not in the address.
    ['does not want the sender', { onMailFrom: (_address, _session, done) => done(no(550, 'Who are you')) }],
    ['does not want us', { onConnect: (_session, done) => done(no(554, 'Go away')) }],
  ])('throws, for a retry, when the server %s', async (_, options) => {
    const { url, mails } = await mailServer(options)
    await expect(mailerFor(url).send(MAIL)).rejects.toThrow('the mail server did not take the mail')
    expect(mails).toEqual([])
  })

  it('throws without a server, and keeps the address out of the error', async () => {
    const { url } = await mailServer()
    for (const close of closing.splice(0)) await close()
    await expect(mailerFor(url).send(MAIL)).rejects.toThrow(/^(?!.*ada@).*ECONNREFUSED|ESOCKET|ECONNECTION/)
  })

  it('treats an address as one address, whatever it contains', async () => {
    const server = await mailServer()
    const mailer = mailerFor(server.url)
    for (const to of ['ada@example.org, eve@example.org', 'ada@example.org\r\nBcc: eve@example.org'])
      await mailer.send({ ...MAIL, to }).catch(() => {})
    expect(server.mails.flatMap((mail) => mail.to)).not.toContain('eve@example.org')
    for (const { raw } of server.mails) expect(raw.toString()).not.toMatch(/^bcc:/im)
  })
})
