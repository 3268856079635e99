/** The sentences around the answers and the glossary. */
export const help = {
  title: 'Help',
  open: 'Help with this page',
  close: 'Close help',
  search: 'Search the help',
  about: 'About the page you came from',
  answers: 'Answers',
  glossary: 'Glossary',
  handbook: 'Step by step',
  all: 'All help',
  found: '{n} found for “{q}”',
  none: 'Nothing found for “{q}”. Try another word, or a part of it.',
} as const
