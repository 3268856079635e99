import {
  at,
  cord,
  disc,
  glints,
  glow,
  hung,
  line,
  n,
  oval,
  path,
  peaks,
  pine,
  ridge,
  type Scene,
  sky,
  times,
} from './draw.ts'

/** A laid table from above. */
export const supper: Scene = (chance) => {
  const plate = (x: number, y: number, r: number, food: string) =>
    at(
      x,
      y,
      `${disc(5, 9, r, '#000', ' opacity=".28"')}${disc(0, 0, r, '#f4ede0')}${disc(0, 0, r * 0.72, '#fffaf0')}${food}`,
    )
  const leaf = (turn: number, size: number, colour: string) =>
    `<g transform="rotate(${turn}) scale(${size})">${path(colour, 'M0 0q16-22 0-52q-16 30 0 52z')}${line('#2f4a2a', 1.5, 'M0 0v-40')}</g>`
  const fork = at(0, 0, line('#d9d2c4', 6, 'M0 0v84') + line('#d9d2c4', 4, 'M-10-40v24q0 14 10 14t10-14v-24M0-40v34'))
  const knife = line('#d9d2c4', 6, 'M0 20v64') + path('#e8e2d6', 'M-4 20v-66q12 8 12 40v26z')
  const salad =
    times(22, () =>
      leaf(chance.from(0, 360), chance.from(1, 1.5), chance.one(['#5d8a4a', '#7aa95c', '#3e6b3c', '#a6c36f'])),
    ).join('') +
    times(9, () =>
      disc(
        chance.from(-52, 52),
        chance.from(-52, 52),
        chance.from(8, 14),
        chance.one(['#d64545', '#f08a4b', '#8e2f52']),
      ),
    ).join('')
  const soup =
    disc(0, 0, 88, '#e07a3a') +
    disc(0, 0, 76, '#ea8b49') +
    line('#ffd9a8', 7, 'M-46 10q28-48 58-14t44-28') +
    times(8, () => disc(chance.from(-50, 50), chance.from(-50, 50), 4.5, '#3e6b3c')).join('')
  const fig =
    disc(0, 0, 44, '#6b2c4e') +
    disc(0, 0, 34, '#e58a8a') +
    times(18, (i) =>
      disc(22 * Math.cos(i * 0.35) * (i % 2 ? 1 : 0.5), 22 * Math.sin(i * 0.35) * (i % 2 ? 1 : 0.5), 2.4, '#fff0d0'),
    ).join('')
  return [
    sky('#23302d', '#1c2724', '#141c1a'),
    ...times(9, (i) => line('#2c3b37', 3, `M0 ${40 + i * 66}q400 ${chance.from(-14, 14)} 800 0`)),
    glow('g', 400, 300, 480, '#ffb765', 0.5),
    plate(236, 250, 128, salad),
    plate(570, 360, 140, soup),
    plate(420, 92, 84, fig),
    plate(120, 520, 96, `<g transform="scale(.9)">${fig}</g>`),
    at(76, 240, fork) + at(392, 270, knife) + at(408, 380, fork, 'rotate(14)') + at(738, 350, knife, 'rotate(8)'),
    at(
      640,
      130,
      disc(6, 10, 56, '#000', ' opacity=".3"') +
        disc(0, 0, 54, '#cfd8d2', ' opacity=".35"') +
        disc(0, 0, 44, '#8e1f3a') +
        oval(-12, -14, 16, 9, '#c94a66'),
    ),
    at(330, 500, disc(4, 8, 40, '#000', ' opacity=".3"') + disc(0, 0, 38, '#d8a24a') + disc(0, 0, 28, '#fff0c2')),
    glow('c', 330, 500, 150, '#ffd28a', 0.8),
    ...times(10, () =>
      at(
        chance.from(30, 770),
        chance.from(30, 570),
        leaf(chance.from(0, 360), chance.from(0.4, 0.8), chance.one(['#4d7a52', '#6c9a60'])),
      ),
    ),
  ].join('')
}

