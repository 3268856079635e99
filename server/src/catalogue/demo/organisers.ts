import { charityMarkPath } from '@foyer/contract/pages.ts'
import type { CatalogueInput } from '../format/format.ts'

export const CHARITIES: CatalogueInput['charities'] = [
  {
    slug: 'north-quay-hospice',
    name: 'North Quay Hospice',
    logo: charityMarkPath('north-quay-hospice'),
    description_html:
      '<p>Nobody on our stretch of coast should spend their last weeks alone or in pain. <strong>£22 pays for an hour of a nurse at someone’s bedside</strong>, by day or by night, at home or with us by the harbour.</p>',
    donation_checkout_title: 'Add a gift for North Quay Hospice?',
    donation_options: [5, 10, 22, 50],
    base_fee: 0.2,
    booking_fee_percent: 2.5,
    booking_fee_includes_vat: true,
    booking_fee_vat_percent: 20,
    booking_fee_cap: 5,
    hmrc_reference: 'XR00000',
  },
]

export const ORGANISERS: CatalogueInput['organisers'] = [
  {
    slug: 'old-mill-theatre',
    name: 'The Old Mill Theatre',
    about_html:
      '<p>A hundred and twenty seats, one very large water wheel, and something on most nights. The Old Mill has been a working theatre since 1974 and is run by a staff of six and a small army of volunteers.</p>',
    refund_policy: {
      text: 'Exchanges up to 48 hours before',
      title: 'Exchanges and refunds at the Old Mill',
      description:
        '<p>Plans change. Tell us <strong>48 hours before curtain up</strong> and we will move your tickets to another night, or refund them less the booking fee.</p><p>If we cancel, you get everything back without asking.</p>',
    },
    marketing_signup_message: 'Send me the Old Mill’s monthly letter: what is on, and first pick of the seats',
    contact_email: 'boxoffice@oldmill.example',
    legal: {
      kind: 'charity',
      name: 'The Old Mill Theatre Trust Ltd',
      address: 'The Old Mill, Weir Lane\nWexcombe WX4 2QM',
      country: 'United Kingdom',
      register: 'Companies House',
      number: '01234567',
      part: 'england_wales',
      charity_number: '1234567',
      phone: '01632 960101',
    },
    questions_intro_html:
      '<p>Two small questions from the front-of-house team, so that we can look after you properly.</p>',
  },
  {
    slug: 'north-quay-hospice',
    name: 'North Quay Hospice',
    about_html:
      '<p>We care for people with life-limiting illness, and for the people who love them. Three quarters of what that costs comes from evenings like these.</p>',
    charity: 'north-quay-hospice',
    marketing_signup_message: 'Tell me how my support helps, and about future events for the hospice',
    contact_email: 'events@northquay.example',
    legal: {
      kind: 'charity',
      name: 'North Quay Hospice',
      address: '2 Harbour Road\nPort Merrow PM1 4AA',
      country: 'United Kingdom',
      register: 'Companies House',
      number: '02345678',
      part: 'england_wales',
      charity_number: '2345678',
      phone: '01632 960102',
    },
  },
  {
    slug: 'harbour-lights',
    name: 'Harbour Lights Festival',
    payment_provider: 'stripe',
    about_html:
      '<p>Four days of music, boats and good bread on the quays of Port Merrow. Independent, volunteer-run, and never sponsored by anything you would be embarrassed to wear on a T-shirt.</p>',
    refund_policy: {
      text: 'Resale and refunds',
      title: 'If you cannot come',
      description:
        '<p>Weekend tickets are refunded in full until <strong>eight weeks before</strong> the gates open. After that you may transfer them to a friend from your wallet, free of charge.</p>',
    },
    marketing_signup_message: 'Email me line-up news before everybody else gets it',
    contact_email: 'hello@harbourlights.example',
    legal: {
      kind: 'company',
      name: 'Harbour Lights Festival CIC',
      address: 'The Customs House, West Quay\nPort Merrow PM1 2BB',
      country: 'United Kingdom',
      register: 'Companies House',
      number: '03456789',
      part: 'england_wales',
      phone: '01632 960103',
    },
  },
  {
    slug: 'tin-whistle',
    name: 'The Tin Whistle Folk Club',
    payment_provider: 'square',
    about_html:
      '<p>Fiddles, footstamping and a raffle. The Tin Whistle has met above the Railway Arms every other Friday since before most of its members could reach the bar.</p>',
    marketing_signup_message: 'Put me on the Tin Whistle’s list (about two emails a month, no more)',
    contact_email: 'secretary@tinwhistle.example',
    legal: {
      kind: 'association',
      name: 'The Tin Whistle Folk Club',
      address: 'The Railway Arms, Station Road\nWexcombe WX4 1AB',
      country: 'United Kingdom',
      phone: '01632 960104',
    },
  },
  {
    slug: 'kestrel-outdoors',
    name: 'Kestrel Outdoors',
    about_html:
      '<p>Small groups, patient instructors, hot tea. We take complete beginners up cliffs and out to sea, and bring every one of them back.</p>',
    refund_policy: {
      text: 'Free changes until 3 days before',
      title: 'Changing or cancelling',
      description:
        '<ul><li>More than three days before: move to any other date, or have your money back.</li><li>Later than that: you can send someone in your place.</li><li>If we call it off because of the weather, you choose.</li></ul>',
    },
    marketing_signup_message: 'Email me new dates and last-minute places',
    contact_email: 'base@kestrel.example',
    legal: {
      kind: 'sole_trader',
      name: 'Jo Kestrel, trading as Kestrel Outdoors',
      address: 'The Boathouse, Strand\nPort Merrow PM2 3CD',
      country: 'United Kingdom',
      phone: '01632 960105',
    },
    questions_intro_html:
      '<p>For every person who comes along we need to know the following. Our instructors read it, nobody else does.</p>',
  },
  {
    slug: 'makers-yard',
    name: 'Makers’ Yard',
    is_saas: true,
    about_html:
      '<p>Eleven workshops around one cobbled yard: print, clay, leather, light. Come and make something with your own hands.</p>',
    marketing_signup_message: 'Tell me about new courses at the Yard',
    contact_email: 'yard@makers.example',
    legal: {
      kind: 'company',
      name: 'Makers’ Yard Ltd',
      address: '11 Tanner’s Yard\nWexcombe WX4 3EF',
      country: 'United Kingdom',
      register: 'Companies House',
      number: '04567890',
      part: 'england_wales',
      phone: '01632 960106',
    },
  },
  {
    slug: 'bright-ideas',
    name: 'Bright Ideas Talks',
    about_html:
      '<p>Clever people, plain words, an hour at most. We have one rule for speakers: no slides with more than six words on them.</p>',
    marketing_signup_message: 'Email me when a new talk is announced',
    contact_email: 'hello@brightideas.example',
    legal: {
      kind: 'company',
      name: 'Bright Ideas Talks Ltd',
      address: '5 College Street\nWexcombe WX4 5GH',
      country: 'United Kingdom',
      register: 'Companies House',
      number: 'SC567890',
      part: 'scotland',
      phone: '01632 960107',
    },
  },
  {
    slug: 'lantern-slide-pictures',
    name: 'Lantern Slide Pictures',
    about_html: '<p>Old films, live music, unusual rooms. Dublin mostly; now and then anywhere that will have us.</p>',
    marketing_signup_message: 'Send me the programme',
    contact_email: 'projectionist@lanternslide.example',
    legal: {
      kind: 'company',
      name: 'Lantern Slide Pictures DAC',
      address: '7 Fishamble Lane\nDublin 8',
      country: 'Ireland',
      register: 'Companies Registration Office',
      number: '678901',
      phone: '+353 20 910 1234',
    },
  },
]

