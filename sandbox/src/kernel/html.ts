const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => ESCAPES[c]!)

// One plain stylesheet for all of the vendors' pages. It is inline, so there is no file to fetch.
export const SHEET = `
:root{color-scheme:light dark;--ink:#1c1e26;--quiet:#5a5f6e;--paper:#fff;--ground:#f4f5f8;--line:#d5d8e0;--strong:#3341c4;--on-strong:#fff;--bad:#b3261e;--good:#1b6e3c}
@media (prefers-color-scheme:dark){:root{--ink:#eceef4;--quiet:#a8adbc;--paper:#1b1d25;--ground:#121319;--line:#3a3e4c;--strong:#a9b3ff;--on-strong:#12142a;--bad:#ffb4ab;--good:#8fdba9}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;-webkit-text-size-adjust:100%}
main{max-width:30rem;margin:0 auto;padding:1.5rem 1rem 3rem}
main.wide{max-width:60rem}
.card{background:var(--paper);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem;margin:0 0 1rem}
.from{color:var(--quiet);font-size:.875rem;margin:0 0 1rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}
h2{font-size:1.125rem;line-height:1.3;margin:0 0 .75rem}
p{margin:0 0 1rem}
.quiet{color:var(--quiet)}
.amount{font-size:2rem;font-weight:650;line-height:1.2;margin:.25rem 0 1rem;font-variant-numeric:tabular-nums}
.stack{display:grid;gap:.75rem}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:2.75rem;padding:.5rem 1.25rem;border-radius:.5rem;border:1px solid var(--line);background:var(--paper);color:var(--ink);font:inherit;font-weight:600;cursor:pointer;text-decoration:none;text-align:center}
button.strong,.button.strong{background:var(--strong);border-color:var(--strong);color:var(--on-strong)}
button:hover,.button:hover{filter:brightness(.96)}
:focus-visible{outline:3px solid var(--strong);outline-offset:2px}
label{display:block;font-weight:600;margin:0 0 .25rem}
input,select{width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--quiet);border-radius:.5rem;background:var(--paper);color:var(--ink);font:inherit}
.choice{display:flex;align-items:center;gap:.75rem;min-height:2.75rem;padding:.25rem 0;line-height:1.3;font-weight:400;margin:0;cursor:pointer}
.choice input{width:1.25rem;min-height:0;height:1.25rem;margin:0;accent-color:var(--strong);flex:none}
.error{color:var(--bad);margin:0 0 1rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0 0 1rem}
dt{color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9375rem}
th,td{text-align:left;vertical-align:top;padding:.5rem .75rem .5rem 0;border-top:1px solid var(--line)}
code{font:0.9375em ui-monospace,monospace;overflow-wrap:anywhere}
td:first-child code{white-space:nowrap}
fieldset{border:0;margin:0 0 1rem;padding:0}legend{font-weight:600;padding:0;margin:0 0 .25rem}
.row{display:grid;gap:.75rem;grid-template-columns:repeat(auto-fit,minmax(12rem,1fr));align-items:end}
`

/** A complete page. `body` is HTML; `title` is text. */
export function page(title: string, body: string, options: { wide?: boolean; head?: string } = {}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${SHEET}</style>
${options.head ?? ''}</head>
<body>
<main${options.wide ? ' class="wide"' : ''}>
${body}
</main>
</body>
</html>
`
}

const DECIMALS: Record<string, number> = { JPY: 0, KRW: 0, VND: 0, CLP: 0 }

/** Formats `1250` of GBP as `£12.50`. */
export function money(amountMinor: number, currency: string): string {
  const code = currency.toUpperCase()
  const digits = DECIMALS[code] ?? 2
  return new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency: code,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amountMinor / 10 ** digits)
}

/** A table with a caption. The cells are HTML. */
export const table = (caption: string, heads: string[], rows: string[][]) => `<div class="scroll"><table>
<caption class="quiet" style="text-align:left">${escapeHtml(caption)}</caption>
<thead><tr>${heads.map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</tbody></table></div>`

export const code = (text: string) => `<code>${escapeHtml(text)}</code>`
/** A card number in groups of digits, as printed on a card. */
export const grouped = (number: string) =>
  number.length === 15 ? number.replace(/(.{4})(.{6})(.{5})/, '$1 $2 $3') : number.replace(/(.{4})(?=.)/g, '$1 ')
