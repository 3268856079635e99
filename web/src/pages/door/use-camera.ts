import { type RefObject, useEffect } from 'react'

/** The browser's own barcode reader where it has one, otherwise a script that is loaded when the camera is turned on. */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

export const canScan = (): boolean => navigator.mediaDevices !== undefined

async function detectorHere(): Promise<Detector> {
  const Own = detectorClass()
  return Own ? new Own({ formats: ['qr_code'] }) : (await import('./decode.ts')).decoder()
}

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
    if (!on) return
    let detector: Detector | undefined
    let looking = false
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setInterval> | undefined
    let over = false
    let last = { code: '', at: 0 }

    const look = async () => {
      if (!video.current || !detector || looking) return
      looking = true
      const [found] = await detector.detect(video.current).catch(() => [])
      looking = false
      const now = Date.now()
      if (over || !found || (found.rawValue === last.code && now - last.at < SAME_TICKET_MS)) return
      last = { code: found.rawValue, at: now }
      onCode(found.rawValue)
    }
    const start = async () => {
      detector = await detectorHere()
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
