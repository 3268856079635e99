import { addDays } from '@foyer/domain/format/calendar-days.ts'
import { dayOf } from '@foyer/domain/format/dates.ts'
import { type CatalogueInput, type EventInput, FORMAT_NAME } from '../format/format.ts'
import { type Weekday, weekdayAfter } from './calendar.ts'
import { CHARITIES, ORGANISERS, VENUES } from './organisers.ts'

type QuestionInput = NonNullable<EventInput['questions']>[number]

/**
 * Returns a demo catalogue of a whole town, whose events together show every feature of the shop (docs/demo-catalogue.md
 * says which shows what). Every date is relative to `now`, so it never goes out of date.
 */
export function demoCatalogue(now: Date): CatalogueInput {
  const today = dayOf(now)
  const day = (weeks: number, weekday: Weekday): string => weekdayAfter(now, weeks, weekday)
  /** Times are by the venue's wall clock. */
  const evening = (date: string, starts: string, ends: string, doors?: string) => ({
    starts: `${date}T${starts}`,
    ends: `${date}T${ends}`,
    doors: doors === undefined ? null : `${date}T${doors}`,
  })
  /** Repeats an evening that many days later, once per entry. */
  const evenings = (date: string, daysLater: readonly number[], starts: string, ends: string, doors?: string) =>
    daysLater.map((days) => evening(addDays(date, days), starts, ends, doors))
  const festival = day(30, 'Thu')

  const events: EventInput[] = [
    {
      slug: 'tuesday-lunchtime-music',
      organiser: 'old-mill-theatre',
      venue: 'old-mill-theatre',
      title: 'Tuesday Lunchtime Music',
      summary:
        'Forty-five minutes of something lovely, with soup afterwards if you like. Free, but please book a seat.',
      category: 'Music',
      description_html:
        '<p>Bring a sandwich, bring a colleague, bring the baby. Every Tuesday the Old Mill opens its doors at noon for <strong>forty-five minutes of live music</strong> by players from the conservatoire up the road.</p><p>The café serves soup and bread from 11.30am. There is no charge and no catch: a hat goes round at the end.</p>',
      dates: evenings(day(1, 'Tue'), [0, 7, 14, 21], '12:00', '12:45', '11:30'),
      ticket_types: [{ name: 'Free seat', price: 0, capacity: 80, max_can_reserve: 4 }],
    },
    {
      slug: 'candlelight-cello',
      organiser: 'old-mill-theatre',
      venue: 'old-mill-theatre',
      title: 'Candlelight Cello: Bach by the Water Wheel',
      summary: 'Three of the suites, two hundred candles and one cello from 1731. Choose your own seats.',
      category: 'Music',
      refund_protection_percent: 6,
      different_timeslots_warning:
        'The programme is the same on both evenings. If you choose seats for both, please check that you mean to come twice. (We would understand.)',
      description_html:
        '<p>Marguerite Holloway returns to Wexcombe with the cello she calls “the old gentleman”, made in Venice in 1731 and still grumbling about the damp.</p><h3>The programme</h3><ul><li>Suite No. 1 in G major</li><li>Suite No. 3 in C major</li><li>Interval, with mulled apple juice</li><li>Suite No. 5 in C minor</li></ul><p>The auditorium is lit by two hundred candles. <em>They are real</em>, so the front row is warm.</p>',
      dates: [
        { key: 'friday', ...evening(day(4, 'Fri'), '19:30', '21:30', '18:45') },
        { key: 'saturday', ...evening(addDays(day(4, 'Fri'), 1), '19:30', '21:30', '18:45') },
      ],
      pools: [
        {
          name: 'Balcony',
          seats: {
            sections: [
              { name: 'Balcony', rows: ['A', 'B', 'C'].map((row) => ({ row, from: 1, to: 13, without: [7] })) },
            ],
          },
          kept: [{ reason: 'Ushers', seats: ['Balcony A1', 'Balcony A13'] }],
        },
      ],
      ticket_types: [
        {
          name: 'Stalls',
          description: 'Rows A to F, level with the stage.',
          price: 24,
          booking_fee: 2.4,
          seats: {
            sections: [
              {
                name: 'Stalls',
                rows: ['A', 'B', 'C', 'D', 'E', 'F'].map((row, i) => ({ row, from: 1, to: i < 2 ? 12 : 14 })),
              },
            ],
          },
        },
        {
          name: 'Balcony',
          description: 'Rows A to C, under the old hoist. Restricted headroom for the very tall.',
          price: 16,
          booking_fee: 1.6,
          pool: 'Balcony',
        },
        {
          name: 'Balcony, under 26',
          description: 'Any seat of the balcony. Please bring something with your date of birth.',
          price: 8,
          booking_fee: 0.8,
          pool: 'Balcony',
        },
      ],
    },
    {
      slug: 'the-ballad-of-little-hollow',
      organiser: 'old-mill-theatre',
      venue: 'old-mill-theatre',
      title:
        'The Ballad of Little Hollow-under-Moor, or, How the Whole Village Outwitted the Railway Company, with Songs, Puppets and a Surprisingly Large Cardboard Locomotive',
      summary: 'A family musical for everyone from five to a hundred and five. There really is a locomotive.',
      category: 'Family',
      buyers_refund_hours: 48,
      buyers_refund_keep_percent: 10,
      buyers_change_hours: 24,
      buyers_rename_hours: 1,
      description_html:
        '<p>When the Great Moor Junction Railway decides to run its line straight through the duck pond, eight-year-old Hetty Brock has other ideas.</p><blockquote>“I laughed, I cried, I was hit gently by a puppet.” – <em>The Wexcombe Herald</em></blockquote><p>Running time: an hour and fifty minutes with an interval for ice cream. Relaxed performance at the Sunday matinée.</p>',
      different_timeslots_warning:
        'Tickets are for one performance each. If your party is to sit together, please choose the same performance for everyone.',
      dates: [
        evening(day(5, 'Sat'), '14:30', '16:20', '14:00'),
        evening(day(5, 'Sat'), '19:00', '20:50', '18:30'),
        evening(addDays(day(5, 'Sat'), 1), '14:30', '16:20', '14:00'),
      ],
      pools: [{ name: 'The house', capacity: 116, kept: [{ reason: 'Wheelchair spaces, by telephone', places: 4 }] }],
      ticket_types: [
        { name: 'Adult', price: 15, booking_fee: 1.5, pool: 'The house' },
        {
          name: 'Child (under 16)',
          description: 'Must come with a grown-up.',
          price: 8,
          booking_fee: 0.8,
          pool: 'The house',
          requires: [{ title: 'an Adult ticket or a Family of four', any_of: ['Adult', 'Family of four'] }],
        },
        {
          name: 'Family of four',
          description: 'Two adults and two children, or one and three.',
          price: 40,
          booking_fee: 4,
          capacity: 20,
          pool: 'The house',
          places: 4,
        },
      ],
    },
    {
      slug: 'lantern-walk',
      organiser: 'north-quay-hospice',
      venue: 'lighthouse-gardens',
      title: 'The North Quay Lantern Walk',
      summary: 'Three miles of coast path by lantern light, in memory of someone you love.',
      category: 'Charity',
      description_html:
        '<p>At dusk, six hundred lanterns leave the gardens and wind along the cliff to the old lighthouse. We walk slowly, we stop often, and at the end there is <strong>hot chocolate and a brass band</strong>.</p><p>Every lantern can carry a name. Everything you pay goes to the hospice.</p>',
      refund_protection_percent: null,
      dates: [evening(day(3, 'Sat'), '17:30', '20:30', '16:45')],
      ticket_types: [
        {
          name: 'Adult walker',
          description: 'With a lantern.',
          price: 14,
          booking_fee: 0,
          capacity: 400,
          non_refundable: true,
          refund_policy: {
            text: 'Why this is non-refundable',
            title: 'Why this isn’t refundable',
            description:
              '<p>Entry fees pay for care from the day they arrive, so we cannot return them. You may give your place to a friend.</p>',
          },
        },
        {
          name: 'Child walker',
          description: 'Under 16, with a smaller lantern.',
          price: 6,
          booking_fee: 0,
          capacity: 200,
          non_refundable: true,
        },
      ],
      questions: [
        {
          osq_id: 'lantern-name',
          question_html: '<p>Whose name shall we write on the lantern?</p>',
          type: 'text',
          before_or_after: 'after',
        },
        {
          osq_id: 'lantern-colour',
          question_html: '<p>Which colour of lantern would you like?</p>',
          type: 'dropdown',
          options: ['Amber', 'Rose', 'Sea green', 'White'],
          mandatory: true,
          before_or_after: 'before',
        },
        {
          osq_id: 'lantern-photos',
          question_html: '<p>You may use photographs of me in the hospice’s newsletter.</p>',
          type: 'checkbox',
          once_per_checkout: true,
          before_or_after: 'before',
        },
      ],
      after_sale_messages: [
        '<p>Thank you. Truly.</p><p>Your lantern will be waiting under your name at the <strong>blue gazebo</strong>. Please wear proper shoes: the path is uneven, and you will be looking at the lights.</p>',
      ],
    },
    {
      slug: 'lighthouse-gala-dinner',
      organiser: 'north-quay-hospice',
      venue: 'custom-house',
      title: 'The Lighthouse Gala Dinner',
      summary: 'Five courses, one auctioneer with no mercy, and dancing until the harbour master complains.',
      category: 'Food and drink',
      require_phone_number: true,
      refund_protection_percent: 5.5,
      description_html:
        '<p>Chef Ines Trewartha cooks with what the day boats bring. Between courses: a silent auction, a very loud auction, and the Port Merrow Swing Orchestra.</p><p>Dress: as grand as you dare. Carriages at one.</p>',
      dates: [evening(day(9, 'Sat'), '19:00', '23:59', '18:30')],
      ticket_types: [
        {
          name: 'Seat at a shared table',
          price: 215,
          booking_fee: 5,
          absorb_fee: true,
          capacity: 60,
          max_can_reserve: 12,
        },
        {
          name: 'Table of ten',
          description: 'Nearest the band, with your name on it.',
          price: 2150,
          booking_fee: 50,
          absorb_fee: true,
          capacity: 12,
          max_can_reserve: 2,
        },
      ],
      questions: [
        {
          osq_id: 'diet',
          question_html: '<p>Is there anything this guest does <strong>not</strong> eat?</p>',
          type: 'text',
          before_or_after: 'after',
        },
        {
          osq_id: 'main-course',
          question_html: '<p>Main course</p>',
          type: 'dropdown',
          options: ['Turbot with brown butter', 'Salt-marsh lamb', 'Celeriac, truffle and hazelnut'],
          mandatory: true,
          before_or_after: 'after',
          tickets: ['Seat at a shared table'],
        },
      ],
      after_sale_messages: [
        '<p>We will write to you two weeks before with the seating plan. If there is someone you would rather not sit next to, now is the time to say so: <a href="mailto:events@northquay.example">events@northquay.example</a>.</p>',
      ],
    },
    {
      slug: 'harbour-lights-festival',
      organiser: 'harbour-lights',
      venue: 'the-quays',
      title: 'Harbour Lights Festival',
      summary:
        'Four days of music on four quays, with the boats lit up behind the stage. Pay in instalments if you like.',
      category: 'Festival',
      refund_protection_percent: 7.5,
      // Eight weeks before the gates open, as its policy says.
      buyers_refund_hours: 56 * 24,
      livestream_url: 'https://watch.example.org/harbour-lights',
      reward: {
        text: 'I am going to Harbour Lights. Book through my link and we both get a drink on the harbour:',
        short_text: 'get a drink on us',
      },
      description_html:
        '<p><strong>Sixty bands, four quays, one very patient harbour master.</strong> From Thursday noon to Sunday midnight the working port of Port Merrow stops working and starts dancing.</p><h3>On the water</h3><p>The Lantern Stage floats. Watch it from the quay or hire a rowing boat and drift up to it.</p><h3>Staying over</h3><p>The campsite is ten minutes’ walk, quiet after one, and has proper showers. Bell tents come with real beds.</p>',
      dates: [{ starts: festival, ends: addDays(festival, 3), all_day: true }],
      ticket_types: [
        {
          name: 'Weekend wristband',
          description: 'All four days. Posted to you about a month before.',
          price: 189,
          booking_fee: 9.45,
          capacity: 3000,
          max_can_reserve: 8,
          delivered_by_post: true,
          delivery_cost: 4.95,
        },
        {
          name: 'Under-12, with an adult',
          description: 'Free, with ear defenders.',
          price: 0,
          capacity: 500,
          max_can_reserve: 4,
          requires: [{ title: 'a Weekend wristband', any_of: ['Weekend wristband'] }],
        },
        {
          name: 'Camping pitch',
          description: 'Room for a tent of four.',
          price: 45,
          booking_fee: 2.25,
          capacity: 600,
          requires: [{ title: 'a Weekend wristband', any_of: ['Weekend wristband'] }],
        },
        {
          name: 'Bell tent for four',
          description: 'Real beds, a stove and a kettle. Four wristbands not included.',
          price: 1150,
          booking_fee: 40,
          capacity: 30,
          max_can_reserve: 2,
          requires: [{ title: 'a Weekend wristband', any_of: ['Weekend wristband'] }],
        },
        {
          name: 'Car park, four days',
          price: 30,
          booking_fee: 1.5,
          capacity: 800,
          non_refundable: true,
          requires: [{ title: 'a Weekend wristband', any_of: ['Weekend wristband'] }],
        },
      ],
      questions: [
        {
          osq_id: 'registration',
          question_html: '<p>The registration of the car, so that nobody tows it</p>',
          type: 'text',
          before_or_after: 'after',
          tickets: ['Car park, four days'],
        },
      ],
      after_sale_messages: [
        '<p>You are coming! Three things that everyone asks:</p><ol><li>Gates open on Thursday at noon.</li><li>Dogs are welcome on the quays, but not in the campsite.</li><li>Yes, you may bring your own boat.</li></ol>',
      ],
      plan_options: [
        { key: '1', label: 'Pay in full today', payments: 1 },
        { key: '3', label: 'Three monthly payments', payments: 3 },
        { key: '6', label: 'Six monthly payments', payments: 6 },
      ],
    },
    {
      slug: 'tin-whistle-membership',
      organiser: 'tin-whistle',
      venue: 'railway-arms',
      title: 'Friend of the Tin Whistle: a year’s membership',
      summary: 'A card, a badge, a vote at the AGM, and the members’ price at every ceilidh.',
      category: 'Membership',
      description_html:
        '<p>Friends keep the lights on and the fiddles in strings. You get the <strong>members’ price on every night</strong>, a small enamel badge, and the right to complain about the raffle.</p>',
      dates: [{ starts: day(6, 'Fri'), ends: addDays(day(6, 'Fri'), 364), all_day: true }],
      ticket_types: [
        {
          name: 'Friend’s membership',
          description: 'One person, one year. The card comes by post.',
          price: 25,
          capacity: 300,
          max_can_reserve: 1,
          can_update_quantity: false,
          non_refundable: true,
          delivered_by_post: true,
          delivery_cost: 1.8,
        },
      ],
    },
    {
      slug: 'big-barn-ceilidh',
      organiser: 'tin-whistle',
      venue: 'railway-arms',
      title: 'The Big Barn Ceilidh',
      summary: 'The Hollow Moor Band, a caller who forgives, and three tickets for the price of two.',
      category: 'Music',
      description_html:
        '<p>No partner needed, no experience needed, no shoes with laces recommended. <strong>Josie Penhale calls every step</strong> and has never yet shouted at anybody.</p><p>The bar opens at seven; the raffle is drawn at ten and is as dreadful as ever.</p>',
      dates: [evening(day(6, 'Fri'), '19:30', '23:00', '19:00')],
      ticket_types: [
        { name: 'Full price', price: 12, booking_fee: 1, absorb_fee: true, capacity: 120 },
        { name: 'Under 18', price: 6, booking_fee: 0.5, absorb_fee: true, capacity: 40 },
        {
          name: 'Friend of the Tin Whistle',
          description: 'For members.',
          price: 8,
          booking_fee: 0.5,
          absorb_fee: true,
          capacity: 60,
          max_can_reserve: 2,
          requires: [
            {
              title: 'a Friend’s membership',
              any_of: [{ event: 'tin-whistle-membership', ticket: 'Friend’s membership' }],
            },
          ],
        },
      ],
    },
    {
      slug: 'supper-at-the-signal-box',
      organiser: 'tin-whistle',
      venue: 'railway-arms',
      title: 'Supper at the Signal Box',
      summary: 'Twelve places, seven courses, one singer. Gone in four minutes, as every year.',
      category: 'Food and drink',
      description_html:
        '<p>Long table, low light, songs between the courses. It sells out every time; join the mailing list to hear first next year.</p>',
      dates: [evening(day(7, 'Thu'), '19:00', '22:30')],
      ticket_types: [{ name: 'A place at the table', price: 58, booking_fee: 2.5, capacity: 0 }],
    },
    {
      slug: 'first-strokes-sea-kayaking',
      organiser: 'kestrel-outdoors',
      venue: 'kestrel-boathouse',
      title: 'First Strokes: Sea Kayaking for Beginners',
      summary: 'A morning on sheltered water. By eleven you can steer; by noon you have met the seals.',
      category: 'Outdoors',
      require_phone_number: true,
      refund_protection_percent: 6,
      different_timeslots_warning:
        'Each place is for one morning. If you are coming together, please choose the same morning for everyone.',
      description_html:
        '<p>Six paddlers, two instructors, no waves to speak of. We lend you everything: boat, paddle, buoyancy aid, wetsuit, and a woolly hat for the way home.</p><h3>You need</h3><ul><li>to be twelve or over</li><li>to be able to swim 50 metres</li><li>not to mind getting a little wet</li></ul>',
      dates: evenings(day(2, 'Sun'), [0, 7, 14], '09:00', '12:30').map((date, i) => ({
        key: ['first', 'second', 'third'][i]!,
        ...date,
      })),
      ticket_types: [
        {
          name: 'Paddler',
          price: 55,
          booking_fee: 2.75,
          capacity: 3,
          dates: ['first'],
          max_can_reserve: 6,
        },
        { name: 'Paddler', price: 55, booking_fee: 2.75, capacity: 12, dates: ['second', 'third'], max_can_reserve: 6 },
        {
          name: 'Young paddler (12 to 17)',
          price: 40,
          booking_fee: 2,
          capacity: 6,
          max_can_reserve: 4,
          requires: [{ title: 'a Paddler, to come along', any_of: ['Paddler'] }],
        },
      ],
      questions: [
        emergencyContact(),
        {
          osq_id: 'kayak-height',
          question_html: '<p>Height, for the wetsuit</p>',
          type: 'dropdown',
          options: ['Under 150 cm', '150 to 165 cm', '165 to 180 cm', 'Over 180 cm'],
          mandatory: true,
          before_or_after: 'before',
        },
        {
          osq_id: 'kayak-swim',
          question_html: '<p>I can swim 50 metres in clothes.</p>',
          type: 'checkbox',
          mandatory: true,
          before_or_after: 'before',
        },
      ],
      questions_intro_html:
        '<p>The sea is cold and we are careful. Please answer for <strong>each</strong> paddler.</p>',
      waivers: [
        {
          title: 'Sea kayaking: risks and agreement',
          terms_html:
            '<p>Kayaking on the sea carries risks that cannot all be removed: cold water, capsizing, and tiredness among them.</p><ol><li>I will follow the instructors’ directions and wear the equipment they give me.</li><li>I have told Kestrel Outdoors about any condition that could matter on the water.</li><li>I understand that the instructors may change or end the session when the weather asks for it.</li></ol>',
        },
      ],
      after_sale_messages: [
        '<p>Meet us at the slipway at <strong>8.45am</strong>. Bring a towel, something to eat, and a dry pair of socks. You will thank us for the socks.</p>',
      ],
    },
    {
      slug: 'climbing-night',
      organiser: 'kestrel-outdoors',
      venue: 'the-chalk-works',
      title: 'Climbing Night for Two',
      summary: 'Come in pairs and learn to trust each other with a rope. No experience, no Lycra.',
      category: 'Outdoors',
      description_html:
        '<p>An indoor evening for people who have never tied in before. One climbs, one holds; after an hour you swap. <strong>Sold in pairs</strong>, because someone has to hold the rope.</p>',
      dates: evenings(day(2, 'Wed'), [0, 7], '18:30', '20:30', '18:15'),
      different_timeslots_warning: 'Each place is for one Wednesday. A pair climbs on the same evening.',
      ticket_types: [
        {
          name: 'Climber',
          description: 'Two at least.',
          price: 18,
          booking_fee: 0.9,
          capacity: 16,
          min_per_customer: 2,
          max_can_reserve: 8,
        },
      ],
      questions: [emergencyContact()],
      waivers: [
        {
          title: 'Climbing: conditions of participation',
          terms_html:
            '<p>Climbing is an activity with a danger of injury. I accept this, will not climb without a check of knot and harness by an instructor, and will stay off the ropes if I have been drinking.</p>',
        },
      ],
    },
    {
      slug: 'letterpress-in-a-day',
      organiser: 'makers-yard',
      venue: 'makers-yard',
      title: 'Letterpress in a Day',
      summary: 'Set your own type, ink your own press, take home fifty cards and blue fingers.',
      category: 'Workshop',
      refund_protection_percent: 5,
      description_html:
        '<p>Eight people around two Victorian presses. You choose the words, we have four hundred cases of type to choose the letters from. Lunch is included and inky.</p>',
      dates: [evening(day(5, 'Sat'), '10:00', '16:30')],
      ticket_types: [
        { name: 'A place at the press', price: 95, booking_fee: 4.75, capacity: 8, max_can_reserve: 2 },
        { name: 'Watch and stay for lunch', price: 15, booking_fee: 1, capacity: 4, max_can_reserve: 1 },
      ],
    },
    {
      slug: 'night-of-the-comet',
      organiser: 'bright-ideas',
      venue: 'beacon-observatory',
      title: 'The Night of the Comet',
      summary: 'It comes by once in 412 years. There are two hundred places on the hill.',
      category: 'Talks and learning',
      high_demand: true,
      hide_booking_fee: true,
      express: true,
      description_html:
        '<p>Professor Adaeze Lindqvist explains what you are about to see; then the lights of three villages go out by agreement, and you see it.</p><p>Telescopes, blankets and cocoa provided. If there is cloud we try again the next night, and the night after that.</p>',
      reward: {
        text: 'I have a place on the hill for the Night of the Comet. Come and stand next to me:',
        short_text: 'jump the cocoa queue',
      },
      dates: [evening(day(8, 'Thu'), '21:00', '23:30', '20:15')],
      ticket_types: [
        { name: 'A place on the hill', price: 9.5, booking_fee: 1, capacity: 200, max_can_reserve: 4 },
        {
          name: 'A turn at the great telescope',
          description: 'Five minutes, alone.',
          price: 35,
          booking_fee: 2,
          capacity: 5,
          max_can_reserve: 1,
          requires: [{ title: 'a place on the hill', any_of: ['A place on the hill'] }],
        },
      ],
    },
    {
      slug: 'how-bees-see',
      organiser: 'bright-ideas',
      venue: null,
      title: 'How Bees See: an Evening from Your Sofa',
      summary: 'A live online talk about ultraviolet petals, with a real hive on camera.',
      category: 'Talks and learning',
      express: true,
      online_url: 'https://watch.example.org/how-bees-see',
      livestream_url: 'https://watch.example.org/how-bees-see/live',
      description_html:
        '<p>Dr Tomasz Bell has painted flowers in colours that only bees can see. Tonight he shows you what they look like, live from his garden, with eleven thousand assistants.</p><p>You get a link when you book. The recording stays up for a week.</p>',
      dates: [evening(day(2, 'Mon'), '19:00', '20:15')],
      ticket_types: [
        { name: 'One screen', price: 6, booking_fee: 0.4, capacity: 500 },
        {
          name: 'One screen, paying a little more',
          description: 'So that someone else can pay a little less.',
          price: 10,
          booking_fee: 0.4,
          capacity: 500,
        },
        { name: 'One screen, paying what is possible', price: 2, capacity: 100 },
      ],
      questions: [
        {
          osq_id: 'ask-the-speaker',
          question_html: '<p>Ask Dr Bell something. He reads them all.</p>',
          type: 'text',
          once_per_checkout: true,
          before_or_after: 'after',
        },
      ],
    },
    {
      slug: 'nosferatu-with-accordion',
      organiser: 'lantern-slide-pictures',
      venue: 'st-brannocks-hall',
      title: 'Nosferatu, with Live Accordion',
      summary: 'The silent film of 1922 in a deconsecrated hall, and one man with far too many reeds.',
      category: 'Film',
      currency: 'EUR',
      timezone: 'Europe/Dublin',
      refund_protection_percent: 6,
      description_html:
        '<p>Projected from a 16 mm print that has seen things. Cathal Rooney improvises for ninety-four minutes without, as far as anyone can tell, blinking.</p>',
      dates: [evening(day(6, 'Thu'), '20:00', '21:40', '19:15')],
      ticket_types: [
        { name: 'Chair', price: 14, booking_fee: 1.1, capacity: 110 },
        { name: 'Pew for three', description: 'Bring cushions.', price: 36, booking_fee: 2.5, capacity: 8 },
      ],
    },
    {
      slug: 'a-very-british-tea-dance',
      organiser: 'lantern-slide-pictures',
      venue: 'the-palm-ballroom',
      title: 'A Very British Tea Dance',
      summary: 'Scones, newsreels and a nine-piece dance band, three thousand miles from the nearest drizzle.',
      category: 'Dance',
      currency: 'USD',
      timezone: 'America/New_York',
      description_html:
        '<p>An afternoon of foxtrots between reels of 1930s newsreel. Printed tickets, cream on a die-cut card, are part of the fun: <strong>we post them to you</strong>, in the States or anywhere else.</p>',
      dates: [evening(day(10, 'Sun'), '14:00', '17:30', '13:30')],
      ticket_types: [
        { name: 'Dancer', price: 42, booking_fee: 3.5, capacity: 140, delivered_by_post: true, delivery_cost: 2.5 },
        {
          name: 'Wallflower',
          description: 'Balcony, scones included, no dancing required.',
          price: 28,
          booking_fee: 2.5,
          capacity: 60,
          delivered_by_post: true,
          delivery_cost: 2.5,
        },
      ],
    },
    {
      slug: 'the-drowned-village',
      organiser: 'old-mill-theatre',
      venue: 'old-mill-theatre',
      title: 'The Drowned Village: a New Opera',
      summary: 'The première of Ffion Carrow’s opera about the valley under the reservoir. Booking opens soon.',
      category: 'Opera',
      on_sale_from: `${day(1, 'Fri')}T10:00`,
      refund_protection_percent: 6,
      description_html:
        '<p>In a dry summer you can still see the steeple. Ffion Carrow grew up on the stories of the people who left, and has set them for six voices, harp and forty metres of silk.</p><p>Sung in English and Welsh with surtitles.</p>',
      dates: evenings(day(14, 'Fri'), [0, 1], '19:00', '21:45', '18:15'),
      ticket_types: [
        { name: 'Stalls', price: 38, booking_fee: 3.8, capacity: 80 },
        { name: 'Balcony', price: 22, booking_fee: 2.2, capacity: 36 },
      ],
    },
  ]

  return {
    format: FORMAT_NAME,
    charities: CHARITIES,
    organisers: ORGANISERS,
    venues: VENUES,
    events,
    gift_vouchers: [
      {
        slug: 'a-night-at-the-mill',
        organiser: 'old-mill-theatre',
        name: 'A Night at the Mill',
        description:
          'Good for any seat, any night, at the Old Mill Theatre. Arrives by email, looks good in an envelope.',
        values: [20, 50, 100],
        valid_months: 24,
        issued: [
          {
            code: 'GIFT-MILL-20',
            value: 20,
            expires_on: addDays(today, 365),
            from_name: 'Aunt Beatrix',
            to_name: 'You',
          },
          {
            code: 'GIFT-MILL-50',
            value: 50,
            balance: 17.5,
            expires_on: addDays(today, 200),
            from_name: 'The office',
            to_name: 'You',
          },
          { code: 'GIFT-MILL-OLD', value: 20, expires_on: addDays(today, -1), from_name: 'Last year', to_name: 'You' },
        ],
      },
      {
        slug: 'get-outside',
        organiser: 'kestrel-outdoors',
        name: 'Get Outside',
        description: 'For someone who has been indoors too long. Kayaking, climbing, or whatever we think of next.',
        values: [25, 55, 110],
        valid_months: 12,
        max_qty: 10,
        issued: [
          { code: 'GIFT-KESTREL-110', value: 110, expires_on: addDays(today, 300), from_name: 'Mum', to_name: 'You' },
        ],
      },
    ],
    discount_codes: [
      { code: 'WELCOME10', percent: 10 },
      { code: 'MILL-5', organiser: 'old-mill-theatre', amount: 5, currency: 'GBP' },
      { code: 'SEALS20', event: 'first-strokes-sea-kayaking', percent: 20 },
      { code: 'EARLYBIRD', event: 'harbour-lights-festival', amount: 15, currency: 'GBP', max_uses: 25 },
      { code: 'LASTYEAR', percent: 50, valid_until: addDays(today, -30) },
      { code: 'FRIENDS', organiser: 'bright-ideas', percent: 100 },
    ],
    offers: [
      {
        organiser: 'tin-whistle',
        event: 'big-barn-ceilidh',
        title: 'Three for two at the ceilidh',
        kind: 'cheapest_free',
        min_qty: 3,
      },
      {
        organiser: 'north-quay-hospice',
        event: 'lighthouse-gala-dinner',
        title: '10% off for six guests or more',
        kind: 'percent',
        min_qty: 6,
        percent: 10,
      },
      {
        organiser: 'lantern-slide-pictures',
        title: '15% off from four seats',
        kind: 'percent',
        min_qty: 4,
        percent: 15,
      },
    ],
  }

  /** The question is shown once per order, even with both a kayak and a rope in it, because both events use its id. */
  function emergencyContact(): QuestionInput {
    return {
      osq_id: 'kestrel-emergency-contact',
      question_html: '<p>Whom may we ring in an emergency? <em>Name and number, please.</em></p>',
      type: 'text',
      mandatory: true,
      once_per_checkout: true,
      before_or_after: 'before',
    }
  }
}
