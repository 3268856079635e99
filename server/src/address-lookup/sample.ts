import type { AddressLookup, PossibleAddress } from './address-lookup.ts'

/**
 * SAMPLE DATA, for trying the form where no directory is configured (ADDRESS_LOOKUP_URL). Every address here is invented:
 * real ones are licensed data and are not shipped. The towns are fictional, and so is the postcode area ZZ, which Royal Mail
 * does not use.
 */
const STREETS: readonly [street: string, line2: string, town: string, postcode: string, houses: readonly string[]][] = [
  ['Playhouse Lane', '', 'Foyerham', 'ZZ1 1AA', ['1', '2', '3', '4', '5', '6a', '6b']],
  ['Curtain Road', 'Upper Circle', 'Foyerham', 'ZZ1 1AB', ['10', '12', '14', '16']],
  ['Stalls Street', '', 'Foyerham', 'ZZ1 2AD', ['21', '23', '25', '27', '29']],
  ['Encore Close', 'Little Interval', 'Stageminster', 'ZZ2 3BF', ['1', '2', '3']],
  ['Prompt Row', '', 'Stageminster', 'ZZ2 4BG', ['Box Office Cottage', 'The Old Scene Dock', '7', '9']],
  ['Matinee Gardens', 'Flat 2, Orchestra House', 'Ovation-on-Sea', 'ZZ3 5CH', ['30', '32', '34']],
]

export const SAMPLE_ADDRESSES: readonly PossibleAddress[] = STREETS.flatMap(
  ([street, line2, town, post_code, houses]) =>
    houses.map((house) => ({
      formatted_address: [`${house} ${street}`, line2, town, post_code].filter((part) => part !== '').join(', '),
      address_line_2: line2,
      town,
      post_code,
    })),
)

const normalised = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Returns the addresses that contain every word typed; a postcode matches with or without its space. */
export const sampleLookup: AddressLookup = async (text) => {
  const words = normalised(text).split(' ')
  const postcode = words.join('')
  if (postcode === '') return []
  return SAMPLE_ADDRESSES.filter(
    ({ formatted_address, post_code }) =>
      words.every((word) => normalised(formatted_address).includes(word)) ||
      normalised(post_code).replaceAll(' ', '').startsWith(postcode),
  )
}
