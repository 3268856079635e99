import { useEffect, useState } from 'react'
import css from './qr.module.css'

type Drawing = { size: number; path: string }

/** A margin of four light modules, without which strict scanners find no code. */
const QUIET_ZONE = 4

async function draw(code: string): Promise<Drawing> {
  const { encode } = await import('uqr')
  const { size, data } = encode(code, { ecc: 'M', border: QUIET_ZONE })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { size, path }
}

/** A code rendered in the browser, black on white in both themes; its space is reserved until then. */
export function QrCode({ code, label }: { code: string; label: string }) {
  const [drawing, setDrawing] = useState<Drawing | null>(null)

  useEffect(() => {
    let mounted = true
    void draw(code).then((drawn) => {
      if (mounted) setDrawing(drawn)
    })
    return () => {
      mounted = false
    }
  }, [code])

  if (!drawing) return <div className={css.code} aria-hidden="true" />
  const { size, path } = drawing
  return (
    <svg className={css.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path className={css.dark} d={path} />
    </svg>
  )
}
