import { bareWord, type Node, property, shortened, textsOf } from './values.ts'

/** The properties that the import reads, and those that say nothing to buyers. All others are reported as left out. */
const KNOWN: Record<'event' | 'offer', ReadonlySet<string>> = {
  event: new Set(
    (
      'name startDate endDate startTime endTime duration doorTime previousStartDate eventStatus eventAttendanceMode location ' +
      'organizer organiser offers image description disambiguatingDescription url keywords subEvent subEvents superEvent ' +
      'superEvents eventSchedule isAccessibleForFree maximumAttendeeCapacity remainingAttendeeCapacity ' +
      'maximumPhysicalAttendeeCapacity maximumVirtualAttendeeCapacity ' +
      // About the markup and the page, not the event.
      'type id identifier sameAs mainEntityOfPage mainEntity additionalType potentialAction subjectOf isPartOf breadcrumb ' +
      'dateCreated dateModified datePublished sdDatePublished sdPublisher sdLicense license position publisher'
    ).split(' '),
  ),
  offer: new Set(
    (
      'name price priceCurrency priceSpecification lowPrice highPrice minPrice maxPrice offerCount offers availability ' +
      'availabilityStarts availabilityEnds validFrom validThrough priceValidUntil inventoryLevel eligibleQuantity category ' +
      'description itemOffered valueAddedTaxIncluded currency additionalType itemListElement ' +
      'type id identifier url sku gtin mpn seller offeredBy sameAs image potentialAction mainEntityOfPage position ' +
      'businessFunction acceptedPaymentMethod availableDeliveryMethod areaServed itemCondition'
    ).split(' '),
  ),
}

/** Says which properties of an event or an offer are left out, and what they say; null if none. */
export function leftOutOf(node: Node, kind: 'event' | 'offer'): string | null {
  const names = Object.keys(node)
    .filter((key) => !key.startsWith('@'))
    .map(bareWord)
    .filter((name) => !KNOWN[kind].has(name))
  const said = names.flatMap((name) => {
    const value = property(node, name)
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return []
    const text = textsOf(value).join(', ')
    return [text === '' ? shortened(name, 40) : `${shortened(name, 40)} "${shortened(text, 60)}"`]
  })
  return said.length === 0 ? null : `left out, because the shop has no field for it: ${[...new Set(said)].join('; ')}`
}
