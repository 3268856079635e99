import type { Paragraph } from '@foyer/domain/mailing/mailing-text.ts'
import type { Shop } from '../setting-values.ts'

/** A stored picture with its alternative text, which is empty if it would only repeat the title. */
export type MailPicture = { sha256: string; alt: string }

export type Logo = { sha256: string; width: number; height: number }

/** The content of a mail. Its HTML and its plain text are both made from this, so that they cannot differ. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'note'; text: string }
  /** What an organiser wrote, with links and lists. */
  | { kind: 'words'; paragraphs: Paragraph[] }
  /** A code to type: large, alone on its line, easy to copy. */
  | { kind: 'code'; code: string }
  /** The main action. A mail has at most one. */
  | { kind: 'button'; label: string; url: string }
  /** A secondary action, as a text link. */
  | { kind: 'link'; label: string; url: string }
  /** Small print that ends in a link. */
  | { kind: 'quiet'; text: string; label: string; url: string }
  /** Something bought: an event with its tickets, or a gift voucher. */
  | { kind: 'item'; over: string; title: string; lines: string[]; code?: string; picture?: MailPicture | null }
  /** The events of the mail's order, each with its picture. */
  | { kind: 'events' }
  | { kind: 'facts'; rows: [label: string, value: string][] }
  /** A quotation of another person. */
  | { kind: 'quote'; who: string; text: string }

export type MailText = {
  subject: string
  heading: string
  /** The line that mail programs show beside the subject. */
  preview: string
  blocks: Block[]
}

export type MailEvent = { title: string; niceDate: string; picture: MailPicture | null }

/** The sender of a mail, and the events that it is about. */
export type Sender = {
  shop: Shop
  /** Pictures and links need a whole address. */
  publicUrl: string
  shopLogo?: Logo | null
  /** The organiser, if the mail is about only one. */
  organiser?: { name: string; logo: Logo | null; accent: string | null } | null
  /** Who sells what the mail is about, in full. */
  soldBy?: string[]
  events?: MailEvent[]
}

export const lines = (text: string) => text.split(/\r?\n/)
