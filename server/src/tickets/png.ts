import { deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** PNG's checksum (its specification, annex D), bit by bit: what we draw is small. */
function crc(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data])
  const framed = Buffer.alloc(8 + body.length)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc(body), 4 + body.length)
  return framed
}

/** A square of one colour as a PNG, with the shop's arch left out of it in white. `side` in pixels. */
export function squarePng(side: number, [red, green, blue]: readonly [number, number, number]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // Eight bits a channel, three channels.
  header.set([8, 2, 0, 0, 0], 8)
  const rows = Array.from({ length: side }, (_, y) => {
    const row = Buffer.alloc(1 + side * 3)
    for (let x = 0; x < side; x++) row.set(isArch(x / side, y / side) ? [255, 255, 255] : [red, green, blue], 1 + x * 3)
    return row
  })
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A doorway: a round top on straight sides. Both measures run from 0 to 1. */
function isArch(x: number, y: number): boolean {
  const fromMiddle = Math.abs(x - 0.5)
  return y > 0.45 ? fromMiddle < 0.22 && y < 0.82 : Math.hypot(fromMiddle, y - 0.45) < 0.22
}
