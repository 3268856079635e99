/** The size of the map in its own units: 3 by 2 tiles. */
export const MAP = { width: 768, height: 512 }

const TILE = 256
/** Keeps pins and their numbers off the edge. */
const MARGIN = 64
const MAX_ZOOM = 15
/** Beyond this latitude the projection has no tiles. */
const MAX_LATITUDE = 85

export type Place = { latitude: number; longitude: number }
type Point = { x: number; y: number }

/** Web Mercator in units of the whole world, from the north-west. */
function project({ latitude, longitude }: Place): Point {
  const radians = (Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)) * Math.PI) / 180
  return { x: (longitude + 180) / 360, y: (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2 }
}

/** The closest map that shows all places: the position of each tile and of each place. */
export function fitMap<P extends Place>(places: readonly P[]) {
  const points = places.map(project)
  const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))]
  const [top, bottom] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))]
  const fits = (zoom: number) =>
    (right - left) * TILE * 2 ** zoom <= MAP.width - 2 * MARGIN &&
    (bottom - top) * TILE * 2 ** zoom <= MAP.height - 2 * MARGIN
  let zoom = MAX_ZOOM
  while (zoom > 1 && !fits(zoom)) zoom--
  const tiles = 2 ** zoom
  const corner = {
    x: ((left + right) / 2) * TILE * tiles - MAP.width / 2,
    y: ((top + bottom) / 2) * TILE * tiles - MAP.height / 2,
  }
  const from = { x: Math.floor(corner.x / TILE), y: Math.max(0, Math.floor(corner.y / TILE)) }
  const shown: (Point & { tile: { z: number; x: number; y: number } })[] = []
  for (let x = from.x; x * TILE < corner.x + MAP.width; x++)
    for (let y = from.y; y < tiles && y * TILE < corner.y + MAP.height; y++)
      shown.push({
        x: Math.round(x * TILE - corner.x),
        y: Math.round(y * TILE - corner.y),
        // Tiles repeat beyond the 180th meridian.
        tile: { z: zoom, x: ((x % tiles) + tiles) % tiles, y },
      })
  return {
    tiles: shown,
    pins: places.map((place, index) => ({
      place,
      x: Math.round(points[index]!.x * TILE * tiles - corner.x),
      y: Math.round(points[index]!.y * TILE * tiles - corner.y),
    })),
  }
}

export const tileAddress = (template: string, { z, x, y }: { z: number; x: number; y: number }): string =>
  template.replaceAll('{z}', String(z)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y))
