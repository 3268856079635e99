import { createPrivateKey, X509Certificate } from 'node:crypto'
import { z } from 'zod'

/** Checks of settings whose mistakes would otherwise show only when they are first used. */

/** Restores the line breaks of a PEM written on one line of an environment file. */
export const lines = (pem: string): string => pem.replaceAll('\\n', '\n')

const succeeds = (read: () => unknown): boolean => {
  try {
    read()
    return true
  } catch {
    return false
  }
}

export const webAddress = z.url({ protocol: /^https?$/i, error: 'is an address that begins with http:// or https://' })

/** Where the shop is, without a slash at the end. It serves a whole host, so it has no path. */
export const origin = webAddress
  .refine((url) => {
    const { pathname, search, hash } = new URL(url)
    return pathname === '/' && search === '' && hash === ''
  }, 'is the address of the host alone, without a path')
  .transform((url) => new URL(url).origin)

/** An error of Node quotes the address, with its password. */
export const UNREADABLE = 'cannot be read as an address: in a password, / is written as %2F, ? as %3F and # as %23'

export const databaseAddress = z
  .string()
  .regex(/^postgres(?:ql)?:\/\//, { error: 'begins with postgres://', abort: true })
  .refine((address) => URL.canParse(address), UNREADABLE)

export const mailServer = z
  .url({ protocol: /^smtps?$/i, error: 'begins with smtp:// or smtps://' })
  .refine((url) => new URL(url).hostname !== '', 'names no server')

export const sender = z
  .string()
  .regex(
    /^(?:[^<>@\s]+@[^<>@\s,]+|[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>)$/,
    'is one email address, such as Tickets <tickets@example.org>',
  )

export const certificate = z
  .string()
  .refine((pem) => succeeds(() => new X509Certificate(lines(pem))), 'is not a certificate in PEM')

export const privateKey = z
  .string()
  .refine((pem) => succeeds(() => createPrivateKey(lines(pem))), 'is not a private key in PEM')

/** A key that may need a passphrase. */
export const lockedKey = z.string().regex(/-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'is not a private key in PEM')

export const doorCode = z
  .string()
  .min(8, 'has at least 8 characters, because anyone can try to guess it')
  .refine((code) => new Set(code).size >= 4, 'has at least 4 different characters')
