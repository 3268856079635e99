/**
 * The colours of mails. Mail programs support neither custom properties nor our stylesheet, so the roles of tokens.css are
 * repeated here under the same names. Dark applies where the reader's mail program requests it.
 */
export const LIGHT = {
  bg: '#FBF8F4',
  surface: '#FFFFFF',
  sunken: '#F3EEE7',
  ink: '#211A20',
  ink2: '#5C525A',
  line: '#E2DAD1',
  accent: '#6D1B52',
  accentInk: '#FFFFFF',
  brass: '#7A5200',
} as const

export type Palette = Record<keyof typeof LIGHT, string>

export const DARK: Palette = {
  bg: '#151117',
  surface: '#1F1A22',
  sunken: '#100D12',
  ink: '#F4EEF2',
  ink2: '#C3B8C0',
  line: '#3A323D',
  accent: '#EBA5CD',
  accentInk: '#33071F',
  brass: '#EBC26B',
}

export const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
export const MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace"
