import type { HealthProblem } from '../../calls/office/health.ts'

/** The office's page of how the installation is, for its operator. */
export const health = {
  title: 'Health',
  lead: 'How this installation is. Only who runs it sees this page.',
  wrong: 'What to do now',
  fine: 'Nothing needs you.',
  installation: 'Installation',
  fact: '{what}: {value}',
  version: 'Version',
  database: 'Database',
  'database.embedded': 'Embedded in the data folder, {release}',
  'database.postgres': 'PostgreSQL {release}',
  size: 'Size',
  migration: 'Last migration',
  backup: 'Last backup',
  'backup.line': '{at}, in {place}',
  'backup.size': '{at}, in {place}, {size}',
  'backup.none': 'none noted',
  'backup.hint': 'Whether a backup can be restored is known only once you have tried: restore one elsewhere and look.',
  books: 'Books',
  'books.caption': 'The last checks of the books',
  check: 'Check',
  checked: 'Checked',
  result: 'Result',
  'result.agrees': 'Everything agrees',
  'result.differs': '{n} {n|difference|differences}',
  'result.unreached': '{n} {n|provider|providers} didn’t answer',
  'result.never': 'Not yet',
  jobs: 'Jobs',
  'jobs.due': '{n} {n|job is|jobs are} due.',
  'jobs.oldest': 'The oldest has waited for {minutes} {minutes|minute|minutes}.',
  'jobs.none': 'No job has failed for good.',
  'jobs.caption': 'Jobs that failed for good',
  job: 'Job',
  gaveUp: 'Gave up',
  tries: 'Tries',
  fault: 'What it said',
  retry: 'Retry',
  retryOf: 'Retry: {job}, {at}',
  mail: 'Emails',
  'mail.queued': 'Waiting: {n}',
  'mail.refused': 'Refused in the last 30 days: {n}',
  'mail.bounced': 'Bounced in the last 30 days: {n}',
  tasks: 'Scheduled work',
  'tasks.fine': '{n} {n|task has|tasks have} run as {n|it|they} should',
  'tasks.caption': 'Scheduled work of this installation',
  task: 'Task',
  state: 'State',
  last: 'Last run',
  next: 'Next run',
  lastFault: 'Last fault',
  'state.ok': 'Done',
  'state.running': 'Running',
  'state.failed': 'Failed',
  'state.late': 'Late',
} as const

/** What is wrong, and what the operator does. Backups and repairs of the server are outside the office. */
export const healthProblems = {
  late: 'Scheduled work isn’t done: {n} {n|task is|tasks are} long overdue. See that the shop’s process runs, and read its log.',
  differences:
    'The books differ in {n} {n|place|places}. The checks under Books name each on the server: the chapter “Operation” of the documents says how.',
  gave_up: '{n} {n|job has|jobs have} failed for good. Read below what they said, mend it, then retry them.',
  mail_waits:
    'Emails have waited for {n} {n|minute|minutes}. Send yourself a test email under Shop: it says what the mail server answers.',
  mail_refused:
    '{n} {n|email was|emails were} refused within a day. Send yourself a test email under Shop, and check your mail server’s reputation.',
  failing: '{n} {n|task has|tasks have} failed at the last run. Each is tried again by itself; below is what it said.',
  backup_never:
    'No backup is noted. Set up a nightly one on the server: the chapter “Operation” of the documents says how.',
  backup_old:
    'No backup for {n} {n|day|days}. Check the nightly one on the server: the chapter “Operation” of the documents says how.',
} as const satisfies Record<HealthProblem, string>

/** Scheduled tasks by the name under which they are kept. */
export const taskNames: Readonly<Record<string, string>> = {
  'fill in orders': 'Complete orders of older versions',
  'remind of events': 'Send reminders of events',
  'thank for events': 'Send thanks after events',
  'sum ledger': 'Add up the books for reports',
  'mail sales': 'Email sales to staff',
  'mail problems': 'Email problems to staff',
  'check refunds': 'Ask providers about refunds',
  'erase expired data': 'Erase personal data that has expired',
  'forget old windows': 'Forget old counts of requests',
  'forget old messages': 'Forget old messages to programs',
  'remove unused pictures': 'Remove unused pictures',
  'fetch payouts': 'Read payouts from providers',
  'check payment page': 'Check the payment page',
  'compare books': 'Compare the books with the providers',
}

/** Kinds of jobs. */
export const jobNames: Readonly<Record<string, string>> = {
  send_mail: 'Send an email',
  send_sms: 'Send a text message',
  deliver_sale: 'Deliver tickets',
  settle_payment: 'Ask about a payment',
  cancel_payment: 'Cancel a payment',
  refund: 'Refund',
  send_transfer: 'Send a transferred ticket',
  tell_transfer_ended: 'Tell that a transfer ended',
  charge_instalment: 'Charge an instalment',
  remind_instalment: 'Remind of an instalment',
  forget_card: 'Forget a saved card',
  fill_in_orders: 'Complete older orders',
  cancel_event: 'Refund a cancelled event',
  send_webhook: 'Notify a program',
  send_mailing: 'Send an email of a mailing',
  push_pass: 'Update passes on phones',
  update_google_pass: 'Update a pass in Google Wallet',
}

/** Checks of the books. */
export const checkNames = {
  providers: 'With the payment providers',
  ledger: 'The ledger in itself',
  seats: 'Seats, tickets and counters',
} as const
