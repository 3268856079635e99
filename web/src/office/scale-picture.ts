const MAX_SIDE = 1600
const SMALL_ENOUGH = 400_000

/**
 * Scales a chosen picture down before the upload, if the browser can: a photo of 8 MB becomes a file of 300 kB. The server checks
 * and scales it anyway. Returns whether the file was replaced.
 */
export async function scalePicture(input: HTMLInputElement): Promise<boolean> {
  const file = input.files?.[0]
  if (!file || file.size <= SMALL_ENOUGH) return false
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const small = (await encoded(canvas, 'image/webp')) ?? (await encoded(canvas, 'image/jpeg'))
    // A JPEG has no transparency, so only a JPEG becomes one.
    if (!small || small.size >= file.size || (small.type === 'image/jpeg' && file.type !== 'image/jpeg')) return false
    const chosen = new DataTransfer()
    chosen.items.add(new File([small], file.name, { type: small.type }))
    input.files = chosen.files
    return true
  } catch {
    return false
  }
}

/** Null if the browser can't encode this type. */
const encoded = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob?.type === type ? blob : null), type, 0.85)
  })
