import { type RefObject, useEffect } from 'react'

/** The browser's own barcode reader, where it has one; no script of ours could be as small. */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

export const canScan = (): boolean => detectorClass() !== undefined && navigator.mediaDevices !== undefined

/** A code stays in view for a while after it was read; within this time it is the same ticket. */
const SAME_TICKET_MS = 4000
const LOOK_EVERY_MS = 250

/** Reads codes with the camera while `on`, and calls `onCode` once for each ticket shown to it. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  on: boolean,
  onCode: (code: string) => void,
  onFailed: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callbacks change with every render, the camera must not
  useEffect(() => {
    const Detector = detectorClass()
    if (!on || !Detector) return
    const detector = new Detector({ formats: ['qr_code'] })
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setInterval> | undefined
    let over = false
    let last = { code: '', at: 0 }

    const look = async () => {
      if (!video.current) return
      const [found] = await detector.detect(video.current).catch(() => [])
      const now = Date.now()
      if (over || !found || (found.rawValue === last.code && now - last.at < SAME_TICKET_MS)) return
      last = { code: found.rawValue, at: now }
      onCode(found.rawValue)
    }
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (over || !video.current) return stop()
      video.current.srcObject = stream
      await video.current.play()
      timer = setInterval(look, LOOK_EVERY_MS)
    }
    const stop = () => {
      over = true
      clearInterval(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    start().catch(() => {
      stop()
      onFailed()
    })
    return stop
  }, [on])
}
