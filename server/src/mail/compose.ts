import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { ShopIdentity } from '@foyer/contract/pages.ts'
import { Html, html } from './html.ts'
import { DARK, FONT, LIGHT, MONO } from './theme.ts'

/** The content of a mail. Its HTML and its plain text are both made from this, so that they cannot differ. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'note'; text: string }
  /** A code to type: large, alone on its line, easy to copy. */
  | { kind: 'code'; code: string }
  /** The main action. A mail has at most one. */
  | { kind: 'button'; label: string; url: string }
  /** Something bought: an event with its tickets, or a gift voucher. */
  | { kind: 'item'; over: string; title: string; lines: string[]; code?: string }
  | { kind: 'facts'; rows: [label: string, value: string][] }
  /** Another person's words, marked as theirs. */
  | { kind: 'quote'; who: string; text: string }

export type MailText = {
  subject: string
  heading: string
  /** The line that mail programs show beside the subject. */
  preview: string
  blocks: Block[]
}

export type ComposedMail = { subject: string; html: string; text: string }

/** Builds both forms of a mail. It is readable without images, web fonts or an external stylesheet. */
export function compose(mail: MailText, shop: ShopIdentity): ComposedMail {
  return {
    // A line break in a subject would start another header.
    subject: mail.subject.replace(/\s+/g, ' ').trim(),
    html: documentOf(mail, shop).text,
    text: textOf(mail, shop),
  }
}

// Plain text -----------------------------------------------------------------------------------------------------------

const lines = (text: string) => text.split(/\r?\n/)

function plain(block: Block): string {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text
    case 'code':
      return `    ${block.code}`
    case 'button':
      return `${block.label}:\n${block.url}`
    case 'item':
      return [block.title, block.over, ...block.lines, block.code]
        .filter((line) => line)
        .map((line, index) => (index === 0 ? `* ${line}` : `  ${line}`))
        .join('\n')
    case 'facts':
      return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n')
    case 'quote':
      return [block.who, ...lines(block.text).map((line) => `> ${line}`)].join('\n')
  }
}

const textOf = ({ heading, blocks }: MailText, shop: ShopIdentity): string =>
  `${[heading, ...blocks.map(plain), `-- \n${footerOf(shop)}`].join('\n\n')}\n`

const footerOf = ({ name, email }: ShopIdentity): string =>
  email === null ? fill(mails.footer, { shop: name }) : fill(mails['footer.questions'], { shop: name, email })

// HTML -----------------------------------------------------------------------------------------------------------------

const gap = (px: number) => html`<div style="height:${px}px;line-height:${px}px;font-size:1px">&#8203;</div>`

const withBreaks = (text: string): Html[] =>
  lines(text).map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`))

function htmlOf(block: Block): Html {
  switch (block.kind) {
    case 'text':
      return html`<p class="ink" style="margin:0;color:${LIGHT.ink};font-size:16px;line-height:24px">${withBreaks(block.text)}</p>`
    case 'note':
      return html`<p class="ink2" style="margin:0;color:${LIGHT.ink2};font-size:14px;line-height:20px">${withBreaks(block.text)}</p>`
    case 'code':
      return html`<p class="ink sunken" style="margin:0;padding:16px 8px 16px 16px;border-radius:12px;background-color:${LIGHT.sunken};color:${LIGHT.ink};font-family:${MONO};font-size:32px;line-height:40px;font-weight:700;letter-spacing:8px;text-align:center">${block.code}</p>`
    case 'button':
      return button(block)
    case 'item':
      return item(block)
    case 'facts':
      return facts(block.rows)
    case 'quote':
      return html`<div class="line" style="padding:0 0 0 16px;border-left:4px solid ${LIGHT.line}"><p class="ink2" style="margin:0 0 4px;color:${LIGHT.ink2};font-size:14px;line-height:20px">${block.who}</p><p class="ink" style="margin:0;color:${LIGHT.ink};font-size:16px;line-height:24px">${withBreaks(block.text)}</p></div>`
  }
}

/** The cell has the colour, so that it looks like a button even where padding on links is not supported. */
const button = ({ label, url }: { label: string; url: string }) =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="accent" bgcolor="${LIGHT.accent}" style="border-radius:10px;background-color:${LIGHT.accent}"><a href="${url}" class="accentInk" style="display:inline-block;padding:12px 24px;border-radius:10px;color:${LIGHT.accentInk};font-size:16px;line-height:24px;font-weight:600;text-decoration:none">${label}</a></td></tr></table>${gap(12)}<p class="ink2" style="margin:0;color:${LIGHT.ink2};font-size:14px;line-height:20px">${mails['button.plain']}<br><a href="${url}" class="link" style="color:${LIGHT.accent};word-break:break-all">${url}</a></p>`

