import { shadesOf, type Theme } from '@foyer/domain/brand/accent.ts'
import { language } from '@foyer/domain/format/language.ts'
import type { Block, MailText, Sender } from './blocks.ts'
import { drawBlock, drawLogo, drawMark, gap, type MailStyle, plainButton } from './draw.ts'
import { Html, html } from './html.ts'
import { DARK, FONT, LIGHT, type Palette } from './theme.ts'

/** The width of the column; a narrower window has its own. */
const WIDTH = 560

/** The theme with the colour of the organiser, or of the shop, in the shade that can be read. */
function paletteOf(theme: Theme, { shop, organiser }: Sender): Palette {
  const colours = theme === 'light' ? LIGHT : DARK
  const chosen = organiser?.accent ?? shop.accent
  if (!chosen) return colours
  const { accent, ink } = shadesOf(chosen, theme)
  return { ...colours, accent, accentInk: ink }
}

/** Inline styles cannot follow the reader's theme. These classes can, in mail programs that support them. */
const stylesOf = (dark: Palette) =>
  new Html(
    `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${[
      ...(['bg', 'surface', 'sunken', 'accent'] as const).map(
        (role) => `.${role}{background-color:${dark[role]}!important}`,
      ),
      ...(['ink', 'ink2', 'accentInk', 'brass'] as const).map((role) => `.${role}{color:${dark[role]}!important}`),
      `.link{color:${dark.accent}!important}`,
      `.line{border-color:${dark.line}!important}`,
      `.strip{border-top-color:${dark.accent}!important}`,
    ].join('')}}`,
  )

const headOf = (subject: string, dark: Palette) => html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${subject}</title>
<style>${stylesOf(dark)}</style>
</head>`

/** The shop's logo, or its mark and name, and beside it the organiser's logo if there is one. */
function masthead(style: MailStyle, { shop, shopLogo = null, organiser = null }: Sender) {
  const { c } = style
  const beside =
    organiser?.logo == null
      ? null
      : html`<td align="right" width="50%" style="vertical-align:middle">${drawLogo(style, organiser.logo, organiser.name)}</td>`
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"><tr>${shopLogo === null ? drawMark() : null}<td class="ink" style="${new Html(shopLogo === null ? 'padding:0 12px;' : '')}color:${c.ink};font-size:22px;line-height:26px;font-weight:700;vertical-align:middle">${shopLogo === null ? html`${shop.name}` : drawLogo(style, shopLogo, shop.name)}</td>${beside}</tr></table>`
}

function contentOf(style: MailStyle, { heading, blocks }: MailText, { events = [] }: Sender) {
  const drawn = blocks.map((block) => drawBlock(style, block, events)).filter((block) => block !== null)
  const button = blocks.find(({ kind }) => kind === 'button') as Extract<Block, { kind: 'button' }> | undefined
  if (button) drawn.push(plainButton(style.c, button))
  return html`<h1 class="ink" style="margin:0 0 16px;color:${style.c.ink};font-size:26px;line-height:32px;font-weight:700">${heading}</h1>
${drawn.map((block, index) => html`${index === 0 ? null : gap(16)}${block}\n`)}`
}

/** A line with its email addresses as links. */
const withContacts = (c: Palette, line: string): Html[] =>
  line
    .split(/([^\s<>",;]+@[^\s<>",;]+[^\s<>",;.])/)
    .map((part, index) =>
      index % 2 === 0 ? html`${part}` : html`<a href="mailto:${part}" class="ink2" style="color:${c.ink2}">${part}</a>`,
    )

/**
 * The whole document. Tables lay it out, because Outlook for Windows ignores the padding, borders and largest widths of other
 * elements; it also gets a table of a fixed width.
 */
export function mailDocument(mail: MailText, sender: Sender, footer: readonly string[]): Html {
  const c = paletteOf('light', sender)
  const style = { c, publicUrl: sender.publicUrl }
  return html`<!doctype html>
<html lang="${language()}">
${headOf(mail.subject, paletteOf('dark', sender))}
<body class="bg" style="margin:0;padding:0;background-color:${c.bg};font-family:${FONT};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${mail.preview}</div>
<table role="presentation" class="bg" cellpadding="0" cellspacing="0" border="0" width="100%" bgcolor="${c.bg}" style="background-color:${c.bg}">
<tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="${WIDTH}" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="max-width:${WIDTH}px;text-align:left;font-family:${FONT}">
<tr><td style="padding:0 4px 16px">${masthead(style, sender)}</td></tr>
<tr><td class="surface line strip" bgcolor="${c.surface}" style="padding:24px 20px;border:1px solid ${c.line};border-top:4px solid ${c.accent};border-radius:16px;background-color:${c.surface}">
${contentOf(style, mail, sender)}</td></tr>
<tr><td class="ink2" style="padding:16px 4px 0;color:${c.ink2};font-size:14px;line-height:20px">${footer.map((line, index) => html`${index === 0 ? null : html`<br>`}${withContacts(c, line)}`)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`
}
