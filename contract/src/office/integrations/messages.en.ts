import type { KeyRole } from '@foyer/domain/office/rights.ts'
import type { KeyAction } from '../../api/calls.ts'
import type { WebhookKind } from '../../api/webhook-kinds.ts'

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

/** What a call for programs reads, by the right that it needs. */
export const keyActions: Record<KeyAction, string> = {
  see_events: 'events',
  see_orders: 'orders and admissions',
  see_people: 'names, email addresses and phone numbers',
}

export const keyRoles: Record<KeyRole, string> = {
  reader: 'Numbers, orders and admissions, without names',
  box_office: 'Also names, email addresses and phone numbers. Each look is in the log.',
}

export const webhooksPage = {
  title: 'Webhooks',
  one: 'Webhook',
  lead: 'We tell a program of yours what happens, at once: each message is signed, and sent again until it arrives.',
  made: 'Webhooks',
  none: 'No webhooks yet.',
  new: 'The secret of this webhook',
  'new.lead':
    'Copy it now: it’s shown this one time. With it, your program checks that a message is ours (Standard Webhooks).',
  make: 'Make a webhook',
  'make.button': 'Make webhook',
  url: 'Address',
  'url.hint': 'Where messages are posted: a public address that begins with https://.',
  kinds: 'Events',
  rights: 'What it may see',
  change: 'Change webhook',
  save: 'Save',
  open: 'Messages and settings',
  openOf: 'Messages and settings of {url}',
  waiting: '{n} waiting',
  since: 'since {date}',
  orphaned: '{name}, who made it, is no longer on the team. Switch it on to take it over.',
  renew: 'New secret',
  'renew.lead':
    'For a day, messages are signed with the old secret too, so that you can change it in your program meanwhile.',
  'renew.until': 'The old secret signs too until {date}.',
  off: 'Switch off',
  on: 'Switch on',
  end: 'End webhook',
  test: 'Send a test',
  messages: 'Messages',
  'messages.lead': 'Kept for 30 days. What a message says is read when it’s sent, so a late one is never out of date.',
  'messages.none': 'No messages yet.',
  message: 'Message',
  about: 'About',
  'about.test': 'A test',
  'about.gone': 'No longer kept',
  state: 'Status',
  tries: 'Tries',
  'try.none': 'No response',
  try: '{status} after {ms} ms, {date}',
  again: 'Try again',
  againOf: 'Try message {id} again',
  older: 'Older messages',
} as const

export const webhookStates = { on: 'Working', failing: 'Failing', off: 'Switched off' } as const
export const messageStates = { delivered: 'Delivered', waiting: 'Waiting', failed: 'Failed' } as const

export const webhookKinds: Record<WebhookKind, string> = {
  'order.paid': 'An order is paid',
  'order.refunded': 'An order is refunded, wholly or in part',
  'order.changed': 'A holder, seat, date or contact of an order changes',
  'ticket.admitted': 'A ticket is checked in',
  'ticket.admission_undone': 'An admission is undone',
  'event.published': 'An event is put on sale',
  'event.changed': 'An event on sale changes',
  'event.cancelled': 'An event is cancelled',
}
