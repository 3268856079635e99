import { at, crowd, disc, glow, line, n, oval, path, ridge, type Scene, sky, stars, times } from './draw.ts'

/** A comet over a hill with a telescope. */
export const comet: Scene = (chance) =>
  [
    sky('#050b22', '#0d1f49', '#274a78', '#6f86a3'),
    stars(chance, 220, 470),
    ...times(5, () =>
      oval(
        chance.from(0, 800),
        chance.from(60, 360),
        chance.from(80, 200),
        chance.from(20, 50),
        '#6a8fd8',
        ' opacity=".10" transform="rotate(-24 400 300)"',
      ),
    ),
    `<linearGradient id="t" x1="0" y1="0" x2="1" y2=".5"><stop stop-color="#dff3ff" stop-opacity="0"/><stop offset="1" stop-color="#eaf7ff" stop-opacity=".95"/></linearGradient>`,
    path('url(#t)', 'M20-10Q300 80 566 222L552 250Q260 130-20 110z'),
    path('url(#t)', 'M-20 150Q260 150 560 240l-10 16Q240 190-20 220z', ' opacity=".5"'),
    glow('c', 562, 236, 110, '#ffffff', 1),
    disc(562, 236, 13, '#fff'),
    ridge(chance, '#1b2f52', 490, 20),
    path('#0a1630', 'M-10 560q200-110 440-70t380 10v120H-10z'),
    at(
      270,
      478,
      `${line('#04091a', 7, 'M0 0l-26 64M0 0l26 64M0 0v62')}<g transform="rotate(-36)">${path('#0b1836', 'M-34-15h110v30h-110z')}${path('#16305f', 'M76-19h16v38h-16zM-50-9h16v18h-16z')}${path('#04091a', 'M-34 4h110v11h-110z')}</g>`,
    ),
    ...[
      [206, 524],
      [352, 514],
      [392, 516],
      [470, 514],
      [500, 518],
    ].map(([x, y], i) =>
      at(
        x!,
        y!,
        `${disc(0, -44, 9, '#04091a')}${path('#04091a', `M-12 0q-4-36 12-36t12 36z`)}${i === 1 ? line('#04091a', 5, 'M8-30l22-20') : ''}`,
      ),
    ),
    ...times(26, () => line('#04091a', 2, `M${chance.from(0, 800)} 600q4-20 ${chance.from(-8, 8)}-34`)),
  ].join('')

/** Flowers as bees see them. */
export const bees: Scene = (chance) => {
  const hex = (x: number, y: number, r: number, fill: string) =>
    path(
      fill,
      `M${times(6, (i) => `${n(x + r * Math.cos(i * 1.0472))} ${n(y + r * Math.sin(i * 1.0472))}`).join('L')}z`,
    )
  const cells = times(70, (i) => {
    const [column, row] = [i % 10, Math.floor(i / 10)]
    return hex(
      column * 90,
      row * 104 + (column % 2) * 52,
      54,
      chance.one(['#3b1f78', '#4a2591', '#5c2fa8', '#33196b', '#6d3fc0']),
    )
  })
  const flower = (x: number, y: number, s: number, out: string, mid: string) =>
    at(
      x,
      y,
      `${times(9, (i) => `<g transform="rotate(${i * 40})">${oval(0, -74, 28, 62, out)}${oval(0, -54, 15, 38, mid)}</g>`).join('')}${disc(0, 0, 34, '#ffe14d')}${disc(0, 0, 22, '#ff8a3d')}${times(12, (i) => disc(15 * Math.cos(i), 15 * Math.sin(i), 2.6, '#7b1f55')).join('')}`,
      `scale(${s})`,
    )
  const bee = (x: number, y: number, turn: number) =>
    at(
      x,
      y,
      `${oval(-8, -34, 18, 34, '#e8f6ff', ' opacity=".75" transform="rotate(-24)"')}${oval(16, -34, 18, 34, '#e8f6ff', ' opacity=".6" transform="rotate(18)"')}${oval(0, 0, 44, 26, '#ffc524')}${path('#2a1533', 'M-22-22q6 22 0 44q10 4 14 3q6-24 0-49zM8-26q6 26 0 51q9-1 15-5q5-20 0-41z')}${disc(44, 0, 17, '#2a1533')}${disc(50, -4, 5, '#fff')}${line('#2a1533', 3, 'M52-14q8-14 18-12M46-16q0-14 8-20')}`,
      `rotate(${turn})`,
    )
  return [
    sky('#2a1260', '#4b2398', '#7a3fc4'),
    ...cells,
    glow('g', 420, 260, 420, '#ff9cf0', 0.55),
    flower(210, 400, 1.7, '#ff5fa8', '#ffd1ec'),
    flower(610, 440, 1.4, '#58d6ff', '#d8f7ff'),
    flower(540, 150, 0.95, '#ff9a3d', '#fff0a8'),
    flower(80, 120, 0.8, '#b7f34d', '#f4ffd0'),
    line('#fff', 3, 'M120 250q90-90 170 0t130-40', ' stroke-dasharray="2 14" opacity=".8"'),
    bee(430, 216, -14),
    bee(330, 96, 20),
  ].join('')
}

