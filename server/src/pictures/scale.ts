import type { PictureWidth } from '@foyer/contract/pages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import sharp, { type Sharp } from 'sharp'

export const within = (picture: Sharp, width: number, height = width): Sharp =>
  picture.resize({ width, height, fit: 'inside', withoutEnlargement: true })

export const webp = (picture: Sharp, width: number, height = width): Promise<Buffer> =>
  within(picture, width, height).webp({ quality: 75, alphaQuality: 90 }).toBuffer()

/** Scales a stored picture to one of its widths. A picture that is narrower is not enlarged. */
export const inWidth = (bytes: Buffer, width: PictureWidth): Promise<Buffer> =>
  webp(sharp(bytes), width, LIMITS.pictureLongestSide)
