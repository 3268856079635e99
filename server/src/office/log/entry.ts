import type { Entry } from './facts.ts'

type Row = { action: string; subject_kind: string; subject_id: string; before: unknown; after: unknown }

const objectOf = (value: unknown): Entry['after'] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Entry['after']) : {}

/** An entry as its sentence is made of it. */
export const entryOf = ({ action, subject_kind, subject_id, before, after }: Row): Entry => ({
  action,
  subject: [subject_kind, subject_id],
  before: objectOf(before),
  after: objectOf(after),
})
