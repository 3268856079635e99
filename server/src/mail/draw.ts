import { mails } from '@foyer/contract/messages.ts'
import { picturePath } from '@foyer/contract/pages.ts'
import type { Paragraph, Part } from '@foyer/domain/mailing/mailing-text.ts'
import { type Block, type Logo, lines, type MailEvent, type MailPicture } from './blocks.ts'
import { Html, html } from './html.ts'
import { MONO, type Palette } from './theme.ts'

/** What the parts of a mail are drawn with. Inline styles need the colours, and pictures a whole address. */
export type MailStyle = { c: Palette; publicUrl: string }

/** As shown; the files have twice the size. */
const BANNER = { width: 520, height: 195 }
const THUMB = { width: 96, height: 72 }

export const gap = (px: number) => html`<div style="height:${px}px;line-height:${px}px;font-size:1px">&#8203;</div>`

const withGaps = (parts: readonly Html[], px = 16) =>
  html`${parts.map((part, index) => html`${index === 0 ? null : gap(px)}${part}`)}`

const withBreaks = (text: string): Html[] =>
  lines(text).map((line, index) => (index === 0 ? html`<bdi>${line}</bdi>` : html`<br><bdi>${line}</bdi>`))

const picture = (
  { c, publicUrl }: MailStyle,
  { sha256, alt }: MailPicture,
  file: 'banner' | 'thumb',
  style: string,
) => {
  const { width, height } = file === 'banner' ? BANNER : THUMB
  return html`<img class="sunken ink2" src="${publicUrl}${picturePath(sha256, file)}" alt="${alt}" width="${width}" height="${height}" style="display:block;border:0;${new Html(style)};background-color:${c.sunken};color:${c.ink2};font-size:14px;line-height:20px">`
}

/** The shop's mark, a lit doorway, made of boxes: mail programs show no vector pictures, and this one shows without loading any. */
export const drawMark = () =>
  html`<td width="24" style="width:24px;vertical-align:middle"><div style="width:14px;height:20px;padding:8px 5px 0;border-radius:12px 12px 0 0;background-color:#6D1B52"><div style="width:14px;height:20px;border-radius:7px 7px 0 0;background-color:#F4C365;font-size:1px;line-height:20px">&#8203;</div></div></td>`

export const drawLogo = ({ c, publicUrl }: MailStyle, { sha256, width, height }: Logo, name: string) =>
  html`<img class="ink" src="${publicUrl}${picturePath(sha256, 'logo')}" alt="${name}" width="${width}" height="${height}" style="display:inline-block;border:0;max-width:100%;height:auto;border-radius:6px;vertical-align:middle;color:${c.ink};font-size:18px;font-weight:700">`

const text = (c: Palette, words: string) =>
  html`<p class="ink" style="margin:0;color:${c.ink};font-size:16px;line-height:24px">${withBreaks(words)}</p>`
const smallPrint = (c: Palette, words: Html | Html[]) =>
  html`<p class="ink2" style="margin:0;color:${c.ink2};font-size:14px;line-height:20px">${words}</p>`
const lineAbove = (c: Palette, words: string) =>
  words === ''
    ? null
    : html`<p class="brass" style="margin:0 0 4px;color:${c.brass};font-size:14px;line-height:20px;font-weight:600">${words}</p>`

/** The cell has the colour, so that it looks like a button even where padding on links is not supported. */
const button = (c: Palette, { label, url }: { label: string; url: string }) =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="accent" bgcolor="${c.accent}" style="border-radius:10px;background-color:${c.accent}"><a href="${url}" class="accentInk" style="display:inline-block;padding:12px 24px;border-radius:10px;color:${c.accentInk};font-size:16px;line-height:24px;font-weight:600;text-decoration:none">${label}</a></td></tr></table>`

/** For mail programs that don't draw the button. */
export const plainButton = (c: Palette, { url }: { url: string }) =>
  smallPrint(
    c,
    html`${mails['button.plain']}<br><a href="${url}" class="link" style="color:${c.accent};word-break:break-all">${url}</a>`,
  )

const link = (c: Palette, { label, url }: { label: string; url: string }) =>
  html`<p class="ink" style="margin:0;color:${c.ink};font-size:16px;line-height:24px"><a href="${url}" class="link" style="color:${c.accent}">${label}</a></p>`

const item = (
  style: MailStyle,
  { over, title, lines: more, code, picture: shown = null }: Extract<Block, { kind: 'item' }>,
) => {
  const { c } = style
  return html`<table role="presentation" class="line" cellpadding="0" cellspacing="0" border="0" width="100%" style="border:1px solid ${c.line};border-radius:12px;border-collapse:separate;overflow:hidden">${
    shown === null
      ? null
      : html`<tr><td style="padding:0">${picture(style, shown, 'banner', 'width:100%;height:auto;border-radius:11px 11px 0 0')}</td></tr>`
  }<tr><td style="padding:16px">${lineAbove(c, over)}<p class="ink" style="margin:0;color:${c.ink};font-size:18px;line-height:26px;font-weight:600"><bdi>${title}</bdi></p>${more.map(
    (line) =>
      html`<p class="ink2" style="margin:4px 0 0;color:${c.ink2};font-size:16px;line-height:24px"><bdi>${line}</bdi></p>`,
  )}${code === undefined ? null : html`<p class="ink" style="margin:8px 0 0;color:${c.ink};font-family:${MONO};font-size:18px;line-height:26px;font-weight:700">${code}</p>`}</td></tr></table>`
}

const event = (style: MailStyle, { title, niceDate, picture: shown }: MailEvent) => {
  const { c } = style
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"><tr>${
    shown === null
      ? null
      : html`<td width="${THUMB.width}" style="width:${THUMB.width}px;padding:0 16px 0 0;vertical-align:top">${picture(style, shown, 'thumb', `width:${THUMB.width}px;height:${THUMB.height}px;border-radius:8px`)}</td>`
  }<td style="vertical-align:middle">${lineAbove(c, niceDate)}<p class="ink" style="margin:0;color:${c.ink};font-size:16px;line-height:22px;font-weight:600"><bdi>${title}</bdi></p></td></tr></table>`
}

