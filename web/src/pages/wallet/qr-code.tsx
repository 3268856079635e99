import { drawQr } from '@foyer/contract/qr-code.ts'
import type { QrDrawing } from '@foyer/contract/types.ts'
import { useEffect, useState } from 'react'
import css from './qr.module.css'

async function draw(code: string): Promise<QrDrawing> {
  const { encode } = await import('uqr')
  const { size, data } = encode(code, { ecc: 'M', border: 0 })
  return drawQr(size, (row, column) => data[row]![column]!)
}

/**
 * A code, black on white in both themes. One that isn't `drawn` is drawn here, which blocks a phone for a fifth of a second; its
 * space is reserved until then.
 */
export function QrCode({ code, drawn, label }: { code: string; drawn?: QrDrawing | undefined; label: string }) {
  const [own, setOwn] = useState<{ code: string; drawing: QrDrawing } | null>(null)
  const isDrawn = drawn !== undefined

  useEffect(() => {
    if (isDrawn) return
    let mounted = true
    void draw(code).then((drawing) => {
      if (mounted) setOwn({ code, drawing })
    })
    return () => {
      mounted = false
    }
  }, [code, isDrawn])

  const drawing = drawn ?? (own?.code === code ? own.drawing : null)
  if (!drawing) return <div className={css.code} aria-hidden="true" />
  const { size, path } = drawing
  return (
    <svg className={css.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path className={css.dark} d={path} />
    </svg>
  )
}
