import type { ReactNode } from 'react'

export type FiguresRow = { key: string | number; label: ReactNode; cells: readonly ReactNode[]; isTotal?: boolean }

/** Whether a cell is a count or an amount of money, as the server writes them. */
export const isFigure = (cell: ReactNode): boolean => typeof cell === 'string' && /^[-−]?\p{Sc}?[\d.,]+$/u.test(cell)

/** An amount as tables show it: a dash for nothing, so that the eye finds the others, and a minus that is as wide as a digit. */
export const shownAmount = (cell: ReactNode): ReactNode =>
  typeof cell !== 'string' || !isFigure(cell) ? cell : /^\p{Sc}0(\.0+)?$/u.test(cell) ? '–' : cell.replace(/^-/, '−')

/** A table of figures. `heads` begins with the heading of the labels; on a phone each cell is shown with its heading. */
export const FiguresTable = ({
  title,
  heads,
  rows,
}: {
  title: string
  heads: readonly string[]
  rows: readonly FiguresRow[]
}) => (
  <div className="office-wide">
    <table className="office-table">
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          {heads.map((head, i) => (
            <th
              key={head}
              scope="col"
              className={i > 0 && rows.some(({ cells }) => isFigure(cells[i - 1])) ? 'office-figure' : undefined}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, cells, isTotal }) => (
          <tr key={key} className={isTotal ? 'office-total' : undefined}>
            <th scope="row">{label}</th>
            {cells.map((cell, i) => (
              <td key={heads[i + 1]} data-label={heads[i + 1]} className={isFigure(cell) ? 'office-figure' : undefined}>
                {shownAmount(cell)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
