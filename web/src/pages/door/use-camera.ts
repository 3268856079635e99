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

/** A ticket that is held up stays in view for a while, and a shaking hand loses it for moments. */
const AWAY_MS = 3000
const DETECT_EVERY_MS = 250

/**
 * Tells which of the codes that the camera sees is a ticket to check: another one, or one that has been out of view for some seconds.
 * A ticket that is still held up is not checked again, or its guest would be told that it has been used.
 */
export function newTickets(): (code: string, now: number) => boolean {
  let last = { code: '', seenAt: 0 }
  return (code, now) => {
    const isNew = code !== last.code || now - last.seenAt >= AWAY_MS
    last = { code, seenAt: now }
    return isNew
  }
}

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
    const isNew = newTickets()

    const detect = async () => {
      if (!video.current || !detector || detecting) return
      detecting = true
      const [found] = await detector.detect(video.current).catch(() => [])
      detecting = false
      if (!stopped && found && isNew(found.rawValue, Date.now())) onCode(found.rawValue)
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
