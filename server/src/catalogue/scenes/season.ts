import {
  at,
  crowd,
  disc,
  glow,
  lights,
  line,
  n,
  oval,
  path,
  pine,
  ridge,
  type Scene,
  sky,
  stars,
  times,
} from './draw.ts'

/** A wall of coloured holds indoors, and somebody on a rope. */
export const belay: Scene = (chance) =>
  [
    sky('#e9edf2', '#cfd8e2', '#b6c2d0'),
    path('#f7f4ee', 'M60-10h300l40 320-60 300H-10V90z') + path('#e3ded4', 'M360-10h260l60 250-80 370H340l60-300z'),
    path('#d2ccc0', 'M620-10h190v620H600l80-370z'),
    ...times(54, () => {
      const [x, y, r] = [chance.from(20, 780), chance.from(20, 540), chance.from(9, 20)]
      return path(
        chance.one(['#e4572e', '#17bebb', '#f2b632', '#5b6ee1', '#2e8b57', '#d6407f']),
        `M${n(x - r)} ${y}q0-${n(r * 1.2)} ${r}-${n(r * chance.from(0.7, 1.1))}t${r} ${n(r * 0.7)}q2 ${r} -${r} ${r}t-${r}-${n(r * 0.8)}z`,
      )
    }),
    line('#2b2f3a', 4, 'M470-10V196M470 196Q520 380 560 470'),
    at(
      470,
      230,
      `${line('#f0c39a', 15, 'M-16-26L-50-84M20-26L60-66')}${path('#1d6fa3', 'M-28-34h56l-6 78h-44z')}${line('#2b2f3a', 20, 'M-14 48l-40 40 10 46M16 48l44 22 4 52')}${line('#f2b632', 7, 'M-26 44h52')}${disc(0, -56, 22, '#f0c39a')}${path('#5a3220', 'M-24-58q-2-26 24-26t24 26q-24-14-48 0z')}`,
    ),
    path('#3d4a5c', 'M-10 540h820v70H-10z') + path('#566579', 'M-10 532h820v14H-10z'),
    at(
      576,
      478,
      `${path('#d6407f', 'M-24-30h50l4 66h-58z')}${line('#2b2f3a', 20, 'M-12 40l-8 52M14 40l12 52')}${line('#8a5a3c', 13, 'M-18-20L-30-62M20-18l14-26')}${disc(2, -52, 21, '#8a5a3c')}${path('#1c1512', 'M-20-54q0-24 22-24t22 24q-8-10-22-10t-22 10z')}`,
    ),
  ].join('')

/** Four chairs, four music stands and a violin in the noon light. */
export const quartet: Scene = (chance) =>
  [
    sky('#dfeff0', '#f5ead2', '#e3c79b'),
    ...times(3, (i) =>
      at(
        110 + i * 240,
        30,
        path('#fff', 'M0 330V90q0-90 50-90t50 90v240z') +
          path('#bfe2ec', 'M8 326V92q0-80 42-80t42 80v234z') +
          line('#fff', 6, 'M50 10v320M6 140h88M6 236h88'),
      ),
    ),
    ...times(3, (i) => path('#fffbe8', `M${114 + i * 240} 360h92l-90 250h-150z`, ' opacity=".55"')),
    path('#b98352', 'M-10 440h820v170H-10z') + path('#cc9763', 'M-10 432h820v14H-10z'),
    ...times(4, (i) => {
      const x = 120 + i * 186
      return (
        at(
          x,
          470,
          line('#6f2233', 9, 'M-34-50v140M34-50v140M-34 20h68') +
            path('#8d2f43', 'M-44-6h88v22h-88zM-38-92h76v60h-76z'),
        ) +
        at(
          x + 66,
          430,
          line('#1d1a1b', 6, 'M0 0v130M0 130l-30 26M0 130l30 26') +
            path('#2a2627', 'M-50-56h100l-10 60h-80z') +
            path('#fffaf0', 'M-42-66h40v58h-36zM2-66h40l-6 58H2z') +
            times(4, (j) => line('#8b8177', 2, `M-34 ${-54 + j * 11}h26M10 ${-54 + j * 11}h26`)).join(''),
        )
      )
    }),
    at(
      330,
      486,
      `${path('#a4521d', 'M0-70c24 0 36 14 36 34 0 16-12 20-12 30s18 18 18 40c0 26-20 38-42 38s-42-12-42-38c0-22 18-30 18-40s-12-14-12-30c0-20 12-34 36-34z')}${path('#3a1a0a', 'M-5-150h10v120H-5zM-14 34h28l-6 16h-16z')}${line('#f5d9a6', 1.5, 'M-3-140V50M3-140V50')}`,
      'rotate(28)',
    ),
    times(26, () =>
      disc(chance.from(60, 760), chance.from(60, 430), chance.from(1, 2.6), '#fff', ' opacity=".8"'),
    ).join(''),
  ].join('')