/** A kayak at sunrise. */
export const sea: Scene = (chance) =>
  [
    sky('#1f4e79', '#5b93b0', '#f6b28b', '#ffe3b3'),
    glow('s', 520, 300, 380, '#fff2c9', 0.95),
    disc(520, 296, 58, '#fff7dd'),
    ...times(4, (i) =>
      oval(chance.from(60, 740), 70 + i * 42, chance.from(70, 150), chance.from(8, 15), '#fff', ' opacity=".35"'),
    ),
    peaks(chance, '#6f8ba6', '#8fa6b8', 330, 130, 5),
    ridge(chance, '#4f7390', 322, 14, 5),
    `<linearGradient id="w" x2="0" y2="1"><stop stop-color="#f3b892"/><stop offset=".35" stop-color="#4f8ca3"/><stop offset="1" stop-color="#0f3c57"/></linearGradient>`,
    path('url(#w)', 'M-10 332h820v280H-10z'),
    glints(chance, '#fff1cf', 520, 336, 300, 34),
    ...times(16, (i) =>
      line(
        '#0d3650',
        2 + i / 6,
        `M${chance.from(-40, 740)} ${350 + i * 16}q${chance.from(20, 60)}-8 ${chance.from(60, 160)} 0`,
        ' opacity=".35"',
      ),
    ),
    at(
      300,
      462,
      `${path('#0a2a3e', 'M-170 26q170 34 340 0q-40 22-170 22t-170-22z', ' opacity=".5"')}${path('#e2532f', 'M-180 0q180 44 360 0q-30 32-180 32T-180 0z')}${path('#b53a1c', 'M-170 6q170 38 340 0q-40 26-170 26T-170 6z')}${path('#12202b', 'M-34 10q34-12 68 0q-34 14-68 0z')}${path('#f5c542', 'M-22 8q-2-58 22-60t22 60z')}${disc(0, -70, 19, '#8a4b32')}${path('#12202b', 'M-20-72q2-24 20-24t20 24z')}${line('#12202b', 6, 'M-128-64L118 2')}${path('#ffe3b3', 'M-128-64l-34-20 6 26zM118 2l36 18-8-28z')}${line('#c98f35', 11, 'M-16-34l-24-8M16-34l24 14')}`,
    ),
    ...times(5, () => line('#24465c', 3, `M${chance.from(60, 460)} ${chance.from(90, 230)}q8-10 14 0q8-10 14 0`)),
  ].join('')

/** A wall of rock in evening light, two on a rope. */
export const climb: Scene = (chance) => {
  const person = (x: number, y: number, coat: string) =>
    at(
      x,
      y,
      `${line('#1b1423', 9, 'M-4 34l-16 26M6 34l18 20')}${path(coat, 'M-12 36l2-40h20l4 40z')}${line(coat, 8, 'M8 0l20-26M-8 2l-20-10')}${disc(2, -16, 12, '#f2e9dc')}${path('#d8412f', 'M-11-18q2-16 14-14t12 14z')}`,
    )
  return [
    sky('#2b2f6b', '#8a4f87', '#f28a6a', '#ffd39a'),
    glow('s', 640, 420, 340, '#fff0c4', 0.9),
    peaks(chance, '#7a4b7d', '#b56a7f', 520, 280, 4),
    ridge(chance, '#55366b', 520, 24),
    ...times(12, (i) => pine(420 + i * 36, 560, chance.from(60, 110), '#35234f')),
    path('#a8482f', 'M-10-10h420l-40 90 60 70-70 100 50 90-80 110 40 160H-10z'),
    path('#c9623c', 'M-10-10h300l-50 120 60 80-90 120 40 100-90 200H-10z'),
    path('#e58a54', 'M-10-10h150l-30 140 40 90-80 130 30 120-60 140H-10z'),
    ...times(20, () =>
      line(
        '#7f3222',
        chance.from(2, 4),
        `M${chance.from(0, 330)} ${chance.from(0, 590)}l${chance.from(-20, 20)} ${chance.from(24, 70)}l${chance.from(6, 30)} ${chance.from(4, 20)}`,
        ' opacity=".6"',
      ),
    ),
    line('#fdf3d8', 3, 'M404 20Q380 120 384 178Q396 300 372 420'),
    person(386, 170, '#2aa198'),
    person(366, 430, '#f2b632'),
    ridge(chance, '#1b1330', 590, 8, 5),
  ].join('')
}

