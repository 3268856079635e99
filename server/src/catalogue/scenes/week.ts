import {
  at,
  cord,
  disc,
  glow,
  hung,
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

/** A loaf with steam, beside flour and ears of wheat. */
export const bread: Scene = (chance) => {
  const ear = (x: number, y: number, turn: number) =>
    at(
      x,
      y,
      line('#b98a3c', 4, 'M0 0V-190') +
        times(7, (i) =>
          path('#e2b55c', `M0 ${-90 - i * 17}q26-6 24-34q-24 4-24 34zM0 ${-90 - i * 17}q-26-6-24-34q24 4 24 34z`),
        ).join('') +
        path('#f0cd7e', 'M0-206q14-18 0-44q-14 26 0 44z'),
      `rotate(${turn})`,
    )
  return [
    sky('#3b2618', '#6d4326', '#c07b3c'),
    glow('g', 420, 250, 420, '#ffcf86', 0.85),
    path('#5a3820', 'M-10 430h820v180H-10z') + path('#6f4829', 'M-10 424h820v14H-10z'),
    ...times(6, (i) => line('#4a2c18', 3, `M0 ${460 + i * 28}q400 ${chance.from(-10, 10)} 800 0`)),
    ear(120, 470, -24) + ear(170, 480, -8) + ear(690, 470, 20) + ear(640, 486, 6),
    ...times(5, (i) =>
      line(
        '#fff4dc',
        n(10 - i),
        `M${290 + i * 60} ${chance.from(180, 200)}q-34-40 0-76t0-80`,
        ` opacity="${n(2 + (i % 3)) / 10}"`,
      ),
    ),
    oval(410, 486, 270, 30, '#2a180c', ' opacity=".5"'),
    path('#a85f27', 'M160 440q-14-190 250-190t250 190q0 50-60 50H220q-60 0-60-50z'),
    path('#c97d36', 'M176 424q0-160 234-160t234 160q-40-50-234-50T176 424z'),
    path('#e2a455', 'M220 350q60-76 190-78t190 78q-70-44-190-44t-190 44z', ' opacity=".8"'),
    ...times(
      4,
      (i) =>
        path('#f4dcae', `M${258 + i * 82} 372q6-70 44-92q18 50-10 92q-16 8-34 0z`) +
        line('#8a4a1c', 3, `M${258 + i * 82} 372q6-70 44-92`),
    ),
    times(60, () =>
      disc(
        chance.from(120, 700),
        chance.from(470, 590),
        chance.from(1, 4),
        '#fff6e4',
        ` opacity="${chance.from(0.4, 0.9)}"`,
      ),
    ).join(''),
    oval(650, 540, 90, 22, '#fff6e4') + oval(640, 528, 56, 18, '#fffdf6'),
  ].join('')
}

/** The mail train at speed through a night of snow, lit from within. */
export const mail: Scene = (chance) => {
  const coach = (x: number, body: string) =>
    at(
      x,
      330,
      `${path(body, 'M0 0h250v96H0z')}${path('#1c1018', 'M-4-12h258v14H-4z')}${path('#e8b04a', 'M0 70h250v6H0z')}${times(4, (i) => path('#ffe6a8', `M${18 + i * 58} 18h40v36h-40z`)).join('')}${times(4, (i) => disc(38 + i * 58, 104, 14, '#120a10')).join('')}`,
    )
  return [
    sky('#081024', '#122347', '#28406e'),
    stars(chance, 80, 260),
    ridge(chance, '#1a2c54', 330, 46),
    ridge(chance, '#dfe8f5', 420, 16, 5),
    ...times(16, (i) => pine(i * 56 + chance.from(-16, 16), 420, chance.from(70, 150), i % 2 ? '#0f2036' : '#16304a')),
    glow('g', 700, 360, 360, '#ffdf9a', 0.7),
    path('#c9d7ea', 'M-10 446h820v170H-10z'),
    path('#0b0a12', 'M-10 438h820v10H-10z'),
    ...times(9, (i) =>
      disc(
        640 - i * 70,
        250 - i * 16 + chance.from(-10, 10),
        26 + i * 7,
        '#f1ede6',
        ` opacity="${n(7 - i * 0.65) / 10}"`,
      ),
    ),
    coach(-150, '#7b1e2e') + coach(110, '#8d2335') + coach(370, '#7b1e2e'),
    at(
      638,
      330,
      `${path('#13202c', 'M0 20h150q26 6 26 38t-26 38H0z')}${path('#1d3040', 'M0-30h60v60H0z')}${path('#ffe6a8', 'M12-18h34v28H12z')}${path('#13202c', 'M104-30h24v52h-24zM98-38h36v14H98z')}${times(3, (i) => disc(34 + i * 50, 100, 18, '#0a0a10') + disc(34 + i * 50, 100, 9, '#a63a3a')).join('')}${disc(176, 56, 12, '#fff3c4')}`,
    ),
    `<linearGradient id="beam"><stop stop-color="#fff0b8" stop-opacity=".8"/><stop offset="1" stop-color="#fff0b8" stop-opacity="0"/></linearGradient>${path('url(#beam)', 'M816 376L900 330v130z')}`,
    ...times(70, () => {
      const [x, y] = [chance.from(0, 800), chance.from(0, 600)]
      return line(
        '#fff',
        chance.from(1, 3),
        `M${x} ${y}l-${chance.from(8, 22)} 3`,
        ` opacity="${chance.from(0.3, 0.9)}"`,
      )
    }),
    ...times(6, (i) =>
      at(
        chance.from(40, 620),
        chance.from(480, 570),
        path('#fffaf0', 'M-26-17h52v34h-52z') + line('#b9a88d', 2, 'M-26-17L0 4l26-21') + disc(0, 6, 4, '#b8323f'),
        `rotate(${n(i * 23 - 50)})`,
      ),
    ),
  ].join('')
}

/** A pie, a pint and an accordion by the fire of a pub. */
export const pub: Scene = (chance) =>
  [
    sky('#241009', '#3c1b0f', '#5b2a14'),
    ...times(9, (i) => path(i % 2 ? '#33170c' : '#3d1d10', `M${i * 92 - 8} 0h90v410h-90z`)),
    glow('f', 640, 330, 330, '#ff9a3d', 0.95),
    path('#1a0a06', 'M520 400V240q0-70 120-70t120 70v160z') + path('#5a2e1c', 'M496 150h288v34H496z'),
    ...times(7, (i) =>
      path(
        ['#ff7a1f', '#ffb733', '#ffe08a'][i % 3]!,
        `M${560 + i * 24} 396q-26-50 ${n(chance.from(0, 12))}-${n(chance.from(60, 120))}q30 50 20 ${n(chance.from(60, 110))}z`,
      ),
    ),
    path('#7a4a26', 'M-10 420h820v190H-10z') + path('#94602f', 'M-10 412h820v16H-10z'),
    ...times(5, (i) => line('#5f3819', 3, `M0 ${460 + i * 34}q400 ${chance.from(-10, 10)} 800 0`)),
    at(
      250,
      330,
      `${oval(0, 158, 210, 20, '#000', ' opacity=".35"')}${path('#b3202e', 'M-190-110h90v260h-90zM100-110h90v260h-90z')}${times(9, (i) => path(i % 2 ? '#f3e4c8' : '#c8323e', `M${-100 + i * 22}-${96 - (i % 2) * 8}h22v${232 - (i % 2) * 12}h-22z`)).join('')}${times(7, (i) => path('#fffaf0', `M108 ${-96 + i * 34}h64v28h-64z`)).join('')}${times(12, (i) => disc(-168 + (i % 3) * 24, -84 + Math.floor(i / 3) * 50, 8, '#f6d27a')).join('')}`,
      'rotate(-6)',
    ),
    at(
      520,
      430,
      `${oval(0, 104, 60, 12, '#000', ' opacity=".4"')}${path('#3a1608', 'M-46-70h92l-10 170h-72z')}${path('#6b2a0e', 'M-42-60h34l-4 156h-22z', ' opacity=".7"')}${path('#fff1d4', 'M-52-92q26-24 52-4q28-20 52 4v26h-104z')}`,
    ),
    at(
      680,
      500,
      `${oval(0, 52, 120, 16, '#000', ' opacity=".4"')}${path('#f4efe6', 'M-110 20h220q-10 36-60 36H-50q-50 0-60-36z')}${path('#d9953f', 'M-104 22q6-54 104-54t104 54z')}${line('#8a4e17', 5, 'M-40-14h80M-20-30l40 34')}${times(9, (i) => disc(-92 + i * 23, 20, 12, '#e9b05c')).join('')}${line('#fff', 6, 'M-20-50q-14-24 0-44t0-40M24-52q-14-24 0-44t0-40', ' opacity=".45"')}`,
    ),
    line('#2a120a', 4, cord(-10, 30, 470, 24, 50)),
    lights(
      'l',
      '#ffc766',
      hung(-10, 30, 470, 24, 50, 8).map(([x, y]) => [x, y + 10, 40] as const),
    ),
  ].join('')

/** Coffee and cake by a window over the harbour. */
export const coffee: Scene = (chance) => {
  const boat = (x: number, y: number, s: number, hull: string) =>
    at(
      x,
      y,
      `${path('#fff', 'M-4-120V-10h-60z')}${path('#fbe3c8', 'M4-100V-10h46z')}${path(hull, 'M-76 0H70q-14 36-40 36h-70q-26 0-36-36z')}`,
      `scale(${s})`,
    )
  return [
    sky('#8fc9e6', '#c7e6ef', '#fdf1dc'),
    disc(600, 120, 46, '#fff6d8'),
    ridge(chance, '#7fae9d', 250, 26, 5),
    ...times(11, (i) =>
      at(
        60 + i * 66,
        262,
        path(['#f4c9a8', '#fdf6e8', '#e9928a', '#9cc4d6'][i % 4]!, 'M0-70h58v84H0z') +
          path('#b4584a', 'M-4-70l33-30 33 30z') +
          path('#45637a', 'M12-52h12v18H12zM34-52h12v18H34zM22-20h14v34H22z'),
      ),
    ),
    path('#4f9db8', 'M-10 274h820v180H-10z'),
    ...times(18, () =>
      line('#dff3f5', 3, `M${chance.from(0, 780)} ${chance.from(284, 410)}h${chance.from(16, 60)}`, ' opacity=".6"'),
    ),
    boat(180, 350, 1, '#d8563f') + boat(430, 330, 0.7, '#2f6d8c') + boat(640, 366, 1.15, '#f2b632'),
    path('#fffaf0', 'M-10-10h820v24H-10zM-10-10h26v440H-10zM784-10h26v440h-26zM388 0h24v430h-24z'),
    path('#e7c9a0', 'M-10 424h820v190H-10z') + path('#f3dcb9', 'M-10 416h820v16H-10z'),
    at(
      250,
      480,
      `${oval(0, 74, 170, 26, '#000', ' opacity=".12"')}${oval(0, 64, 160, 26, '#fff')}${line('#2f6d8c', 16, 'M92-30q60-12 50 34t-70 26')}${path('#2f6d8c', 'M-100-60h200q4 120-70 126h-60q-74-6-70-126z')}${oval(0, -60, 100, 22, '#fff')}${oval(0, -57, 88, 16, '#6b3a1e')}${path('#f3dfc2', 'M-20-57q-18-16 0-14 4-8 20 6q16-14 20-6q18-2 0 14-20 8-40 0z')}${line('#fff', 7, 'M-26-92q-18-26 0-50t0-50M26-92q-18-26 0-50t0-50', ' opacity=".7"')}`,
    ),
    at(
      560,
      486,
      `${oval(0, 66, 150, 22, '#000', ' opacity=".12"')}${oval(0, 58, 144, 22, '#fff')}${path('#c98a4b', 'M-90 54V-30L80-10v66z')}${path('#f7ead6', 'M-90 6l170 8v14l-170-8zM-90-30q20-40 90-30t80 50z')}${path('#8a5327', 'M-90 20l170 8v4l-170-8z')}${disc(-10, -52, 18, '#c7303f')}${line('#3c7a42', 4, 'M-10-68q6-18 22-20')}`,
    ),
    times(4, (i) => disc(90 + i * 22, 566 + (i % 2) * 8, 10, '#c7303f')).join(''),
  ].join('')
}

/** A locomotive of the silent days in a projector's beam, over an upright piano. */
export const silent: Scene = (chance) =>
  [
    sky('#120e0c', '#1d1613', '#0d0a09'),
    path('#f0e2c4', 'M90 50h620v330H90z') + path('#dcc9a2', 'M90 250h620v130H90z'),
    ...times(5, (i) => disc(250 + i * 44, 150 - i * 14 + chance.from(-6, 6), 26 + i * 7, '#fffaf0', ' opacity=".8"')),
    path('#a8946c', 'M90 300q160-60 300-20t320-30v130H90z'),
    at(
      300,
      300,
      `${path('#3a2e22', 'M-60-50h220v56H-60zM160-96h96v102h-96z')}${path('#2a2018', 'M148-108h120v14H148zM-40-96h22l10 46h-42zM-56-108h54v14h-54z')}${path('#f0e2c4', 'M182-80h50v38h-50z')}${times(3, (i) => disc(10 + i * 84, 12, 30, '#2a2018') + disc(10 + i * 84, 12, 18, '#a8946c') + disc(10 + i * 84, 12, 6, '#2a2018')).join('')}${path('#2a2018', 'M-64 6l-54 36h60z')}${disc(-58, -58, 12, '#fff6da')}${at(80, -66, `${path('#2a2018', 'M-9 0h18v-34h-18zM-16-34h32v-7h-32zM-9-52h18v12h-18z')}${disc(0, -30, 8, '#e8d5ad')}`)}`,
    ),
    ...times(14, (i) => line('#6d5d42', 5, `M${110 + i * 46} 346l-14 26`)),
    line('#3a2e22', 5, 'M90 346h620'),
    ...times(60, () =>
      disc(chance.from(94, 706), chance.from(54, 376), chance.from(0.5, 1.6), '#5b4b33', ' opacity=".5"'),
    ),
    path('#fff3cf', 'M90 50h620v330H90z', ' opacity=".12"'),
    path('#fff6d8', 'M800 560L90 50h620z', ' opacity=".1"'),
    path('#7c1626', 'M-10-10h80q20 300-20 430H-10zM810-10h-80q-20 300 20 430h60z'),
    ...times(3, (i) => line('#5a0e1a', 6, `M${14 + i * 18} 0v410M${786 - i * 18} 0v410`)),
    at(
      200,
      500,
      `${path('#3c2214', 'M-120-90h240v190h-240z')}${path('#2a160c', 'M-132-104h264v18h-264zM-132 0h264v22h-264z')}${path('#fffaf0', 'M-116-12h232v12h-232z')}${times(18, (i) => path('#14100e', `M${-112 + i * 13}-12h6v8h-6z`)).join('')}${glow('lamp', 90, -120, 110, '#ffcf7a', 0.9)}${path('#e8b04a', 'M76-116h28l-6-22h-16z')}`,
    ),
    ...times(9, (i) => {
      const x = 360 + i * 54 + chance.from(-8, 8)
      return disc(x, 540 + (i % 2) * 14, 26, '#080606') + path('#080606', `M${n(x - 40)} 620q0-60 40-60t40 60z`)
    }),
  ].join('')
