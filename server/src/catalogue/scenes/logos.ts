type Mark = (ground: string) => string

const ink = (width: number, shapes: string) =>
  `<g fill="none" stroke="#fff" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round">${shapes}</g>`
const filled = (shapes: string) => `<g fill="#fff">${shapes}</g>`
const spokes = (n: number, from: number, to: number) =>
  Array.from({ length: n }, (_, i) => {
    const [x, y] = [Math.cos((i * 2 * Math.PI) / n), Math.sin((i * 2 * Math.PI) / n)].map((at) => at.toFixed(3))
    return `<path d="M${120 + Number(x) * from} ${120 + Number(y) * from}L${120 + Number(x) * to} ${120 + Number(y) * to}"/>`
  }).join('')
const wave = (y: number) => `<path d="M48 ${y}q18 -18 36 0t36 0t36 0t36 0"/>`

/** Logos of the demo's organisers: one white mark on their colour. */
const MARKS = {
  wheel: () => ink(12, `<circle cx="120" cy="120" r="66"/><circle cx="120" cy="120" r="18"/>${spokes(8, 18, 88)}`),
  heart: () =>
    filled('<path d="M120 192C40 138 44 64 90 62c16 0 26 10 30 20c4 -10 14 -20 30 -20c46 2 50 76 -30 130z"/>'),
  harbour: () => `${filled('<path d="M70 118a50 50 0 0 1 100 0z"/>')}${ink(12, wave(146) + wave(178))}`,
  whistle: (ground) =>
    `<g transform="rotate(-38 120 120)">${filled('<rect x="36" y="100" width="168" height="40" rx="14"/>')}<g fill="${ground}">${[84, 112, 140, 168].map((x) => `<circle cx="${x}" cy="120" r="8"/>`).join('')}<rect x="52" y="100" width="10" height="20"/></g></g>`,
  peaks: () =>
    `${filled('<path d="M36 182L98 88l34 48l20 -26l52 72z"/>')}${ink(10, '<path d="M132 76q14 -22 30 0q16 -22 32 -2"/>')}`,
  yard: (ground) =>
    `${filled([0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => `<rect x="${52 + x * 48}" y="${52 + y * 48}" width="40" height="40" rx="8"/>`)).join(''))}<circle cx="120" cy="120" r="34" fill="${ground}"/>${ink(10, '<circle cx="120" cy="120" r="16"/>')}`,
  bulb: () =>
    `${filled('<path d="M120 52a46 46 0 0 0 -26 84q8 8 8 20h36q0 -12 8 -20a46 46 0 0 0 -26 -84z"/>')}${ink(10, '<path d="M104 174h32M110 194h20M48 98h-14M206 98h-14M66 46l-10 -10M174 46l10 -10"/>')}`,
  slide: (ground) =>
    `${filled('<rect x="46" y="66" width="148" height="108" rx="12"/>')}<circle cx="120" cy="120" r="38" fill="${ground}"/>${filled('<path d="M108 98l36 22l-36 22z"/>')}`,
} as const satisfies Record<string, Mark>

export type LogoName = keyof typeof MARKS

/** A drawn logo as SVG, with no writing in it: fonts differ between machines. */
export const drawLogo = (name: LogoName, ground: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240" viewBox="0 0 240 240"><rect width="240" height="240" fill="${ground}"/>${MARKS[name](ground)}</svg>`
