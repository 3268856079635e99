declare module 'linebreak' {
  /** Where lines of a text may break, by the rules of Unicode (UAX 14). */
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required: boolean } | null
  }
}
