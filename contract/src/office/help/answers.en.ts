/** Questions that people ask on a page of the office, with their answers: two to five a page, by the page's name. */

type Answers = readonly (readonly [question: string, answer: string])[]

const SIGN_IN: Answers = [
  [
    'Why is there no password?',
    'We email you a code each time, so there is nothing to forget or to steal. With a passkey, which you add under Your account, you sign in without a code.',
  ],
  [
    'What if the code doesn’t arrive?',
    'Look in your spam folder, and check the address above the code. Then use “Send a new code”; only the newest one works.',
  ],
]
const DATES_CHANGE: Answers = [
  [
    'Who is told?',
    'Everyone with a ticket for that date gets one email, with your words in it. The last step shows how many people and orders that is before anything happens.',
  ],
  ['Can I undo it?', 'No. That is why it takes four steps, of which only the last one does anything.'],
]
const PROGRAMS: Answers = [
  [
    'What are these for?',
    'Other programs of yours: an API key lets one read your events and orders, and a webhook tells one what happens, at once. You don’t need either to sell tickets.',
  ],
  [
    'Where is it described?',
    'The description of the API is linked on the page of the keys. Give it to whoever writes your program.',
  ],
]

export const answers: Record<string, Answers> = {
  sign_in: SIGN_IN,
  first: SIGN_IN,
  invitation: SIGN_IN,
  prove: [
    [
      'Why am I asked again?',
      'Refunds, cancellations, downloads of people and changes to the team need a confirmation that is at most ten minutes old, in case someone else is at your screen.',
    ],
    ['Do I lose what I typed?', 'No. It is there when you have confirmed that it’s you.'],
  ],
  home: [
    [
      'What does “Needs your attention” show?',
      'What only a person can do: disputes to answer, refunds the bank refused, emails that didn’t arrive, payments that aren’t set up. It’s empty when all is well.',
    ],
    [
      'Do the takings include fees and refunds?',
      'They are what buyers paid for your tickets with their booking fee, without what you have refunded. Money has the figures in detail.',
    ],
    [
      'Where do I see tonight’s guests?',
      'Press “Guests” or “Door” beside the date: the first lists who comes, the second checks them in.',
    ],
  ],
  events: [
    ['Where is my old event?', 'Under “Past”, above the list, or under “Archived” if you archived it.'],
    [
      'Is “Sold” for one date or for all?',
      'For all dates of the event together, including past ones. Cancelled dates don’t count. Open the event for each date.',
    ],
    [
      'How do I copy an event?',
      'Open it and choose More, Duplicate. Texts, tickets and prices come along; sold tickets and codes don’t.',
    ],
  ],
  new_event: [
    [
      'What do I need to begin?',
      'A title, the date, when it starts, how many tickets there are and what one costs. You can change all of it later.',
    ],
    [
      'How do I add a second ticket type or date?',
      'Save the event first. Then use Dates and tickets: types can share their places, and dates can repeat.',
    ],
    ['Who sees a draft?', 'Only your team. Buyers see the event when you put it on sale.'],
  ],
  event: [
    ['How do I tell people about it?', 'Copy the public link, print the QR code, or use “Sell on your own website”.'],
    [
      'What are “In baskets”?',
      'Tickets that buyers are paying for at this moment. Nobody else can buy them; if they aren’t paid in time, they go back on sale.',
    ],
    [
      'What happens if I unpublish it?',
      'Buyers no longer find it and sales stop at once. Tickets that are sold stay valid.',
    ],
    [
      'How do I change a title, price or date?',
      'Use the tabs at the top. Effects on people who have tickets are shown before you save.',
    ],
  ],
  event_form: [
    [
      'Does a change act at once?',
      'Yes, when you save. People who have tickets keep the price and the terms they bought.',
    ],
    [
      'What are shared places?',
      'Ticket types that sell from the same number: Adult and Child from the same 80. When the 80 are gone, both are sold out.',
    ],
    [
      'What if someone else edits the event too?',
      'You are told before anything is lost, and choose between your changes and what is saved.',
    ],
    [
      'Why can’t I lower a number?',
      'Tickets that are sold or in baskets count. The message says the lowest number possible.',
    ],
  ],
  dates: [
    [
      'Can I change the price of several dates?',
      'Yes: choose the dates, the ticket type and the new price. Tickets that are sold keep theirs.',
    ],
    [
      'Are people told of a new time here?',
      'No. To move a date for people who have tickets, use “Move or postpone” on the event’s overview, which emails them.',
    ],
  ],
  cancel: [
    ...DATES_CHANGE,
    [
      'Do I have to send the refunds?',
      'No. They go back the way they were paid. The page then shows each order’s result, and you can retry those that failed.',
    ],
  ],
  move: [
    ...DATES_CHANGE,
    [
      'Do the tickets stay valid?',
      'Yes, for the new day, with the same code. You can let holders return theirs until a day that you choose.',
    ],
  ],
  preview: [
    ['Can buyers see this?', 'No. The preview is for your team, also while the event is a draft.'],
    ['Can I buy from the preview?', 'No, its buttons do nothing. To try a purchase, put the event on sale.'],
  ],
  codes: [
    [
      'What is the difference between a code and an offer?',
      'Buyers type a code. An offer, such as a group discount, applies by itself; you make it under Codes and offers.',
    ],
    ['How do I stop a code?', 'Open it and press the button that ends it. Orders that used it keep their price.'],
    ['Can I make many at once?', 'Yes: enter how many, and what they begin with. You can download them as a file.'],
  ],
  code: [
    ['Who used it?', 'The orders that used it are listed here, with the day on which they were paid.'],
    ['What happens to orders if I end it?', 'Nothing. It can’t be used any more, and the orders keep their price.'],
  ],
  event_picture: [
    [
      'What size should it be?',
      'Landscape and 1,600 pixels wide or more. Without one, the shop draws a poster with the title.',
    ],
    ['Why do I describe it?', 'People who can’t see it have the description read to them.'],
  ],
  door: [
    [
      'What do I need at the door?',
      'A phone with a camera. Make a pairing code here, open the address on the phone and enter the code.',
    ],
    [
      'Does it work without a network?',
      'Yes. The phone has the list and sends the entries when it is back online. What was wrong then appears here to review.',
    ],
    ['What if a phone is lost?', 'Unpair it: it stops checking tickets at once.'],
    ['Is there a list on paper?', 'Yes, in case of a power cut: open the list to print.'],
  ],
  door_list: [
    ['How do I print it?', 'Press Print. Each person has a box to tick, and the end of their ticket’s code.'],
    [
      'Is there a list for ushers?',
      'Yes: “By seat” has a page for each section and everyone in the order of the rows, with notes that door staff may see.',
    ],
    ['Is it up to date?', 'It is as of the time at its top. Print it as late as you can.'],
  ],
  waiting: [
    [
      'Who gets a ticket that comes back?',
      'The first in line who wants that number. It is held for them alone, for the time that you set under Selling.',
    ],
    ['What if they don’t take it?', 'It is offered to the next person when the time is over.'],
  ],
  house_seats: [
    ['What are held back seats?', 'Seats that aren’t on sale online, kept for a reason such as guests or technicians.'],
    [
      'Who gets one that I release?',
      'The waiting list first, if there is one for the event. Otherwise it goes on sale.',
    ],
  ],
  queue: [
    [
      'When do I need a queue?',
      'When far more people want tickets than there are, and all come at the moment the sale opens. Otherwise leave it off.',
    ],
    [
      'Is the order of the queue fair?',
      'Places are drawn at random when the sale opens, so nobody gets ahead by being quicker.',
    ],
  ],
  referrals: [
    [
      'Where do these links come from?',
      'Buyers can share a link after their order. Who comes by it and buys is counted here.',
    ],
    ['Do they get a reward?', 'Not by themselves. You could send them a code.'],
  ],
  orders: [
    [
      'How do I find an order?',
      'Type a name, email address, phone number, order number or the last four digits of the card into the search box.',
    ],
    [
      'How do I refund one?',
      'Open the order and choose Refund at the ticket. The button says the amount before you press it.',
    ],
    [
      'How do I keep a filter?',
      'Choose “Save this view” below the filters and give it a name. It is a tab from then on, for you or for your team.',
    ],
    ['Can I download the list?', 'Yes, with the filter in use, for Excel or as CSV.'],
  ],
  find: [
    [
      'What can I search for?',
      'A name, email address, phone number, order number, ticket code, the last four digits of the card, or the id of a payment.',
    ],
    ['Do I need the exact spelling?', 'No. If nothing is written like it, similar names are shown.'],
  ],
  order: [
    [
      'The buyer didn’t get the tickets. What now?',
      'Check the email address, correct it if it’s wrong, and send the tickets again. Activity shows whether emails arrived.',
    ],
    ['How long does a refund take?', 'We send it at once. Banks take up to ten days to show it.'],
    [
      'What is a dispute?',
      'The buyer told their bank that the payment is wrong. The bank takes the money back until you have answered; the order says by when.',
    ],
    ['Who sees a note?', 'Your team. With “Show to door staff”, also the person at the door.'],
  ],
  change: [
    ['What can a ticket be changed to?', 'Another date, another type or another seat, also of another event of yours.'],
    [
      'Who pays the difference?',
      'You choose before anything happens: ask the buyer to pay it, waive it, or return what is too much.',
    ],
  ],
  party: [
    [
      'Who moves?',
      'Everyone of the order who has a numbered seat on that date. To move one person, change their ticket.',
    ],
    [
      'Can two parties swap?',
      'Yes, also between prices, if they have as many seats: enter a seat of the other party. You see what happens before it does.',
    ],
  ],
  give: [
    [
      'Do complimentary tickets count as sold?',
      'Yes. They take a place and bring no money, and reports show them on their own.',
    ],
    ['Does the person see why?', 'No. The reason is a note for your team.'],
    [
      'How do I choose the seats?',
      'Take them from seats that you hold back, or write them after the address. You see who sits where before anything is sent.',
    ],
  ],
  counter: [
    [
      'How do I begin?',
      'Just sell: the first sale opens your shift. You can enter the opening float before it, later or never.',
    ],
    [
      'How do I take a card?',
      'With a paired reader, press its name. Otherwise use your own terminal and note it as paid another way.',
    ],
    ['I made a mistake. What now?', 'Open the sale under “Your last sales” and void it.'],
  ],
  counter_sale: [
    ['How does the buyer get the tickets?', 'Print them, or type an email address and send them.'],
    ['Can I take the sale back?', 'Yes: void it. Its tickets no longer work, and the money is due back.'],
  ],
  reader: [
    [
      'The reader doesn’t react. What now?',
      'Check that it is on and has a network, then press the button to try again, or cancel and take cash.',
    ],
    ['Can the card be charged twice?', 'No. A payment that was made is found before another one starts.'],
  ],
  readers: [
    [
      'What do I need?',
      'A Stripe Terminal reader that is registered in your Stripe account. Enter its id, which begins with tmr_.',
    ],
    ['Can two counters share one?', 'One sale at a time. Give each counter its own if both are busy.'],
  ],
  shift: [
    [
      'What is “Expected cash”?',
      'The opening float and the cash taken, less the cash paid back. Compare it with what you count.',
    ],
    ['What if the count differs?', 'Enter what you counted. The report shows the difference, and it stays on record.'],
  ],
  people: [
    ['Who is in this list?', 'People who hold tickets, one row a person. Unfold a row for the tickets.'],
    ['How do I write to them?', 'Filter the list, then press Email. You see who gets it before anything is sent.'],
    [
      'Who may download it?',
      'Owners and managers, after they have confirmed that it’s them. The download is in the log.',
    ],
  ],
  mailings: [
    ['Who may I write to?', 'About a booking, to everyone concerned. News goes only to people who agreed to it.'],
    ['Can I stop one?', 'Yes. Those who have it keep it; the others don’t get it unless you resume.'],
  ],
  mailing: [
    [
      'What is the difference between the two kinds?',
      'An email about a booking is something people need to know. News is everything else, and has a link to unsubscribe.',
    ],
    ['Can I see it first?', 'Yes: save and preview, or send it to yourself only.'],
  ],
  feedback: [
    ['When are people asked?', 'In the thanks after the event, if the event’s emails ask for it.'],
    ['Is it public?', 'No. Only your team sees it.'],
  ],
  complaints: [
    ['Where do they come from?', 'From the page /complaint/, which privacy, terms and each order link to.'],
    [
      'Whose complaint is it?',
      'Yours if the sender gave the number and address of an order of yours. All others go to whoever runs the shop.',
    ],
    [
      'How long do I have?',
      'A complaint about data must be answered without delay. The page counts 30 days for all of them.',
    ],
    [
      'What else is in the answer?',
      'Where the sender can go with it: the data protection authority, your mediator, or that there is none.',
    ],
  ],
  requests: [
    [
      'How do I know that it is them?',
      'They write from the address of their order, or know something that only the buyer knows. Ask before you send anything.',
    ],
    ['What do I reach?', 'Your own orders, lists, emails and notes. Nothing of other organisers, and no account.'],
    [
      'Why can’t I erase someone?',
      'They have tickets to use, pay in instalments, or are paying now. Refund or wait, then erase.',
    ],
    [
      'What is left afterwards?',
      'Amounts without a name, Gift Aid records, signed waivers, and tickets that others have claimed.',
    ],
    ['Who erases an account?', 'The person on their account’s page, or who runs the shop, whom you can ask here.'],
  ],
  money: [
    [
      'Why does this differ from my bank account?',
      'This is what buyers paid. The provider takes its fees and pays out days later: see Payouts.',
    ],
    ['Are cancelled events in it?', 'Their refunds count in the month in which they were made.'],
    ['Where is the VAT?', 'Below the table, by rate, with what is to be paid.'],
  ],
  payouts: [
    [
      'When does the money arrive?',
      'On the day that the provider sets for your account. A payout that is on its way says so.',
    ],
    [
      'What does “Differs” mean?',
      'The provider’s list and our books don’t have the same amounts. Open the payout for the lines.',
    ],
  ],
  gift_aid: [
    ['What is Gift Aid?', 'A UK taxpayer who gives to a charity can let it claim 25p for each £1 from HMRC.'],
    [
      'How do I claim?',
      'Make the claim, download HMRC’s spreadsheet and send it to HMRC. Each donation is claimed once.',
    ],
    [
      'Why is a donation incomplete?',
      'HMRC wants a full name, a home address and three statements. Add what’s missing, or email the donor.',
    ],
  ],
  settings: [
    [
      'Who sees these details?',
      'Buyers see your name, your legal details and your contact. The rest is for your team.',
    ],
    ['Does a change touch sold tickets?', 'No. Orders keep the terms they were bought under.'],
  ],
  payments: [
    [
      'How do I get paid?',
      'Buyers pay into your own account with a payment provider, or into the shop’s, whose operator then pays you. This page says which.',
    ],
    ['Which fees are there?', 'The provider takes its fees from each payment. Payouts lists them.'],
    [
      'What happens to earlier orders when I connect or disconnect an account?',
      'Nothing. They stay where they were paid, and refunds come from there. An account can be disconnected once no payment, refund or plan is under way in it.',
    ],
  ],
  payment_account: [
    [
      'Who sees the keys that I copy here?',
      'Nobody. They are encrypted, and no page, log or file shows them again. Replace them here if one gets into wrong hands.',
    ],
    [
      'When does it count?',
      'As soon as the provider has accepted it. Buyers who are paying at that moment still pay where they began.',
    ],
  ],
  brand: [
    ['Where does the logo appear?', 'On your page, on your events and in emails about orders.'],
    [
      'Why did my colour change a little?',
      'Text must be readable on it. The page says which colour is used, and its contrast.',
    ],
  ],
  texts: [
    [
      'Do I need terms of my own?',
      'The shop’s terms cover the booking. Your contract for the event is with your buyers, so what you want to agree with them belongs here.',
    ],
    ['Does a new version touch orders?', 'No. Orders keep the version they were reserved under.'],
  ],
  shop_texts: [
    ['Who sees this page?', 'Only who runs this installation.'],
    [
      'Why is clause 4.10 always there?',
      'The basket cites it for refund protection. Where your terms have none, the built-in one is added at the end.',
    ],
  ],
  team: [
    [
      'Which role should I give?',
      'Box office sells and changes orders. Door checks tickets. Reader sees numbers. Manager does all but the team and the settings, which are the owner’s.',
    ],
    ['Can someone have only one event?', 'Yes. Choose the events in the invitation or in the person’s row.'],
    ['What happens when I remove someone?', 'They are signed out at once. What they did stays in the log.'],
  ],
  keys: PROGRAMS,
  webhooks: PROGRAMS,
  webhook: [
    ...PROGRAMS,
    [
      'What if my program is down?',
      'Each message is sent again until it arrives. If it fails for long, you can retry it here.',
    ],
  ],
  log: [
    ['What is in it?', 'Everything that was done, refused or viewed in the office, and by whom. Nobody can change it.'],
    ['Can I download it?', 'Owners can, after they have confirmed that it’s them.'],
  ],
  shop: [
    ['Who sees this page?', 'Only who runs this installation.'],
    [
      'How do I know that emails leave?',
      'Send yourself a test email. The page shows what the mail server answered; whether it arrives, only your mailbox tells.',
    ],
    [
      'What does the colour change?',
      'Links and buttons of the whole shop, unless an organiser has a colour of their own.',
    ],
  ],
  organisers: [
    ['Who sees this page?', 'Only who runs this installation. Organisers learn nothing of each other.'],
    [
      'What does the owner of a new organiser do?',
      'They accept the invitation with a code sent to their address. Home then shows their first steps: who sells, how they get paid, their first event.',
    ],
    [
      'The invitation didn’t arrive, or has ended. What now?',
      'Open the organiser, then Team and invitations, and invite them again.',
    ],
    [
      'What does closing do?',
      'Nothing new is sold or published. Tickets stay valid, and the door, refunds, plans, orders and data requests go on. Reopening undoes it.',
    ],
  ],
  health: [
    [
      'How does a backup get here?',
      'The backup command notes each one. Of a backup that something else makes, its operator tells the shop with --made.',
    ],
    [
      'May I retry a job?',
      'Yes. A job that has done its work already does nothing the second time: nobody is charged, refunded or emailed twice.',
    ],
    [
      'What is a difference?',
      'A payment, ticket or seat on which two records disagree. It is named by the commands, order by order.',
    ],
    ['Who else sees this page?', 'Nobody but who runs this installation. Home tells them when something needs them.'],
  ],
  organiser: [
    ['Is anybody told?', 'No email is sent. The organiser’s team sees it on Home, and buyers on its pages.'],
    [
      'What about people who are paying now?',
      'A basket that was reserved before can be paid until its time is over. Nobody can reserve after it.',
    ],
    [
      'Does closing refund anything?',
      'No. Cancel the dates first if they won’t take place: their orders are then refunded.',
    ],
  ],
  account: [
    ['Which emails do I get?', 'Those that you choose here: each sale, a summary, only problems, or nothing.'],
    ['What is a passkey?', 'A way to sign in with your fingerprint, your face or a security key, without a code.'],
    ['I lost my phone. What now?', 'Sign out everywhere else, and remove its passkey.'],
  ],
  help: [
    ['How do I search?', 'Type a word or two. Questions, answers and the glossary are searched.'],
    ['Who helps me further?', 'An owner of your team, or who runs this installation.'],
  ],
}