const facts = (c: Palette, rows: [string, string][]) =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%">${rows.map(
    ([label, value]) =>
      html`<tr><td class="ink2 line" style="padding:8px 16px 8px 0;border-top:1px solid ${c.line};color:${c.ink2};font-size:14px;line-height:20px;vertical-align:top">${label}</td><td class="ink line" align="right" style="padding:8px 0;border-top:1px solid ${c.line};color:${c.ink};font-size:14px;line-height:20px;font-weight:600;${value.length > 24 ? 'word-break:break-word' : 'white-space:nowrap'}"><bdi>${value}</bdi></td></tr>`,
  )}</table>`

const inline = (c: Palette, part: Part): Html => {
  if (part.kind === 'link')
    return html`<a href="${part.url}" class="link" style="color:${c.accent};word-break:break-word">${part.label}</a>`
  return part.kind === 'strong' ? html`<strong>${part.text}</strong>` : html`${part.text}`
}
const paragraph = (c: Palette, { kind, lines: all }: Paragraph): Html =>
  kind === 'list'
    ? html`<ul class="ink" style="margin:0;padding:0 0 0 20px;color:${c.ink};font-size:16px;line-height:24px">${all.map((line) => html`<li>${line.map((part) => inline(c, part))}</li>`)}</ul>`
    : html`<p class="ink" style="margin:0;color:${c.ink};font-size:16px;line-height:24px">${all.map((line, index) => html`${index === 0 ? null : html`<br>`}${line.map((part) => inline(c, part))}`)}</p>`

const quote = (c: Palette, { who, text: words }: Extract<Block, { kind: 'quote' }>) =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"><tr><td class="line" style="padding:0 0 0 16px;border-left:4px solid ${c.line}">${smallPrint(c, html`${who}`)}${gap(4)}${text(c, words)}</td></tr></table>`

const codeToType = (c: Palette, code: string) =>
  html`<p class="ink sunken" style="margin:0;padding:16px 8px 16px 16px;border-radius:12px;background-color:${c.sunken};color:${c.ink};font-family:${MONO};font-size:32px;line-height:40px;font-weight:700;letter-spacing:8px;text-align:center">${code}</p>`

const smallPrintWithLink = (c: Palette, { text: words, label, url }: Extract<Block, { kind: 'quiet' }>) =>
  smallPrint(c, html`${words} <a href="${url}" class="link" style="color:${c.accent}">${label}</a>`)

/** Returns null for a block with nothing to show. */
export function drawBlock(style: MailStyle, block: Block, events: readonly MailEvent[]): Html | null {
  const { c } = style
  switch (block.kind) {
    case 'text':
      return text(c, block.text)
    case 'note':
      return smallPrint(c, withBreaks(block.text))
    case 'words':
      return withGaps(block.paragraphs.map((each) => paragraph(c, each)))
    case 'code':
      return codeToType(c, block.code)
    case 'button':
      return button(c, block)
    case 'link':
      return link(c, block)
    case 'quiet':
      return smallPrintWithLink(c, block)
    case 'item':
      return item(style, block)
    case 'events':
      return events.length === 0
        ? null
        : withGaps(
            events.map((each) => event(style, each)),
            12,
          )
    case 'facts':
      return block.rows.length === 0 ? null : facts(c, block.rows)
    case 'quote':
      return quote(c, block)
  }
}
