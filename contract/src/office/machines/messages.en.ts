import type { KeyRole } from '@foyer/domain/office/rights.ts'

export const keysPage = {
  title: 'API keys',
  lead: 'With a key, a program of yours reads events, orders, ticket holders and admissions. It can’t change anything.',
  guide: 'What it can ask for is described at',
  new: 'Your new key',
  'new.lead': 'Copy it now and keep it like a password: it’s shown this one time. If you lose it, make another.',
  made: 'Keys',
  none: 'No keys yet.',
  name: 'Name',
  'name.hint': 'What uses it: “Accounting”, “Website”.',
  key: 'Key begins with',
  rights: 'What it may see',
  events: 'Events',
  'events.all': 'All events',
  'events.hint': 'None chosen means all events, also those to come.',
  by: 'Made by {name}, {date}',
  used: 'Last used',
  never: 'Not yet',
  ended: 'Ended',
  end: 'End key',
  endOf: 'End the key {name}',
  make: 'Make a key',
  'make.lead': 'It works as long as you’re an owner here, and ends at once when you leave the team.',
  'make.button': 'Make key',
} as const

export const keyRoles: Record<KeyRole, string> = {
  reader: 'Numbers, orders and admissions, without names',
  box_office: 'Also names, email addresses and phone numbers. Each look is in the log.',
}