/** A castle, a moon, a projector's beam. */
export const film: Scene = (chance) =>
  [
    sky('#0b1416', '#1d3133', '#4f6a5f', '#c9c79a'),
    glow('m', 540, 210, 330, '#f4efc2', 0.85),
    disc(540, 210, 116, '#f6f1cd'),
    ...[
      [500, 180, 18],
      [580, 240, 24],
      [560, 160, 10],
      [520, 262, 12],
    ].map(([x, y, r]) => disc(x!, y!, r!, '#dcd6a6')),
    ...times(4, (i) => oval(chance.from(200, 760), 150 + i * 48, chance.from(80, 170), 9, '#2b4444', ' opacity=".6"')),
    path('#16282a', 'M-10 600q160-150 300-160t200-130 120-60l60 60q70 60 140 290z'),
    path(
      '#091214',
      'M430 330V226h14v-22h12v22h12v-22h12v22h14v40h26V150l24-60 24 60v116h24v-60h10v-20h10v20h10v-20h10v20h10v124l50 60H370z',
    ),
    path('#f2d675', 'M540 176h10v22h-10zM458 262h9v18h-9zM604 262h9v18h-9zM540 236h10v18h-10z'),
    path('#091214', 'M-10 610q240-130 420-190t400 60v140z'),
    ...times(7, () =>
      at(
        chance.from(250, 760),
        chance.from(60, 300),
        path('#050b0c', 'M0 0q-12-16-34-8q10 4 12 16q10-6 16 2l6 6 6-6q6-8 16-2q2-12 12-16q-22-8-34 8z'),
        `scale(${chance.from(0.5, 1.1)})`,
      ),
    ),
    `<linearGradient id="p" x1="0" y1="1" x2="1" y2="0"><stop stop-color="#fffbe0" stop-opacity=".65"/><stop offset="1" stop-color="#fffbe0" stop-opacity="0"/></linearGradient>`,
    path('url(#p)', 'M90 560L800 20v420z'),
    at(
      70,
      560,
      `${path('#050b0c', 'M-60-26h110v60h-110zM50-12h26v30H50z')}${disc(-34, -54, 34, '#050b0c')}${disc(26, -62, 42, '#050b0c')}${disc(-34, -54, 9, '#35504d')}${disc(26, -62, 11, '#35504d')}`,
    ),
    ...times(40, () => disc(chance.from(0, 800), chance.from(0, 600), chance.from(0.5, 1.6), '#fff', ' opacity=".25"')),
  ].join('')

/** A village under the lake. */
export const drowned: Scene = (chance) =>
  [
    sky('#9fe0d2', '#3fa3a8', '#15657e', '#072b46'),
    ...times(9, (i) =>
      path(
        '#eafff4',
        `M${60 + i * 90} -10h${chance.from(16, 46)}l${chance.from(-140, 60)} 620h-${chance.from(60, 120)}z`,
        ` opacity="${chance.from(0.05, 0.16)}"`,
      ),
    ),
    line('#f0fff9', 5, 'M-10 64q50-18 100 0t100 0t100 0t100 0t100 0t100 0t100 0t110 0', ' opacity=".8"'),
    line('#f0fff9', 3, 'M-10 88q40-12 80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t100 0', ' opacity=".45"'),
    at(
      400,
      40,
      `${path('#2b1a24', 'M-64 6h128l-22 26h-84z')}${line('#2b1a24', 4, 'M0 6v-52')}${path('#f4e6cf', 'M4-46q44 20 44 44H4z')}`,
    ),
    ridge(chance, '#125a72', 440, 30),
    path('#0d4a63', 'M150 560V440l46-40 46 40v120zM560 570V450l52-44 52 44v120zM660 580V480l36-30 36 30v100z'),
    at(
      400,
      560,
      `${path('#0a3850', 'M-120 0v-130l70-54 70 54V0z')}${path('#082e45', 'M20 0v-210h74V0z')}${path('#0a3850', 'M14-206l43-150 43 150z')}${line('#0a3850', 5, 'M57-356v-28M46-374h22')}${path('#ffd27a', 'M-70-90q20-30 40 0v44h-40zM44-176q13-20 26 0v34H44zM44-100q13-20 26 0v34H44z')}`,
    ),
    glow('v', 400, 470, 230, '#ffd98f', 0.55),
    path('#ffd27a', 'M176 462h22v24h-22zM592 476h24v26h-24zM684 506h18v20h-18z', ' opacity=".85"'),
    ridge(chance, '#05223a', 560, 16, 6),
    ...times(16, (i) =>
      line(
        '#0f5a5c',
        7,
        `M${i * 52 + chance.from(-10, 10)} 610q${chance.from(-30, 30)}-60 ${chance.from(-16, 16)}-${chance.from(70, 150)}`,
      ),
    ),
    ...times(9, () =>
      at(
        chance.from(60, 740),
        chance.from(150, 420),
        path('#d9fff2', 'M0 0q18-14 40 0l14-9v18l-14-9q-22 14-40 0z', ' opacity=".75"'),
        `scale(${chance.from(0.5, 1.2)})`,
      ),
    ),
    ...times(26, () => disc(chance.from(60, 740), chance.from(120, 560), chance.from(2, 7), '#fff', ' opacity=".28"')),
  ].join('')