/** A street at dusk, its gas lamps lit one by one. */
export const lamps: Scene = (chance) => {
  const house = (x: number, w: number, h: number, wall: string) =>
    path(wall, `M${x} 470v-${h}l${n(w / 2)}-46 ${n(w / 2)} 46v${h}z`) +
    times(6, (i) =>
      path(
        chance.one(['#ffdf94', '#ffdf94', '#3a3358']),
        `M${n(x + 16 + (i % 2) * (w / 2 - 6))} ${n(490 - h + Math.floor(i / 2) * 66)}h${n(w / 2 - 28)}v38h-${n(w / 2 - 28)}z`,
      ),
    ).join('')
  const spots = [140, 320, 500, 680].map((x, i) => [x, 236 + i * 6] as const)
  return [
    sky('#1b1e4a', '#4a3a72', '#b0617f', '#f3a877'),
    stars(chance, 40, 160),
    ...times(7, (i) => house(i * 118 - 20, 112, n(chance.from(150, 260)), ['#2c2550', '#37295a', '#432f63'][i % 3]!)),
    path('#241d3e', 'M-10 466h820v150H-10z') + path('#322850', 'M-10 460h820v16H-10z'),
    ...times(40, () => oval(chance.from(0, 800), chance.from(490, 590), 16, 6, '#3d3160', ' opacity=".7"')),
    lights(
      'l',
      '#ffc65c',
      spots.map(([x, y]) => [x, y, 150] as const),
    ),
    ...spots.map(([x, y]) =>
      at(
        x,
        y,
        path('#120e22', 'M-5 26h10v230h-10zM-16 252h32v14h-32zM-22-30h44l-10-16h-24z') +
          path('#ffe9a8', 'M-18-28h36l-8 50h-20z') +
          line('#120e22', 4, 'M-18-28l8 50h20l8-50'),
      ),
    ),
    ...spots.map(([x]) => oval(x, 506, 90, 16, '#ffc65c', ' opacity=".22"')),
    at(
      576,
      430,
      `${line('#120e22', 6, 'M6-34L-70-176')}${disc(-72, -180, 8, '#ffe9a8')}${path('#120e22', 'M-20-40h44l14 110h-70z')}${disc(2, -58, 18, '#120e22')}${path('#120e22', 'M-26-66h56v-8h-12v-30h-32v30h-12z')}${line('#120e22', 11, 'M-8 66l-12 40M16 66l10 40')}`,
    ),
  ].join('')
}

/** A table for two between ropes and curtains, seen from the wings. */
export const wings: Scene = (chance) =>
  [
    sky('#150c18', '#2a1420', '#3a1a20'),
    glow('s', 640, 200, 380, '#ffd28a', 0.8),
    path('#f2b45c', 'M560-10h250v430H520z', ' opacity=".35"'),
    ...times(5, (i) => path(i % 2 ? '#8c1b2e' : '#a3243a', `M${i * 44 - 20}-10h46q14 260-10 470h-40q20-220 4-470z`)),
    ...times(6, (i) => line('#6b5238', 5, `M${300 + i * 34}-10V${n(chance.from(150, 260))}`)),
    ...times(6, (i) => path('#4a3826', `M${286 + i * 34} ${n(140 + (i % 3) * 40)}h28v60h-28z`)),
    path('#3c2418', 'M-10 450h820v160H-10z') + path('#523322', 'M-10 442h820v14H-10z'),
    ...times(8, (i) => line('#2c190f', 3, `M${i * 120 - 80} 456l-50 150`)),
    glow('t', 420, 360, 260, '#ffb765', 0.75),
    at(
      420,
      430,
      `${oval(0, 140, 210, 22, '#000', ' opacity=".5"')}${path('#f6efe2', 'M-170-40h340l30 150q-50 22-100 0t-100 0-100 0-100 0z')}${oval(0, -40, 170, 34, '#fffaf0')}${oval(-84, -38, 54, 13, '#e5dccb') + oval(84, -38, 54, 13, '#e5dccb')}${oval(-84, -41, 34, 8, '#b65a33') + oval(84, -41, 34, 8, '#6f9150')}${path('#f3e3c3', 'M-6-116h12v76h-12zM-34-100h12v62h-12zM22-100h12v62h-12z')}${path('#fff3c4', 'M0-144q12 14 0 26-12-12 0-26zM-28-128q12 14 0 26-12-12 0-26zM28-128q12 14 0 26-12-12 0-26z')}${at(-128, -96, line('#dfe8ea', 4, 'M0 20v32M-14 52h28') + path('#a51f3c', 'M-16-16h32q0 34-16 38-16-4-16-38z'))}${at(128, -96, line('#dfe8ea', 4, 'M0 20v32M-14 52h28') + path('#f0d58a', 'M-16-16h32q0 34-16 38-16-4-16-38z'))}`,
    ),
    lights('l', '#ffd28a', [
      [420, 300, 80],
      [392, 316, 60],
      [448, 316, 60],
    ]),
    ...times(24, () =>
      disc(chance.from(540, 790), chance.from(30, 420), chance.from(1, 3), '#fff1cf', ' opacity=".6"'),
    ),
  ].join('')

