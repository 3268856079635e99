import { createPrivateKey, X509Certificate } from 'node:crypto'
import { common } from '@foyer/contract/messages.ts'
import type { ShopIdentity } from '@foyer/contract/pages.ts'
import { type ShopDetails, TRADER_KINDS, UK_PARTS } from '@foyer/domain/people/legal.ts'
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

/** Who the shop is to its buyers, and who runs it by law; null if that isn't set. */
export type Shop = Omit<ShopIdentity, 'run_by'> & { legal?: ShopDetails | null }

const detail = z.string().trim().max(400).optional()

/** The settings that say who the shop is and who runs it. */
export const SHOP_SETTINGS = {
  SHOP_NAME: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .default(() => common.brand),
  SHOP_EMAIL: z.email().optional(),
  SHOP_KIND: z.enum(TRADER_KINDS).optional(),
  SHOP_LEGAL_NAME: detail,
  SHOP_ADDRESS: detail,
  SHOP_COUNTRY: detail,
  SHOP_REGISTER: detail,
  SHOP_NUMBER: detail,
  SHOP_PART: z.enum(UK_PARTS).optional(),
  SHOP_CHARITY_NUMBER: detail,
  SHOP_VAT_NUMBER: detail,
  SHOP_PHONE: detail,
  SHOP_MEDIATOR: detail,
}

export type ShopEnv = { [Name in keyof typeof SHOP_SETTINGS]?: z.output<(typeof SHOP_SETTINGS)[Name]> | undefined }

/** Whom a demo names, so that its pages and emails show where that appears. */
export const DEMO_SHOP: ShopEnv = {
  SHOP_EMAIL: 'hello@foyer.example',
  SHOP_KIND: 'company',
  SHOP_LEGAL_NAME: 'Foyer Demonstration Ltd',
  SHOP_ADDRESS: '3 Quay Street\nPort Merrow PM1 1AB',
  SHOP_COUNTRY: 'United Kingdom',
  SHOP_REGISTER: 'Companies House',
  SHOP_NUMBER: '00000000',
  SHOP_PART: 'england_wales',
}

/** Who the shop is, from settings that may be missing. */
export const shopOf = (env: ShopEnv): Shop => ({
  name: env.SHOP_NAME || common.brand,
  email: env.SHOP_EMAIL || null,
  legal: env.SHOP_LEGAL_NAME
    ? {
        kind: env.SHOP_KIND ?? null,
        name: env.SHOP_LEGAL_NAME,
        address: lines(env.SHOP_ADDRESS ?? ''),
        country: env.SHOP_COUNTRY ?? '',
        register: env.SHOP_REGISTER ?? '',
        number: env.SHOP_NUMBER ?? '',
        part: env.SHOP_PART ?? null,
        charityNumber: env.SHOP_CHARITY_NUMBER ?? '',
        vatNumber: env.SHOP_VAT_NUMBER ?? '',
        phone: env.SHOP_PHONE ?? '',
        mediator: lines(env.SHOP_MEDIATOR ?? ''),
      }
    : null,
})