const item = ({ over, title, lines, code }: Extract<Block, { kind: 'item' }>) =>
  html`<div class="line" style="padding:16px;border:1px solid ${LIGHT.line};border-radius:12px">${over === '' ? null : html`<p class="brass" style="margin:0 0 4px;color:${LIGHT.brass};font-size:14px;line-height:20px;font-weight:600">${over}</p>`}<p class="ink" style="margin:0;color:${LIGHT.ink};font-size:18px;line-height:26px;font-weight:600">${title}</p>${lines.map(
    (line) =>
      html`<p class="ink2" style="margin:4px 0 0;color:${LIGHT.ink2};font-size:16px;line-height:24px">${line}</p>`,
  )}${code === undefined ? null : html`<p class="ink" style="margin:8px 0 0;color:${LIGHT.ink};font-family:${MONO};font-size:18px;line-height:26px;font-weight:700">${code}</p>`}</div>`

const facts = (rows: [string, string][]) =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%">${rows.map(
    ([label, value]) =>
      html`<tr><td class="ink2 line" style="padding:8px 16px 8px 0;border-top:1px solid ${LIGHT.line};color:${LIGHT.ink2};font-size:14px;line-height:20px;vertical-align:top">${label}</td><td class="ink line" align="right" style="padding:8px 0;border-top:1px solid ${LIGHT.line};color:${LIGHT.ink};font-size:14px;line-height:20px;font-weight:600;word-break:break-word">${value}</td></tr>`,
  )}</table>`

/** Inline styles cannot follow the reader's theme. These classes can, in mail programs that support them. */
const DARK_STYLES = new Html(
  `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${[
    ...(['bg', 'surface', 'sunken', 'accent'] as const).map(
      (role) => `.${role}{background-color:${DARK[role]}!important}`,
    ),
    ...(['ink', 'ink2', 'accentInk', 'brass'] as const).map((role) => `.${role}{color:${DARK[role]}!important}`),
    `.link{color:${DARK.accent}!important}`,
    `.line{border-color:${DARK.line}!important}`,
  ].join('')}}`,
)

const documentOf = ({ subject, heading, preview, blocks }: MailText, shop: ShopIdentity) =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${subject}</title>
<style>${DARK_STYLES}</style>
</head>
<body class="bg" style="margin:0;padding:0;background-color:${LIGHT.bg};font-family:${FONT};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table role="presentation" class="bg" cellpadding="0" cellspacing="0" border="0" width="100%" bgcolor="${LIGHT.bg}" style="background-color:${LIGHT.bg}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="max-width:560px;text-align:left">
<tr><td class="ink" style="padding:0 4px 16px;color:${LIGHT.ink};font-size:22px;line-height:26px;font-weight:700">${shop.name}</td></tr>
<tr><td class="surface line" bgcolor="${LIGHT.surface}" style="padding:24px 20px;border:1px solid ${LIGHT.line};border-radius:16px;background-color:${LIGHT.surface}">
<h1 class="ink" style="margin:0 0 16px;color:${LIGHT.ink};font-size:26px;line-height:32px;font-weight:700">${heading}</h1>
${blocks.map((block, index) => html`${index === 0 ? null : gap(16)}${htmlOf(block)}\n`)}</td></tr>
<tr><td class="ink2" style="padding:16px 4px 0;color:${LIGHT.ink2};font-size:14px;line-height:20px">${footerOf(shop)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