export const VENUES: CatalogueInput['venues'] = [
  {
    slug: 'old-mill-theatre',
    name: 'The Old Mill Theatre',
    full_address: 'The Old Mill Theatre, Weir Lane, Wexcombe WX4 2QM',
    town: 'Wexcombe',
    map_address: 'Weir Lane, Wexcombe',
  },
  {
    slug: 'lighthouse-gardens',
    name: 'Lighthouse Gardens',
    full_address: 'Lighthouse Gardens, North Quay, Port Merrow PM1 9LH',
    town: 'Port Merrow',
    latitude: 50.335,
    longitude: -4.145,
  },
  {
    slug: 'custom-house',
    name: 'The Custom House',
    full_address: 'The Custom House, 1 Harbour Row, Port Merrow PM1 1AA',
    town: 'Port Merrow',
  },
  { slug: 'the-quays', name: 'The Quays', full_address: 'West Quay, Port Merrow PM2 6DK', town: 'Port Merrow' },
  {
    slug: 'railway-arms',
    name: 'The Long Room at the Railway Arms',
    full_address: 'The Railway Arms, 40 Station Road, Hollow-under-Moor HM3 7RA',
    town: 'Hollow-under-Moor',
  },
  {
    slug: 'kestrel-boathouse',
    name: 'Kestrel Boathouse',
    full_address: 'The Boathouse, Slipway Cove, Port Merrow PM4 2SC',
    town: 'Port Merrow',
    map_address: 'Slipway Cove, Port Merrow',
  },
  {
    slug: 'the-chalk-works',
    name: 'The Chalk Works',
    full_address: 'The Chalk Works, Unit 5, Quarry Road, Wexcombe WX9 8CL',
    town: 'Wexcombe',
  },
  {
    slug: 'makers-yard',
    name: 'Makers’ Yard',
    full_address: 'Makers’ Yard, Tanner’s Row, Ardleigh Bridge AB2 4MY',
    town: 'Ardleigh Bridge',
  },
  {
    slug: 'beacon-observatory',
    name: 'Beacon Hill Observatory',
    full_address: 'Beacon Hill Observatory, Ridgeway, Hollow-under-Moor HM1 0BH',
    town: 'Hollow-under-Moor',
  },
  {
    slug: 'st-brannocks-hall',
    name: 'St Brannock’s Hall',
    full_address: 'St Brannock’s Hall, 8 Weaver’s Lane, Dublin 8',
    town: 'Dublin',
    country_code: 'IE',
  },
  {
    slug: 'the-palm-ballroom',
    name: 'The Palm Ballroom',
    full_address: 'The Palm Ballroom, 210 Larkin Street, Brooklyn, NY 11299',
    town: 'Brooklyn, NY',
    country_code: 'US',
  },
]
