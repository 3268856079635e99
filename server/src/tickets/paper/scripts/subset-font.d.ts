declare module 'subset-font' {
  /** Writes a font with some of its letters, or all of its glyphs, at these places of its axes. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { keepAllGlyphs?: boolean; targetFormat: 'truetype'; variationAxes?: Record<string, number> },
  ): Promise<Buffer>
}