/** Wooden type, inked. */
export const letters: Scene = (chance) => {
  const inks = ['#d7402b', '#1d6fa3', '#f2b632', '#1f7a5c', '#2b2430']
  const shapes = [
    'M20 110L60 10l40 100H78l-7-20H49l-7 20zM55 72h10l-5-18z',
    'M22 10h34q44 4 44 50t-44 50H22zM44 32v56q34 2 34-28T44 32z',
    'M20 10h22v78h56v22H20z',
    'M20 10h80v22H42v16h46v22H42v18h58v22H20z',
    'M60 8a52 52 0 1 1 0 104A52 52 0 0 1 60 8zm0 24a28 28 0 1 0 0 56a28 28 0 0 0 0-56z',
    'M20 10h22l36 62V10h22v100H78L42 48v62H20z',
    'M20 10h80v22H71v78H49V32H20z',
    'M20 10h24l16 60 16-60h24L72 110H48z',
  ]
  const block = (x: number, y: number) => {
    const ink = chance.one(inks)
    return at(
      x,
      y,
      `${path('#000', 'M6 8h118v118H6z', ' opacity=".3"')}${path(chance.one(['#c89058', '#b87d47', '#d8a56b', '#a86f3d']), 'M0 0h118v118H0z')}${path('#fff', 'M0 0h118v6H0z', ' opacity=".18"')}${times(4, (i) => line('#8a5a30', 1.2, `M4 ${22 + i * 26}q56 ${chance.from(-8, 8)} 110 0`, ' opacity=".5"')).join('')}${path(ink, chance.one(shapes), ' fill-rule="evenodd"')}`,
    )
  }
  return [
    sky('#efe4d0', '#e3d3b6', '#cdb690'),
    `<g transform="rotate(-8 400 300)">${times(42, (i) => block(-70 + (i % 7) * 136 + (Math.floor(i / 7) % 2) * 40, -90 + Math.floor(i / 7) * 134)).join('')}</g>`,
    glow('g', 560, 180, 420, '#fff3d6', 0.45),
    at(
      590,
      430,
      `${path('#000', 'M-150 14h300v80h-300z', ' opacity=".25"')}${path('#2b2430', 'M-150-36h300v84h-300z')}${path('#d7402b', 'M-150-36h300v26h-300z')}${path('#5b4a3c', 'M-186-14h36v36h-36zM150-14h36v36h-36z')}`,
      'rotate(-20)',
    ),
  ].join('')
}

/** Teacups, a cake, bunting. */
export const tea: Scene = (chance) => {
  const cup = (x: number, y: number, s: number, body: string, trim: string) =>
    at(
      x,
      y,
      `${oval(0, 92, 128, 20, '#000', ' opacity=".12"')}${oval(0, 84, 124, 20, '#fffaf2')}${oval(0, 80, 92, 12, trim)}${line(body, 16, 'M78-14q58-12 44 34t-66 24')}${path(body, 'M-88-40h176q4 110-64 118h-48q-68-8-64-118z')}${path('#fff', 'M-70-36h24q-2 80 20 110q-46-14-44-110z', ' opacity=".3"')}${oval(0, -40, 88, 18, '#fffaf2')}${oval(0, -38, 76, 13, '#a8562b')}${times(5, (i) => disc(-56 + i * 28, 8 + (i % 2) * 16, 9, trim)).join('')}${line('#fff', 7, 'M-20-66q-18-26 0-50t0-50M22-66q-18-26 0-50t0-50', ' opacity=".55"')}`,
      `scale(${s})`,
    )
  const colours = ['#e4576b', '#f3b23e', '#3a9c8e', '#5a7fc4']
  return [
    sky('#f9d6c4', '#fbe6cf', '#f3c8b4'),
    ...times(12, (i) =>
      path(
        '#fff',
        `M400 330L${n(400 + 900 * Math.cos(i * 0.5236))} ${n(330 + 900 * Math.sin(i * 0.5236))}L${n(400 + 900 * Math.cos(i * 0.5236 + 0.2618))} ${n(330 + 900 * Math.sin(i * 0.5236 + 0.2618))}z`,
        ' opacity=".28"',
      ),
    ),
    line('#8c4b52', 3, `${cord(-10, 40, 400, 46, 60)}${cord(400, 46, 810, 40, 60)}`),
    ...[...hung(-10, 40, 400, 46, 60, 7), ...hung(400, 46, 810, 40, 60, 7)].map(([x, y], i) =>
      path(colours[i % 4]!, `M${x - 24} ${y - 4}h48l-24 52z`),
    ),
    path('#b76a5f', 'M-10 470h820v140H-10z') + path('#c97f70', 'M-10 470h820v22H-10z'),
    ...times(14, (i) => path('#fff4ea', `M${i * 62 - 20} 470q31 44 62 0z`)),
    at(
      590,
      372,
      `${oval(0, 104, 150, 22, '#000', ' opacity=".14"')}${oval(0, 98, 146, 22, '#fffaf2')}${path('#fff', 'M-12 98h24v26h-24z')}${path('#f5d3a0', 'M-104 14h208v78q-104 20-208 0z')}${path('#e4576b', 'M-104 46h208v12q-104 20-208 0z')}${path('#fff3ea', 'M-108 16q0-26 108-26T108 16q-6 26-22 26t-16-16q-10 34-26 34T18 28Q8 52-6 52t-18-24q-10 26-26 26T-70 26q-8 18-20 16t-18-26z')}${times(6, (i) => disc(-70 + i * 28, -12 - (i % 2) * 6, 14, '#d8334f') + disc(-74 + i * 28, -16 - (i % 2) * 6, 4, '#ff9aa8')).join('')}`,
    ),
    cup(250, 394, 1.18, '#5a7fc4', '#f3b23e'),
    cup(110, 496, 0.62, '#3a9c8e', '#fff4ea'),
    ...times(18, () =>
      disc(chance.from(0, 800), chance.from(90, 300), chance.from(2, 5), chance.one(colours), ' opacity=".5"'),
    ),
  ].join('')
}

