import {
  at,
  cord,
  crowd,
  disc,
  glints,
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

/** Spotlights over a full house. */
export const stage: Scene = (chance) => {
  const [deep, warm, cool] = chance.one([
    ['#170f2e', '#ff9e5e', '#7c6cff'],
    ['#0d1b2e', '#ffd166', '#2ec4b6'],
    ['#220d24', '#ff6f91', '#ffc75f'],
  ])
  const beam = (x: number, to: number, colour: string, i: number) =>
    `<linearGradient id="b${i}" x2="0" y2="1"><stop stop-color="${colour}" stop-opacity=".75"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></linearGradient>${path(`url(#b${i})`, `M${x - 6} -10h12L${to + 90} 520H${to - 90}z`)}`
  const beams = times(7, (i) => beam(80 + i * 107, chance.from(120, 680), i % 2 ? warm! : cool!, i))
  return [
    sky(deep!, deep!, '#2a1638'),
    ...beams,
    glow('g', 400, 470, 360, warm!, 0.75),
    oval(400, 486, 430, 40, '#1a0f1f'),
    line(warm!, 3, 'M-20 486q420-76 840 0', ' opacity=".5"'),
    at(400, 470, `${line('#0b0710', 5, 'M0 0v-96M-22 0h44')}${disc(0, -104, 10, '#0b0710')}`),
    lights(
      'l',
      warm!,
      times(7, (i) => [80 + i * 107, 6, 34] as const),
    ),
    times(40, () =>
      disc(chance.from(40, 760), chance.from(60, 440), chance.from(0.8, 2.6), '#fff', ' opacity=".4"'),
    ).join(''),
    crowd(chance, '#150b1c', 520, 30),
    crowd(chance, '#0a060e', 566, 44),
  ].join('')
}

/** A cello among candles. */
export const candles: Scene = (chance) => {
  const rows = times(34, () => [chance.from(-10, 810), chance.from(380, 590)] as const).sort((a, b) => a[1] - b[1])
  const cello =
    'M0-150c34 0 58 22 58 56 0 26-22 34-22 54s34 30 34 72c0 44-32 66-70 66s-70-22-70-66c0-42 34-52 34-72s-22-28-22-54c0-34 24-56 58-56z'
  const flame = ([x, y]: readonly [number, number]) => {
    const s = 0.5 + (y - 380) / 260
    return at(
      x,
      y,
      `${path('#f3e3c3', 'M-9 0h18v90h-18z')}${path('#d9bd8e', 'M3 0h6v90h-6z')}${path('#fff3c4', 'M0-32q12 16 0 28q-12-12 0-28z')}`,
      `scale(${n(s * 10) / 10})`,
    )
  }
  return [
    sky('#0d0910', '#24121a', '#4a2216'),
    glow('g', 400, 330, 420, '#ff9d45', 0.65),
    line(
      '#2b1712',
      10,
      'M96 600V150q0-110 110-110t110 110v450M484 600V150q0-110 110-110t110 110v450',
      ' opacity=".55"',
    ),
    at(
      400,
      330,
      `${path('#2a0f08', 'M-7-330h14v200h-14zM-14-340q14-22 28 0v30h-28z')}${path('#8a3d17', cello)}${path('#b4551f', cello, ' transform="translate(-6 -4) scale(.88)"')}${line('#2a0f08', 3, 'M-26 0q-14-24-2-44M26 0q14-24 2-44')}${path('#1d0a05', 'M-20 14h40l-8 10h-24zM-10-130h20l4 120h-28z')}${line('#f5d9a6', 1.2, 'M-6-300V90M-2-300V90M2-300V90M6-300V90')}${line('#1d0a05', 5, 'M0 98v120')}`,
    ),
    line('#e8c48b', 4, 'M250 372L566 300'),
    lights(
      'l',
      '#ffb347',
      rows.map(([x, y]) => [x, y - 14 * (0.5 + (y - 380) / 260), 62 * (0.5 + (y - 380) / 300)] as const),
    ),
    ...rows.map(flame),
  ].join('')
}

/** A little train under a big moon. */
export const railway: Scene = (chance) => {
  const wheel = (x: number, r: number) =>
    disc(x, 0, r, '#1b1430') + disc(x, 0, r * 0.6, '#e8b04a') + disc(x, 0, r * 0.25, '#1b1430')
  const coach = (x: number) =>
    at(
      x,
      0,
      `${path('#b83b5e', 'M0-74h150v64H0z')}${path('#7d2444', 'M-4-82h158v12H-4z')}${path('#ffe29a', 'M12-62h26v26H12zM50-62h26v26H50zM88-62h26v26H88zM124-62h18v26h-18z')}${wheel(30, 14)}${wheel(120, 14)}`,
    )
  const smoke = times(9, (i) =>
    disc(
      560 - i * 46 + chance.from(-10, 10),
      318 - i * 17 + chance.from(-12, 12),
      18 + i * 6.5,
      '#f7ead9',
      ` opacity="${n(8 - i * 0.7) / 10}"`,
    ),
  )
  return [
    sky('#1d1a4b', '#5a3a83', '#e67a7a', '#f9c784'),
    stars(chance, 50, 230),
    glow('m', 620, 150, 260, '#fff1c9', 0.8),
    disc(620, 150, 74, '#fff4d6'),
    disc(596, 132, 13, '#f2deb0') + disc(644, 176, 9, '#f2deb0') + disc(636, 122, 6, '#f2deb0'),
    ridge(chance, '#6b4a93', 360, 40),
    ridge(chance, '#4a3176', 420, 34),
    ...times(14, (i) => pine(i * 62 + chance.from(-20, 20), 470, chance.from(60, 130), '#33225a')),
    path('#2a1b4a', 'M-20 462q420-40 840 0v200H-20z'),
    ...smoke,
    at(
      0,
      456,
      `${coach(60)}${coach(226)}${path('#2f8f83', 'M396-98h70v88h-70zM462-64h112v54H462z')}${path('#1f6a61', 'M388-108h86v12h-86z')}${path('#ffe29a', 'M410-84h40v32h-40z')}${path('#1b1430', 'M534-112h26v50h-26zM528-120h38v12h-38zM574-64q22 0 22 27t-22 27z')}${path('#e8b04a', 'M486-74q12-18 24 0zM470-36h104v6H470z')}${wheel(424, 20)}${wheel(490, 20)}${wheel(548, 16)}${path('#1b1430', 'M588-10l30 22h-40z')}`,
    ),
    line('#1b1430', 7, 'M-20 480H820'),
    ...times(22, (i) => line('#120c26', 6, `M${i * 38} 490v10`)),
    ridge(chance, '#150e2b', 560, 16, 6),
  ].join('')
}

/** People walking the coast with lanterns. */
export const lanterns: Scene = (chance) => {
  const along = times(26, (i) => {
    const t = i / 25
    return [n(820 - 760 * t + 60 * Math.sin(t * 7)), n(350 + 210 * t ** 1.5), n(0.35 + t)] as const
  })
  return [
    sky('#14203f', '#3b3f73', '#a9617f', '#f0a07a'),
    stars(chance, 60, 220),
    path('#24335c', 'M-10 372h820v240H-10z'),
    glints(chance, '#f3b48c', 250, 376, 300, 26),
    path('#1a2347', 'M820 220q-130 20-190 84t-150 66q-110 20-170 90T60 620h760z'),
    path('#131a36', 'M820 300q-200 40-300 120T300 620h520z'),
    at(
      684,
      224,
      `${path('#e9e2d5', 'M-13 0l5-92h16l5 92z')}${path('#c8553d', 'M-11-30h22l-1.600-18h-18.800zM-8.500-72h17l-.600-12h-15.800z')}${path('#2b2f4d', 'M-10-106h20v14h-20zM-12-106q12-16 24 0z')}`,
    ),
    glow('h', 684, 124, 130, '#ffe6a3', 0.9),
    `<linearGradient id="beam" x1="1" x2="0"><stop stop-color="#ffe6a3" stop-opacity=".6"/><stop offset="1" stop-color="#ffe6a3" stop-opacity="0"/></linearGradient>`,
    path('url(#beam)', 'M684 122L-20 10v130z'),
    lights(
      'l',
      '#ffb454',
      along.map(([x, y, s]) => [x, y, 44 * s] as const),
    ),
    ...along.map(([x, y, s]) =>
      at(
        x + 10 * s,
        y,
        `${path('#0a0f22', 'M-5 34q-3-34 5-36t5 36z')}${disc(0, -8, 5, '#0a0f22')}${line('#0a0f22', 2, 'M0 4l-10-4')}${path('#ffd98a', 'M-14-4h8v11h-8z')}`,
        `scale(${s})`,
      ),
    ),
  ].join('')
}

/** A lighthouse, lit windows below, its beam over the bay. */
export const lighthouse: Scene = (chance) =>
  [
    sky('#0b1a38', '#16335c', '#2d5f86', '#e6a86c'),
    stars(chance, 70, 300),
    `<linearGradient id="beam" x1="1" x2="0"><stop stop-color="#fff1bf" stop-opacity=".85"/><stop offset="1" stop-color="#fff1bf" stop-opacity="0"/></linearGradient>`,
    path('url(#beam)', 'M560 150L-20 40v190z'),
    `<linearGradient id="beam2"><stop stop-color="#fff1bf" stop-opacity=".7"/><stop offset="1" stop-color="#fff1bf" stop-opacity="0"/></linearGradient>`,
    path('url(#beam2)', 'M560 150L820 90v130z'),
    path('#0e2747', 'M-10 430h820v180H-10z'),
    glints(chance, '#ffd89c', 420, 434, 420, 30),
    path('#081427', 'M820 392q-90-26-170 4t-190 26q-60 10-130 60t-90 130h580z'),
    at(
      560,
      400,
      `${path('#f6efe3', 'M-36 0l13-232h46l13 232z')}${path('#d3493f', 'M-33-52h66l-3.500-58h-59zM-26.500-168h53l-3-50h-47z')}${path('#d9cdbb', 'M12-232h11l13 232H18z', ' opacity=".5"')}${path('#14233d', 'M-30-242h60v12h-60zM-17-276h34v34h-34zM-20-276q20-34 40 0z')}${path('#fff4c8', 'M-12-272h24v28h-24z')}${path('#ffd98a', 'M-8-150h16v24H-8zM-9-40h18v30H-9z')}`,
    ),
    glow('h', 560, 150, 190, '#fff1bf', 0.95),
    at(
      0,
      412,
      `${path('#1a2a47', 'M640 0v-62l62-38 62 38V0z')}${path('#ffcf70', 'M656-46h24v34h-24zM690-46h24v34h-24zM724-46h24v34h-24z')}`,
    ),
    line('#081427', 2, cord(590, 300, 790, 330, 22)),
    lights(
      'l',
      '#ffc766',
      hung(590, 300, 790, 330, 22, 8).map(([x, y]) => [x, y, 22] as const),
    ),
    ...times(3, (i) =>
      at(
        120 + i * 90 + chance.from(-20, 20),
        452 + i * 22,
        `${path('#06101f', 'M-26 0h52l-10 14h-32z')}${path('#f3e9d8', 'M-2-50v46h-22zM2-56v52h20z', ' opacity=".85"')}`,
      ),
    ),
  ].join('')

/** A festival field at sunset: stage, flags, a crowd under bulbs. */
export const festival: Scene = (chance) => {
  const flag = (x: number, h: number, colour: string) =>
    line('#2a1238', 4, `M${x} 520V${520 - h}`) + path(colour, `M${x} ${520 - h}q26-14 46 0t46 0v30q-24 14-46 0t-46 0z`)
  return [
    sky('#3d1e6d', '#c2416b', '#ff8552', '#ffd07a'),
    glow('s', 400, 350, 380, '#fff0b8', 0.9),
    disc(400, 350, 82, '#fff3c9'),
    ridge(chance, '#8d3369', 410, 26),
    path('#5c2359', 'M-10 440h820v180H-10z'),
    glints(chance, '#ffd9a0', 400, 430, 330, 14),
    at(
      400,
      470,
      `${path('#230f33', 'M-190 0v-120q190-130 380 0V0h-22v-96q-168-104-336 0V0z')}${path('#ffb35c', 'M-150-2v-86q150-88 300 0v86z', ' opacity=".5"')}${path('#230f33', 'M-160-10h320v26h-320z')}${times(5, (i) => path('#ffe7a8', `M${-120 + i * 60}-104l${-34 + i * 6} 96h44z`, ' opacity=".35"')).join('')}`,
    ),
    flag(70, 250, '#35c2b4'),
    flag(180, 190, '#ffd166'),
    flag(590, 200, '#ff6b6b'),
    flag(700, 270, '#8fd3ff'),
    line('#230f33', 2, `${cord(-10, 90, 400, 60, 50)}${cord(400, 60, 810, 90, 50)}`),
    lights(
      'l',
      '#ffe08a',
      [...hung(-10, 90, 400, 60, 50, 11), ...hung(400, 60, 810, 90, 50, 11)].map(([x, y]) => [x, y, 24] as const),
    ),
    crowd(chance, '#331345', 505, 22),
    crowd(chance, '#230c33', 540, 32),
    ...times(9, () => line('#230c33', 11, `M${chance.from(30, 770)} 570q-6-40 ${chance.from(-16, 16)}-74`)),
    crowd(chance, '#14061f', 582, 44),
  ].join('')
}

/** A barn with the light on and the band inside. */
export const barn: Scene = (chance) =>
  [
    sky('#0c1330', '#25305f', '#6a4a7e', '#d8827a'),
    stars(chance, 110, 330),
    ridge(chance, '#2c2a56', 400, 30),
    ridge(chance, '#1d1c40', 446, 22),
    glow('g', 400, 430, 430, '#ffb050', 0.85),
    path('#7b2230', 'M180 490V300l90-90 130-58 130 58 90 90v190z'),
    path('#54141f', 'M164 310l98-110 138-64 138 64 98 110-18 12-90-100-128-58-128 58-90 100z'),
    ...times(13, (i) => line('#5f1926', 2, `M${200 + i * 34} 490V${i < 2 || i > 10 ? 320 : 240}`)),
    path('#ffd27a', 'M310 490V330h180v160z'),
    path('#fff0bf', 'M330 490V346h140v144z'),
    path('#7b2230', 'M252 490V330h54v160zM494 490V330h54v160z'),
    line('#f0d9c0', 5, 'M254 332l50 156M304 332l-50 156M496 332l50 156M546 332l-50 156'),
    path('#ffd27a', 'M376 236h48v48h-48z') + line('#54141f', 4, 'M400 236v48M376 260h48'),
    ...times(5, (i) =>
      at(
        345 + i * 28,
        470 + (i % 2) * 6,
        `${disc(0, -52, 8, '#3a1018')}${path('#3a1018', 'M-9-42h18l6 42h-30z')}${line('#3a1018', 4, i % 2 ? 'M-8-36l-14-22M8-36l14 14' : 'M-8-36l-14 14M8-36l14-22')}`,
      ),
    ),
    path('#12122c', 'M-10 486q410-20 820 0v130H-10z'),
    path('#ffc56b', 'M310 488h180l110 120H200z', ' opacity=".35"'),
    line('#0a0a1c', 2, `${cord(-10, 250, 270, 214, 46)}${cord(530, 214, 810, 250, 46)}`),
    lights(
      'l',
      '#ffd98a',
      [...hung(-10, 250, 270, 214, 46, 8), ...hung(530, 214, 810, 250, 46, 8)].map(([x, y]) => [x, y, 22] as const),
    ),
    crowd(chance, '#08081a', 592, 20),
  ].join('')
