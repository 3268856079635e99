import { readFile, realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { LIMITS } from '@foyer/domain/limits.ts'
import { type FetchProblem, fetchPicture } from '../../pictures/fetch.ts'
import { type PictureProblem, type ReadyPicture, readPicture } from '../../pictures/read.ts'
import type { Item, Plan } from './plan.ts'
import type { Note } from './report.ts'

/** Where the pictures that a file names come from. A test replaces `fetch`. */
export type PictureSources = {
  /** The folder of the file, for paths beside it; null if it has none. */
  folder: string | null
  fetch: typeof fetchPicture
}

export const picturesBeside = (folder: string): PictureSources => ({ folder, fetch: fetchPicture })

type Problem = PictureProblem | FetchProblem | 'no_such_file' | 'not_data'

const WHY: Record<Problem, string> = {
  picture_too_large: 'is larger than 12 MB or 64 megapixels',
  picture_kind: 'is not a JPEG, PNG, WebP, AVIF or GIF',
  picture_unreadable: 'cannot be read',
  picture_too_small: `is smaller than ${LIMITS.pictureSmallestSide} pixels`,
  picture_address: 'is not at an address of the public internet',
  picture_not_fetched: 'could not be fetched',
  no_such_file: 'is not a file beside the catalogue',
  not_data: 'is not a picture in base64',
}

/** Hosts that failed this often in one import are not tried again. */
const MAX_FAILURES = 2

type NamedPicture = { item: Item<unknown>; what: string; path: readonly PropertyKey[]; src: string; remove: () => void }

/** Every picture that a plan names by something other than a hash. */
function namedPictures(plan: Plan): NamedPicture[] {
  return [
    ...plan.organisers.flatMap((item) => {
      const { name, logo, cover } = item.value
      const what = `organiser "${name}"`
      return [
        ...(logo ? [{ item, what, path: ['logo'], src: logo, remove: () => void delete item.value.logo }] : []),
        ...(cover
          ? [{ item, what, path: ['cover', 'src'], src: cover.src, remove: () => void delete item.value.cover }]
          : []),
      ]
    }),
    ...plan.events.flatMap((item) => {
      const { title, picture } = item.value
      const remove = () => void delete item.value.picture
      return picture ? [{ item, what: `event "${title}"`, path: ['picture', 'src'], src: picture.src, remove }] : []
    }),
  ]
}

/**
 * Reads and checks the pictures that a plan names, before its transaction, and stores them in the plan. An unavailable picture
 * is a mistake in a catalogue; in a listing it is a note, and the event keeps its poster.
 */
export async function readPictures(
  plan: Plan,
  sources: PictureSources | null,
): Promise<{ refused: Note[]; notes: Note[] }> {
  const problems: Note[] = []
  const results = new Map<string, ReadyPicture | Problem>()
  const failures = new Map<string, number>()
  const isFoyerFormat = plan.format === 'foyer'
  for (const { item, what, path, src, remove } of namedPictures(plan)) {
    const embedded = plan.pictureData?.get(src)
    if (src.startsWith('sha256:') && embedded === undefined) continue
    if (sources === null && !isFoyerFormat) {
      remove()
      continue
    }
    if (!results.has(src))
      results.set(src, await loadPicture(src, embedded, isFoyerFormat ? sources : withoutFiles(sources), failures))
    const picture = results.get(src)!
    if (typeof picture !== 'string') continue
    const shortSrc = src.length > 80 ? `${src.slice(0, 77)}...` : src
    problems.push({ line: item.line(path), what, why: `the picture ${shortSrc} ${WHY[picture]}` })
    remove()
  }
  plan.pictures = new Map([...results].filter((entry): entry is [string, ReadyPicture] => typeof entry[1] !== 'string'))
  return isFoyerFormat ? { refused: problems, notes: [] } : { refused: [], notes: problems }
}

const withoutFiles = (sources: PictureSources | null): PictureSources | null => sources && { ...sources, folder: null }

async function loadPicture(
  src: string,
  embedded: Buffer | undefined,
  sources: PictureSources | null,
  failures: Map<string, number>,
): Promise<ReadyPicture | Problem> {
  const bytes = embedded ?? (await bytesOf(src, sources, failures))
  if (typeof bytes === 'string') return bytes
  const picture = await readPicture(bytes)
  return picture.ok ? picture : picture.code
}

async function bytesOf(
  src: string,
  sources: PictureSources | null,
  failures: Map<string, number>,
): Promise<Buffer | Problem> {
  if (src.startsWith('data:')) {
    const [, base64] = /^data:[a-z0-9/+.-]*;base64,([A-Za-z0-9+/]*={0,2})$/.exec(src) ?? []
    return base64 === undefined ? 'not_data' : Buffer.from(base64, 'base64')
  }
  if (/^https?:\/\//i.test(src)) {
    if (sources === null || !URL.canParse(src)) return 'picture_not_fetched'
    const { host } = new URL(src)
    if ((failures.get(host) ?? 0) >= MAX_FAILURES) return 'picture_not_fetched'
    const response = await sources.fetch(src)
    if (response.ok) return response.bytes
    failures.set(host, (failures.get(host) ?? 0) + 1)
    return response.code
  }
  return (await fileBeside(src, sources?.folder ?? null)) ?? 'no_such_file'
}

/**
 * Reads a file in the folder of the catalogue or below it. Finds nothing at a path outside it, not even through a symbolic link.
 */
async function fileBeside(path: string, folder: string | null): Promise<Buffer | null> {
  if (folder === null) return null
  try {
    const [root, file] = [await realpath(folder), await realpath(resolve(folder, path))]
    const relativePath = relative(root, file)
    // guard: picture-outside-folder
    if (relativePath === '' || relativePath === '..' || relativePath.startsWith(`..${sep}`) || isAbsolute(relativePath))
      return null
    return await readFile(file)
  } catch {
    return null
  }
}
