import { inflateSync } from 'node:zlib'

/** Glyphs as they are drawn: from this place to the right, in a font of the document. */
type DrawnRun = { text: string; glyphs: string[]; x: number; y: number; font: string }

/** The text of a PDF made by pdfkit, from its text operators and the character maps of its fonts. */
export const pdfText = (pdf: Buffer): string =>
  drawnRuns(pdf)
    .map(({ text }) => `${text} `)
    .join('')

/** The runs of glyphs of a PDF made by pdfkit, in the order in which it draws them. */
export function drawnRuns(pdf: Buffer): DrawnRun[] {
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
  const runs: DrawnRun[] = []
  for (const [id, body] of objects) {
    if (!body.includes('stream\n') || /\/(Type \/(XObject|ObjStm)|Length1|FontFile)/.test(body)) continue
    let [font, x, y] = ['', 0, 0]
    // The letters of a shaped text in their logical order, which readers copy, are no part of what is drawn.
    const operators = streamOf(id).replace(/\/ActualText \((?:\\[\s\S]|[^\\)])*\)/g, '')
    for (const [, name, shown, left, top] of operators.matchAll(
      /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|1 0 0 1 (-?[\d.]+) (-?[\d.]+) Tm/g,
    ))
      if (name) font = name
      else if (left) [x, y] = [Number(left), Number(top)]
      else {
        const glyphs = [...shown!.matchAll(/<([0-9a-fA-F]*)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? [])
        const text = glyphs.map((glyph) => maps.get(font)?.[Number.parseInt(glyph, 16)] ?? '').join('')
        runs.push({ text, glyphs, x, y, font })
      }
  }
  return runs
}
