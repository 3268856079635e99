import type { Deps } from '../deps.ts'
import type { OutgoingMail } from '../mailer.ts'

/** An attachment is stored as its subject and drawn when the mail is sent, so that a late mail has the codes valid then. */
export type Attachment = {
  kind: string
  sale_id: number
  /** In bytes; known once it has been drawn. */
  size?: number
}

export type AttachedFile = OutgoingMail['attachments'][number]
export type AttachmentDeps = Pick<Deps, 'clock' | 'signer' | 'config' | 'db'>

/** Draws attachments. A folder above mail provides it, because mail does not depend on tickets. */
export interface AttachmentSource {
  describe(kind: string): Pick<AttachedFile, 'filename' | 'contentType'>
  /** Returns null if nothing of the attachment is left for this recipient. */
  draw(deps: AttachmentDeps, attachments: readonly Attachment[], recipient: string): Promise<(AttachedFile | null)[]>
}
