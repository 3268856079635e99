import type { OfficeShell } from '@foyer/contract/office/pages.ts'

type Parts = NonNullable<OfficeShell['done']>

/** A sentence of the log, with links to what it names. */
export const Sentence = ({ parts }: { parts: Parts }) =>
  parts.map(({ text, path }, i) =>
    path === undefined ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence have an order and nothing else
      <a key={i} href={path}>
        {text}
      </a>
    ),
  )

/** The element that says what an act has done. It gets the focus, so that it is read aloud. */
export const DONE_ID = 'done'

export const Done = ({ parts }: { parts: Parts }) => (
  <p id={DONE_ID} className="office-note" role="status" tabIndex={-1}>
    <Sentence parts={parts} />
  </p>
)
