import { type RefObject, useEffect } from 'react'

/** The browser's own barcode reader if it has one, otherwise a script that is loaded when the camera is turned on. */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

export const canScan = (): boolean => navigator.mediaDevices !== undefined

async function loadDetector(): Promise<Detector> {
  const BrowserDetector = detectorClass()
  return BrowserDetector ? new BrowserDetector({ formats: ['qr_code'] }) : (await import('./decode.ts')).createDecoder()
}

/** A code stays in view after it was read; within this time it counts as the same ticket. */
const SAME_TICKET_MS = 4000
const DETECT_EVERY_MS = 250

/** Reads codes with the camera while `on`, and calls `onCode` once for each ticket. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  on: boolean,
  onCode: (code: string) => void,
  onFailed: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callbacks change with every render, the camera must not
  useEffect(() => {
    if (!on) return
    let detector: Detector | undefined
    let detecting = false
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setInterval> | undefined
    let stopped = false
    let last = { code: '', at: 0 }

    const detect = async () => {
      if (!video.current || !detector || detecting) return
      detecting = true
      const [found] = await detector.detect(video.current).catch(() => [])
      detecting = false
      const now = Date.now()
      if (stopped || !found || (found.rawValue === last.code && now - last.at < SAME_TICKET_MS)) return
      last = { code: found.rawValue, at: now }
      onCode(found.rawValue)
    }
    const start = async () => {
      detector = await loadDetector()
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (stopped || !video.current) return stop()
      video.current.srcObject = stream
      await video.current.play()
      timer = setInterval(detect, DETECT_EVERY_MS)
    }
    const stop = () => {
      stopped = true
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
