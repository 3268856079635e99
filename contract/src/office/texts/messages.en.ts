/** The own texts of the shop and of organisers. */
export const textKinds = {
  terms: 'Terms',
  refunds: 'Refund policy',
  privacy: 'Privacy',
} as const

export const languageNames = { en: 'English', fr: 'French' } as const

export const texts = {
  title: 'Terms',
  'shop.title': 'Texts',
  'shop.lead':
    'The shop’s own terms, refund policy and privacy text, in place of the built-in ones. Each language has its own.',
  'own.lead':
    'Your own terms, for your contract with buyers. They are linked where your tickets are sold, and go out with the order’s confirmation. The shop’s terms apply to the booking.',
  builtIn: 'The built-in text applies in this language.',
  none: 'You have no terms in this language.',
  template:
    'This is a template to begin with. Places such as [law] are filled from the legal details; fill in the others before you save. It’s not legal advice.',
  current: 'Version {version}, from {from}, applies.',
  html: 'Text',
  'html.hint':
    'HTML: paragraphs, h3 and h4, lists, tables, bold, links. Numbers such as 4.10 at the start of a paragraph can be linked to.',
  'html.cited': 'Without a clause 4.10, which the basket cites, the built-in one is added at the end.',
  effect: 'Applies to new orders at once. Orders keep the version they were reserved under.',
  'end.shop': 'Save an empty text to go back to the built-in one.',
  'end.own': 'Save an empty text to have no terms of your own.',
  save: 'Save as a new version',
  ownerOnly: 'Only an owner can change it.',
  versions: 'Versions',
  version: 'Version',
  from: 'From',
  show: 'Show version {version}',
  ended: 'No own text',
  shown: 'Version {version}, from {from}',
  newest: 'Back to the newest version',
  kind: 'Which text',
  language: 'Language',
} as const
