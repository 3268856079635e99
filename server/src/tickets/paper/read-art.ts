import type { ShopIdentity } from '@foyer/contract/pages.ts'
import { shadesOf } from '@foyer/domain/brand/accent.ts'
import type { Db } from '../../db/transaction/tx.ts'
import { pictureFiles, storedPicture } from '../../pictures/files.ts'
import { logoSize } from '../../pictures/small.ts'
import { type Art, type Logo, NO_ART, type PaperArt } from './art.ts'

/** Reads the pictures for a paper. Its colour is the organiser's or the shop's, in a shade dark enough for text on white. */
export async function readArt(db: Db, art: Art, shop: ShopIdentity): Promise<PaperArt> {
  const accent = art.accent ?? shop.accent ?? null
  return {
    picture: art.picture === null ? null : ((await pictureFiles(db)(art.picture, 'banner'))?.bytes ?? null),
    logo: art.logo === null ? null : await logoOf(db, art.logo),
    colour: accent === null ? NO_ART.colour : shadesOf(accent, 'light').accent,
  }
}

async function logoOf(db: Db, sha256: string): Promise<Logo | null> {
  const [stored, file] = [await storedPicture(db, sha256), await pictureFiles(db)(sha256, 'logo')]
  return stored && file && { bytes: file.bytes, ...logoSize(stored) }
}