/** Pumpkins, apples and a stook of corn before a tent. */
export const harvest: Scene = (chance) => {
  const pumpkin = (x: number, y: number, s: number, colour: string, dark: string) =>
    at(
      x,
      y,
      `${oval(0, 62, 110, 16, '#000', ' opacity=".25"')}${oval(-58, 0, 50, 58, dark)}${oval(58, 0, 50, 58, dark)}${oval(-28, 0, 48, 64, colour)}${oval(28, 0, 48, 64, colour)}${oval(0, 2, 34, 66, dark, ' opacity=".5"')}${path('#56723a', 'M-10-58q-4-30 14-40l12 8q-12 10-8 32z')}`,
      `scale(${s})`,
    )
  return [
    sky('#7fb3c8', '#f3d9a4', '#f2a65a'),
    disc(620, 170, 60, '#fff1c8') + glow('s', 620, 170, 300, '#ffe2a0', 0.9),
    ridge(chance, '#b98a4a', 330, 24, 5),
    ...times(9, (i) => pine(40 + i * 90 + chance.from(-20, 20), 340, chance.from(40, 80), '#7a5c34')),
    path('#d9a441', 'M-10 350q400-30 820 0v270H-10z'),
    ...times(40, () => line('#b97f26', 3, `M${chance.from(0, 800)} ${chance.from(370, 460)}v-${chance.from(12, 28)}`)),
    ...times(7, (i) =>
      path(
        i % 2 ? '#fff6e6' : '#c7423f',
        `M${110 + i * 36} 210l${n((i - 3) * 12)} 200h${n(36 + 3)}l${n((2 - i) * 12 + 9)}-200z`,
      ),
    ),
    path('#fff6e6', 'M100 214L236 110l136 104z') +
      line('#8a3230', 5, 'M236 110V70') +
      path('#f2b632', 'M236 70l44 14-44 14z'),
    path('#8a5a2c', 'M-10 470h820v140H-10z') + path('#a06c38', 'M-10 462h820v14H-10z'),
    ...times(5, (i) => line('#6f4520', 3, `M0 ${500 + i * 24}h800`)),
    at(
      660,
      430,
      times(
        15,
        (i) =>
          line('#e6bd5a', 7, `M${n((i - 7) * 3)} 20L${n((i - 7) * 15)} -130`) +
          oval((i - 7) * 15.5, -140, 7, 20, '#f3d27c'),
      ).join('') +
        path('#a5402f', 'M-30 0h60v20h-60z') +
        times(9, (i) => line('#e6bd5a', 7, `M${n((i - 4) * 5)} 20L${n((i - 4) * 16)} 90`)).join(''),
    ),
    pumpkin(210, 480, 1.1, '#e8762c', '#c65a1c') +
      pumpkin(400, 512, 0.8, '#f0a04b', '#d07f2a') +
      pumpkin(90, 536, 0.62, '#7d9a5a', '#62803f'),
    times(9, (i) =>
      disc(500 + (i % 5) * 32, 566 - Math.floor(i / 5) * 28, 19, ['#c7303f', '#d9503f', '#9cb43c'][i % 3]!),
    ).join(''),
  ].join('')
}

/** Meteors over people on rugs. */
export const meteors: Scene = (chance) =>
  [
    sky('#05081c', '#0e1a45', '#3a2f6b', '#7d4a72'),
    `<g transform="rotate(-32 400 200)">${oval(400, 210, 620, 80, '#b9a6e6', ' opacity=".12"')}${oval(400, 210, 520, 40, '#e9dcff', ' opacity=".14"')}</g>`,
    stars(chance, 170, 420),
    ...times(11, (i) => {
      const [x, y, long] = [80 + i * 66 + chance.from(-30, 30), chance.from(30, 290), chance.from(70, 190)]
      return (
        `<linearGradient id="m${i}" x1="1" x2="0" y2="1"><stop stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#fff"/></linearGradient>` +
        path(`url(#m${i})`, `M${n(x + long)} ${n(y - long * 0.5)}L${n(x + 3)} ${n(y + 3)}L${x} ${y}z`) +
        disc(x, y, 3, '#fff')
      )
    }),
    ridge(chance, '#231b47', 450, 24),
    ...times(12, (i) => pine(i * 72 + chance.from(-20, 20), 476, chance.from(50, 110), '#171236')),
    path('#0c0a20', 'M-20 480q420-60 840 0v140H-20z'),
    ...[
      [190, '#b8404f'],
      [420, '#2f7f86'],
      [640, '#b98a2f'],
    ].map(([x, colour]) =>
      at(
        Number(x),
        520,
        path(String(colour), 'M-90 20l40-26h140l-30 26z') +
          path('#060512', 'M-50 0q10-14 60-12l50 2v14h-110z') +
          disc(-56, -6, 13, '#060512') +
          path('#060512', 'M20-14l24-22 8 8-16 20z'),
      ),
    ),
    at(330, 500, glow('lantern', 0, 0, 70, '#ffb347', 0.9) + path('#ffd98a', 'M-7-10h14v20h-14z')),
    crowd(chance, '#060512', 610, 18),
  ].join('')
