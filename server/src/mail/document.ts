import { mails } from '@foyer/contract/messages.ts'
import { picturePath } from '@foyer/contract/pages.ts'
import { shadesOf, type Theme } from '@foyer/domain/brand/accent.ts'
import { language } from '@foyer/domain/format/language.ts'
import type { Paragraph, Part } from '@foyer/domain/mailing/words.ts'
import { type Block, type Logo, lines, type MailEvent, type MailPicture, type MailText, type Sender } from './blocks.ts'
import { Html, html } from './html.ts'
import { DARK, FONT, LIGHT, MONO } from './theme.ts'

type Palette = Record<keyof typeof LIGHT, string>

/** The width of the column; a narrower window has its own. */
const WIDTH = 560
/** As shown; the files have twice the size. */
const BANNER = { width: 520, height: 195 }
const THUMB = { width: 96, height: 72 }

/** The theme with the colour of the organiser, or of the shop, in the shade that can be read. */
function paletteOf(theme: Theme, { shop, organiser }: Sender): Palette {
  const colours = theme === 'light' ? LIGHT : DARK
  const chosen = organiser?.accent ?? shop.accent
  if (!chosen) return colours
  const { accent, ink } = shadesOf(chosen, theme)
  return { ...colours, accent, accentInk: ink }
}

const gap = (px: number) => html`<div style="height:${px}px;line-height:${px}px;font-size:1px">&#8203;</div>`

