import { waiver as t } from '@foyer/contract/messages.ts'
import { DRAWING, drawingOf, type Point } from '@foyer/domain/after-sale/waiver.ts'
import { type PointerEvent, type ReactNode, useRef } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { FieldError, useFieldIds } from '../../ui/forms/fields/field.tsx'
import css from './waiver.module.css'

type Stroke = readonly Point[]

type Props = {
  id: string
  strokes: readonly Stroke[]
  onChange: (strokes: readonly Stroke[]) => void
  error?: ReactNode
}

/** Points closer together than this, in units of the drawing, make no visible difference. */
const NEAR = 3
const isFar = ([x1, y1]: Point, [x2, y2]: Point) => Math.hypot(x2 - x1, y2 - y1) >= NEAR

/** A drawing area for finger, pen or mouse. Without any of these, people type their name instead. */
export function SignaturePad({ id, strokes, onChange, error }: Props) {
  const area = useRef<SVGSVGElement>(null)
  // A ref, because pointer moves arrive faster than React renders.
  const drawn = useRef(strokes)
  drawn.current = strokes
  const { errorId } = useFieldIds(id, undefined, error)

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = area.current!.getBoundingClientRect()
    return [((clientX - left) / width) * DRAWING.width, ((clientY - top) / height) * DRAWING.height]
  }
  const set = (next: readonly Stroke[]) => {
    drawn.current = next
    onChange(next)
  }

  const onPointerDown = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    area.current!.setPointerCapture?.(event.pointerId)
    set([...drawn.current, [pointOf(event)]])
  }
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const stroke = drawn.current.at(-1)
    const last = stroke?.at(-1)
    if (event.buttons !== 1 || !stroke || !last) return
    const point = pointOf(event)
    if (isFar(last, point)) set([...drawn.current.slice(0, -1), [...stroke, point]])
  }

  return (
    <fieldset id={id} tabIndex={-1} className={css.padField} aria-describedby={errorId}>
      <legend>{t['waiver.drawHere']}</legend>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <svg
        ref={area}
        className={css.pad}
        viewBox={`0 0 ${DRAWING.width} ${DRAWING.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
      >
        <line className={css.rule} x1="24" x2={DRAWING.width - 24} y1="156" y2="156" />
        <path className={css.ink} d={drawingOf(strokes)} />
      </svg>
      <Button variant="quiet" small disabled={strokes.length === 0} onClick={() => set([])}>
        {t['waiver.clear']}
      </Button>
    </fieldset>
  )
}