/** Morning sun through the windows of a hall, and a piano. */
export const piano: Scene = (chance) =>
  [
    sky('#f7e3c0', '#f2c99a', '#c98a63'),
    ...times(4, (i) =>
      at(
        60 + i * 190,
        40,
        `${path('#fff8df', 'M0 300V80q0-70 60-70t60 70v220z')}${path('#a9d6e8', 'M8 292V82q0-62 52-62t52 62v210z')}${oval(chance.from(40, 56), chance.from(190, 240), 30, 34, '#8fbf86')}${oval(chance.from(60, 74), chance.from(230, 256), 36, 32, '#6fa876')}${line('#fff8df', 7, 'M60 12v288M6 130h108M6 214h108')}`,
      ),
    ),
    ...times(4, (i) => path('#fff4cf', `M${66 + i * 190} 340h108l${-150 + i * 20} 270h-150z`, ' opacity=".5"')),
    path('#8a4f36', 'M-10 470h820v140H-10z') + path('#a3634a', 'M-10 462h820v12H-10z'),
    ...times(8, (i) => line('#6f3c28', 2, `M${i * 120 - 60} 474l-60 130`)),
    ...times(4, (i) => path('#ffe2ad', `M${10 + i * 190} 474h130l-60 130h-150z`, ' opacity=".35"')),
    oval(430, 566, 270, 22, '#3b1c12', ' opacity=".45"'),
    at(
      430,
      430,
      `${path('#17100f', 'M-210-60h130q40-6 90-70t150-60q60 4 56 70t-10 80v40h-416z')}${path('#2d201d', 'M-80-66L20-250q70-74 190-74l14 150q-30-20-70-14-60 4-104 62t-130 60z')}${path('#c8965a', 'M-60-74L30-240q60-60 168-64l8 106q-80-20-130 46t-136 78z', ' opacity=".35"')}${path('#17100f', 'M-226-24h440v34h-440z')}${path('#fffaf0', 'M-222-36h156v16h-156z')}${times(13, (i) => path('#17100f', `M${-214 + i * 12}-36h5v9h-5z`)).join('')}${line('#17100f', 16, 'M-190 6l-10 128M190 6l10 128M40 6v120')}${line('#c8965a', 5, 'M-206 134h16M192 134h18M32 128h18')}`,
    ),
    at(120, 490, `${path('#4d1f2a', 'M-50-10h100v22h-100z')}${line('#17100f', 9, 'M-40 12l-8 66M40 12l8 66')}`),
    ...times(30, () =>
      disc(chance.from(80, 760), chance.from(120, 520), chance.from(1, 2.6), '#fff9e0', ' opacity=".7"'),
    ),
  ].join('')
