import type { Random } from '../random.ts'

/** An invented buyer. Addresses end in `.example`, so that no email can reach a real person. */
export type Person = {
  first: string
  last: string
  name: string
  email: string
  phone: string
  address1: string
  town: string
  postcode: string
}

const FIRST = [
  'Amara Beatrix Callum Dilys Ewan Farida Gwen Hamish Imogen Jonah Keziah Lorcan Maeve Nikhil Oluwaseun Priya Quentin Rosa',
  'Sam Tamsin Usman Verity Wilf Xanthe Yusuf Zofia Alun Bronwen Cerys Declan Esme Fergus Grace Harriet Idris Jess Kofi Lena',
].flatMap((names) => names.split(' '))
const LAST = [
  'Abara Bevan Castell Davies Evans-Reid Fletcher Green Hussain Iyer Jenkins Kowalski Llewellyn Marsh Nowak O’Neill Patel',
  'Quigley Roberts Sharma Trelawney Underhill Vaughan Whitlock Yates Ashdown Birch Carrow Dunstan Ellery Farrow Gill Hart',
].flatMap((names) => names.split(' '))
const STREETS = ['Mill Lane', 'Harbour Street', 'Chapel Hill', 'Orchard Close', 'Station Road', 'The Green', 'Quay Row']
const TOWNS = [
  ['Wexcombe', 'WX1'],
  ['Port Merrow', 'PM2'],
  ['Little Hollow', 'WX4'],
  ['Brannock', 'PM7'],
] as const

const oneOf = <T>(random: Random, list: readonly T[]): T => list[random.int(list.length)]!

/** The same seed gives the same people. */
export function inventPeople(random: Random, count: number): Person[] {
  return Array.from({ length: count }, (_, i) => {
    const first = oneOf(random, FIRST)
    const last = oneOf(random, LAST)
    const [town, area] = oneOf(random, TOWNS)
    const letters = last
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^a-z]/g, '')
    return {
      first,
      last,
      name: `${first} ${last}`,
      email: `${first.toLowerCase()}.${letters}${i}@post.example`,
      // Ofcom reserves these numbers for stories.
      phone: `07700 900${String(random.int(1000)).padStart(3, '0')}`,
      address1: `${1 + random.int(90)} ${oneOf(random, STREETS)}`,
      town,
      postcode: `${area} ${1 + random.int(9)}${oneOf(random, ['AB', 'DF', 'GH', 'JL', 'NP'])}`,
    }
  })
}