const withBreaks = (text: string): Html[] =>
  lines(text).map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`))

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

/**
 * The whole document. Tables lay it out, because Outlook for Windows ignores the padding, borders and largest widths of other
 * elements; it gets a table of a fixed width besides.
 */
export function documentOf({ subject, heading, preview, blocks }: MailText, sender: Sender, footer: string): Html {
  const { shop, shopLogo = null, organiser = null, events = [], publicUrl } = sender
  const c = paletteOf('light', sender)

  const picture = ({ sha256, alt }: MailPicture, file: 'banner' | 'thumb', style: string) => {
    const { width, height } = file === 'banner' ? BANNER : THUMB
    return html`<img class="sunken ink2" src="${publicUrl}${picturePath(sha256, file)}" alt="${alt}" width="${width}" height="${height}" style="display:block;border:0;${new Html(style)};background-color:${c.sunken};color:${c.ink2};font-size:14px;line-height:20px">`
  }
  const logo = ({ sha256, width, height }: Logo, name: string) =>
    html`<img class="ink" src="${publicUrl}${picturePath(sha256, 'logo')}" alt="${name}" width="${width}" height="${height}" style="display:inline-block;border:0;max-width:100%;height:auto;border-radius:6px;vertical-align:middle;color:${c.ink};font-size:18px;font-weight:700">`

  const text = (words: string) =>
    html`<p class="ink" style="margin:0;color:${c.ink};font-size:16px;line-height:24px">${withBreaks(words)}</p>`
  const small = (words: Html | Html[]) =>
    html`<p class="ink2" style="margin:0;color:${c.ink2};font-size:14px;line-height:20px">${words}</p>`
  const over = (words: string) =>
    words === ''
      ? null
      : html`<p class="brass" style="margin:0 0 4px;color:${c.brass};font-size:14px;line-height:20px;font-weight:600">${words}</p>`

  /** The cell has the colour, so that it looks like a button even where padding on links is not supported. */
  const button = ({ label, url }: { label: string; url: string }) =>
    html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="accent" bgcolor="${c.accent}" style="border-radius:10px;background-color:${c.accent}"><a href="${url}" class="accentInk" style="display:inline-block;padding:12px 24px;border-radius:10px;color:${c.accentInk};font-size:16px;line-height:24px;font-weight:600;text-decoration:none">${label}</a></td></tr></table>${gap(12)}${small(html`${mails['button.plain']}<br><a href="${url}" class="link" style="color:${c.accent};word-break:break-all">${url}</a>`)}`

  const link = ({ label, url }: { label: string; url: string }) =>
    html`<p class="ink" style="margin:0;color:${c.ink};font-size:16px;line-height:24px"><a href="${url}" class="link" style="color:${c.accent}">${label}</a></p>`

  const item = ({ over: above, title, lines: more, code, picture: shown = null }: Extract<Block, { kind: 'item' }>) =>
    html`<table role="presentation" class="line" cellpadding="0" cellspacing="0" border="0" width="100%" style="border:1px solid ${c.line};border-radius:12px;border-collapse:separate;overflow:hidden">${
      shown === null
        ? null
        : html`<tr><td style="padding:0">${picture(shown, 'banner', 'width:100%;height:auto;border-radius:11px 11px 0 0')}</td></tr>`
    }<tr><td style="padding:16px">${over(above)}<p class="ink" style="margin:0;color:${c.ink};font-size:18px;line-height:26px;font-weight:600">${title}</p>${more.map(
      (line) =>
        html`<p class="ink2" style="margin:4px 0 0;color:${c.ink2};font-size:16px;line-height:24px">${line}</p>`,
    )}${code === undefined ? null : html`<p class="ink" style="margin:8px 0 0;color:${c.ink};font-family:${MONO};font-size:18px;line-height:26px;font-weight:700">${code}</p>`}</td></tr></table>`

  const event = ({ title, niceDate, picture: shown }: MailEvent) =>
    html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"><tr>${
      shown === null
        ? null
        : html`<td width="${THUMB.width}" style="width:${THUMB.width}px;padding:0 16px 0 0;vertical-align:top">${picture(shown, 'thumb', `width:${THUMB.width}px;height:${THUMB.height}px;border-radius:8px`)}</td>`
    }<td style="vertical-align:middle">${over(niceDate)}<p class="ink" style="margin:0;color:${c.ink};font-size:16px;line-height:22px;font-weight:600">${title}</p></td></tr></table>`

  const facts = (rows: [string, string][]) =>
    html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%">${rows.map(
      ([label, value]) =>
        html`<tr><td class="ink2 line" style="padding:8px 16px 8px 0;border-top:1px solid ${c.line};color:${c.ink2};font-size:14px;line-height:20px;vertical-align:top">${label}</td><td class="ink line" align="right" style="padding:8px 0;border-top:1px solid ${c.line};color:${c.ink};font-size:14px;line-height:20px;font-weight:600;word-break:break-word">${value}</td></tr>`,
    )}</table>`

  const part = (one: Part): Html =>
    one.kind === 'link'
      ? html`<a href="${one.url}" class="link" style="color:${c.accent};word-break:break-word">${one.label}</a>`
      : one.kind === 'strong'
        ? html`<strong>${one.text}</strong>`
        : html`${one.text}`
  const written = ({ kind, lines: all }: Paragraph): Html =>
    kind === 'list'
      ? html`<ul class="ink" style="margin:0;padding:0 0 0 20px;color:${c.ink};font-size:16px;line-height:24px">${all.map((line) => html`<li>${line.map(part)}</li>`)}</ul>`
      : html`<p class="ink" style="margin:0;color:${c.ink};font-size:16px;line-height:24px">${all.map((line, index) => html`${index === 0 ? null : html`<br>`}${line.map(part)}`)}</p>`

  const shownAs = (block: Block): Html | null => {
    switch (block.kind) {
      case 'text':
        return text(block.text)
      case 'note':
        return small(withBreaks(block.text))
      case 'words':
        return html`${block.paragraphs.map((paragraph, index) => html`${index === 0 ? null : gap(16)}${written(paragraph)}`)}`
      case 'code':
        return html`<p class="ink sunken" style="margin:0;padding:16px 8px 16px 16px;border-radius:12px;background-color:${c.sunken};color:${c.ink};font-family:${MONO};font-size:32px;line-height:40px;font-weight:700;letter-spacing:8px;text-align:center">${block.code}</p>`
      case 'button':
        return button(block)
      case 'link':
        return link(block)
      case 'quiet':
        return small(
          html`${block.text} <a href="${block.url}" class="link" style="color:${c.accent}">${block.label}</a>`,
        )
      case 'item':
        return item(block)
      case 'events':
        return events.length === 0
          ? null
          : html`${events.map((one, index) => html`${index === 0 ? null : gap(12)}${event(one)}`)}`
      case 'facts':
        return block.rows.length === 0 ? null : facts(block.rows)
      case 'quote':
        return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"><tr><td class="line" style="padding:0 0 0 16px;border-left:4px solid ${c.line}">${small(html`${block.who}`)}${gap(4)}${text(block.text)}</td></tr></table>`
    }
  }

  const head =
    organiser?.logo == null
      ? null
      : html`<td align="right" width="50%" style="vertical-align:middle">${logo(organiser.logo, organiser.name)}</td>`
  const body = blocks.map(shownAs).filter((block) => block !== null)
  return html`<!doctype html>
<html lang="${language()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${subject}</title>
<style>${stylesOf(paletteOf('dark', sender))}</style>
</head>
<body class="bg" style="margin:0;padding:0;background-color:${c.bg};font-family:${FONT};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table role="presentation" class="bg" cellpadding="0" cellspacing="0" border="0" width="100%" bgcolor="${c.bg}" style="background-color:${c.bg}">
<tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="${WIDTH}" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="max-width:${WIDTH}px;text-align:left;font-family:${FONT}">
<tr><td style="padding:0 4px 16px"><table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"><tr><td class="ink" style="color:${c.ink};font-size:22px;line-height:26px;font-weight:700;vertical-align:middle">${shopLogo === null ? html`${shop.name}` : logo(shopLogo, shop.name)}</td>${head}</tr></table></td></tr>
<tr><td class="surface line strip" bgcolor="${c.surface}" style="padding:24px 20px;border:1px solid ${c.line};border-top:4px solid ${c.accent};border-radius:16px;background-color:${c.surface}">
<h1 class="ink" style="margin:0 0 16px;color:${c.ink};font-size:26px;line-height:32px;font-weight:700">${heading}</h1>
${body.map((block, index) => html`${index === 0 ? null : gap(16)}${block}\n`)}</td></tr>
<tr><td class="ink2" style="padding:16px 4px 0;color:${c.ink2};font-size:14px;line-height:20px">${footer}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`
}
