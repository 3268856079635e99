import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import { language } from '@foyer/domain/format/language.ts'
import type { Part } from '@foyer/domain/mailing/mailing-text.ts'
import { runBy } from '../trader.ts'
import { type Block, lines, type MailText, type Sender } from './blocks.ts'
import { mailDocument } from './document.ts'

export type ComposedMail = { subject: string; html: string; text: string }

/** Builds both forms of a mail. It is readable without pictures, web fonts or an external stylesheet. */
export function compose(mail: MailText, sender: Sender): ComposedMail {
  return {
    // A line break in a subject would start another header.
    subject: mail.subject.replace(/\s+/g, ' ').trim(),
    html: mailDocument(mail, sender, footerOf(sender)).text,
    text: textOf(mail, sender),
  }
}

/** French has a fixed space before it. */
const colon = () => (language() === 'fr' ? '\u00a0:' : ':')

function plain(block: Block, sender: Sender): string {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text
    case 'words':
      return block.paragraphs
        .map(({ kind, lines: all }) =>
          all.map((line) => `${kind === 'list' ? '- ' : ''}${line.map(plainPart).join('')}`).join('\n'),
        )
        .join('\n\n')
    case 'code':
      return `    ${block.code}`
    case 'button':
    case 'link':
      return `${block.label}${colon()}\n${block.url}`
    case 'quiet':
      return `${block.text} ${block.label}${colon()}\n${block.url}`
    case 'item':
      return listed([block.title, block.over, ...block.lines, block.code ?? ''])
    case 'events':
      return (sender.events ?? []).map(({ title, niceDate }) => listed([title, niceDate])).join('\n')
    case 'facts':
      return block.rows.map(([label, value]) => `${label}${colon()} ${value}`).join('\n')
    case 'quote':
      return [block.who, ...lines(block.text).map((line) => `> ${line}`)].join('\n')
  }
}

const plainPart = (part: Part): string => {
  if (part.kind !== 'link') return part.text
  return part.label === part.url ? part.url : `${part.label} (${part.url})`
}

const listed = (words: string[]): string =>
  words
    .filter((line) => line !== '')
    .map((line, index) => (index === 0 ? `* ${line}` : `  ${line}`))
    .join('\n')

const textOf = ({ heading, blocks }: MailText, sender: Sender): string =>
  `${[heading, ...blocks.map((block) => plain(block, sender)), `-- \n${footerOf(sender).join('\n')}`]
    .filter((part) => part !== '')
    .join('\n\n')}\n`

/** Who sells, who sends the mail, and who that is by law, each in a line. */
function footerOf({ shop, soldBy = [] }: Sender): string[] {
  const { name, email } = shop
  const sentBy =
    email === null ? fill(mails.footer, { shop: name }) : fill(mails['footer.questions'], { shop: name, email })
  return [...soldBy, sentBy, runBy(shop)].filter((line) => line !== '')
}
