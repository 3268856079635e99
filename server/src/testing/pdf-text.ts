import { inflateSync } from 'node:zlib'

/** The text of a PDF made by pdfkit, from its text operators and the character maps of its fonts. */
export function pdfText(pdf: Buffer): string {
  const raw = pdf.toString('latin1')
  const objects = new Map<string, string>()
  for (const [, id, body] of raw.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) objects.set(id!, body!)
  const streamOf = (id: string) => {
    const body = objects.get(id) ?? ''
    const start = body.indexOf('stream\n') + 7
    const bytes = Buffer.from(body.slice(start, body.lastIndexOf('\nendstream')), 'latin1')
    return body.includes('FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')
  }
  const maps = new Map<string, string[]>()
  for (const body of objects.values())
    for (const [, font, id] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!) ?? '')
      if (!unicode || maps.has(font!)) continue
      const chars = [...streamOf(unicode[1]!).matchAll(/\[([^\]]*)\]/g)].flatMap(([, list]) =>
        // A ligature is several characters.
        [...list!.matchAll(/<([0-9a-fA-F ]*)>/g)].map(([, hex]) =>
          String.fromCharCode(...(hex!.match(/[0-9a-fA-F]{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))),
        ),
      )
      maps.set(font!, chars)
    }
  let words = ''
  for (const [id, body] of objects) {
    if (!body.includes('stream\n') || /\/(Type \/(XObject|ObjStm)|Length1|FontFile)/.test(body)) continue
    let font: string[] = []
    for (const [, name, shown] of streamOf(id).matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g))
      if (name) font = maps.get(name) ?? []
      else
        words += `${[...shown!.matchAll(/<([0-9a-fA-F]*)>/g)]
          .flatMap(([, hex]) => (hex!.match(/.{4}/g) ?? []).map((glyph) => font[Number.parseInt(glyph, 16)] ?? ''))
          .join('')} `
  }
  return words
}