/** A session in the corner of a pub: a whistle, a fiddle's curves, notes. */
export const folk: Scene = (chance) => {
  const note = (x: number, y: number, s: number, turn: number) =>
    at(
      x,
      y,
      `${oval(0, 0, 15, 11, '#fff0c9', ' transform="rotate(-20)"')}${line('#fff0c9', 5, 'M13-3v-56q20 6 22 28')}`,
      `rotate(${turn}) scale(${s})`,
    )
  const fiddle =
    'M0-120c26 0 44 16 44 42 0 20-16 26-16 40s26 22 26 54c0 34-24 50-54 50s-54-16-54-50c0-32 26-40 26-54s-16-20-16-40c0-26 18-42 44-42z'
  return [
    sky('#123b33', '#1d5a48', '#3b7a55'),
    ...times(14, (i) =>
      path(
        '#f2c14e',
        `M400 620L${n(400 + 1000 * Math.cos(Math.PI + (i * Math.PI) / 14))} ${n(620 + 1000 * Math.sin(Math.PI + (i * Math.PI) / 14))}L${n(400 + 1000 * Math.cos(Math.PI + ((i + 0.5) * Math.PI) / 14))} ${n(620 + 1000 * Math.sin(Math.PI + ((i + 0.5) * Math.PI) / 14))}z`,
        ' opacity=".16"',
      ),
    ),
    glow('g', 400, 350, 400, '#ffd98a', 0.7),
    at(
      330,
      360,
      `${path('#3c1608', 'M-8-270h16v170H-8zM-14-284q14-20 28 0v26h-28z')}${path('#7a2e12', fiddle, ' transform="scale(1.340)"')}${path('#b5531f', fiddle, ' transform="translate(-5 -4) scale(1.200)"')}${path('#2a0f06', 'M-12-110h24l3 120h-30z')}${line('#2a0f06', 4, 'M-36 22q-14-26 0-46M36 22q14-26 0-46')}${path('#2a0f06', 'M-26 34h52l-8 11h-36z')}${line('#ffe9bd', 1.6, 'M-6-240V90M-2-240V90M2-240V90M6-240V90')}`,
      'rotate(-24) scale(1.100)',
    ),
    at(
      500,
      330,
      `${path('#d8dee0', 'M-13-210h26v420h-26z')}${path('#f4f7f7', 'M-13-210h9v420h-9z')}${path('#e23d3d', 'M-17-268h34l-4 66h-26z')}${path('#7c1d1d', 'M-6-236h12v14h-12z')}${times(6, (i) => oval(0, -80 + i * 46, 6.5, 8, '#33403f')).join('')}`,
      'rotate(28)',
    ),
    line('#3c1608', 5, 'M150 520L610 180') + line('#f6e3b8', 2, 'M156 530L618 190'),
    ...times(11, () => note(chance.from(60, 740), chance.from(60, 300), chance.from(0.6, 1.3), chance.from(-24, 24))),
  ].join('')
}

/** Red curtains, half open on a lit stage. */
export const curtains: Scene = (chance) => {
  const fold = (x: number, w: number, i: number) =>
    path(
      i % 2 ? '#8e1530' : '#b21f3d',
      `M${x} 0h${w + 2}q${chance.from(-16, 16)} 300 0 600h-${w + 2}q${chance.from(-16, 16)}-300 0-600z`,
    )
  return [
    sky('#2a1330', '#6b2f4f', '#f0a15a'),
    glow('g', 400, 420, 380, '#ffe3a3', 0.95),
    disc(400, 300, 120, '#ffefc2', ' opacity=".85"'),
    ridge(chance, '#c4634a', 440, 22),
    ridge(chance, '#8a3d46', 480, 18),
    oval(400, 560, 420, 60, '#5a2a22') + oval(400, 552, 400, 46, '#7d4030'),
    ...times(5, (i) => fold(i * 46 - 6, 46, i)),
    ...times(5, (i) => fold(574 + i * 46, 46, i)),
    ...times(9, (i) => path(i % 2 ? '#9c1a35' : '#c22a48', `M${i * 92 - 20} -6h96q-6 110-48 126t-48-126z`)),
    ...times(9, (i) => line('#f2c14e', 5, `M${i * 92 - 18} 60q44 88 92 0`, ' stroke-dasharray="1 9"')),
    path('#f2c14e', 'M178 290q36 14 44 40l-44 20zM622 290q-36 14-44 40l44 20z'),
    crowd(chance, '#1c0b16', 588, 30),
  ].join('')
}
