import { CURRENCIES, type CurrencyCode } from '@foyer/domain/money/money.ts'
import { z } from 'zod'

// What several entities share. Amounts are plain numbers of major units (10.5 is £10.50).

export const amount = z.number()

export const html = z.string()

export const Currency = z.object({
  symbol: z.string(),
  code: z.enum(Object.keys(CURRENCIES) as [CurrencyCode, ...CurrencyCode[]]),
})

export const RefundPolicy = z.object({ text: z.string(), title: z.string(), description: html })

/** The buyer chooses the price, from `min` up. */
export const ChosenPrice = z.object({ min: amount, suggested: amount })

export const PlacesLimit = z.object({ most: z.number(), each: z.number() })

/** A QR code for an SVG with a viewBox of this size: one path, whose modules are one unit wide. Includes the quiet zone. */
export const QrDrawing = z.object({ size: z.number(), path: z.string() })
