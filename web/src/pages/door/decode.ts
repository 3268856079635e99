import decodeQR from 'qr/decode.js'

/** Wide enough for the code of a ticket at arm's length, small enough to be read four times a second on an old phone. */
const MAX_PIXELS = 720

/** Reads QR codes where the browser cannot: Safari and Firefox. Loaded when the camera is turned on. */
export function createDecoder() {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return {
    detect(video: HTMLVideoElement): Promise<{ rawValue: string }[]> {
      const { videoWidth, videoHeight } = video
      if (!context || videoWidth === 0) return Promise.resolve([])
      const scale = Math.min(1, MAX_PIXELS / Math.min(videoWidth, videoHeight))
      canvas.width = Math.round(videoWidth * scale)
      canvas.height = Math.round(videoHeight * scale)
      context.drawImage(video, 0, 0, canvas.width, canvas.height)
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
      try {
        return Promise.resolve([{ rawValue: decodeQR({ data, width, height }) }])
      } catch {
        return Promise.resolve([])
      }
    },
  }
}
