import { folded } from '../../search.ts'
import type { Json } from '../read-file.ts'
import { bareWord, textsOf } from './values.ts'

/**
 * The enumerations of schema.org that say whether and how an event is sold, each value with the spellings that websites use
 * for it. A spelling is compared without its schema.org address, case, accents, and what is neither letter nor digit.
 */

type Spellings<Value extends string> = Record<Value, string>

const tableOf = <Value extends string>(spellings: Spellings<Value>): ReadonlyMap<string, Value> =>
  new Map(
    (Object.entries(spellings) as [Value, string][]).flatMap(([value, words]) =>
      words.split(/\s*,\s*/).map((word) => [bare(word), value]),
    ),
  )

const bare = (word: string): string => folded(word).replace(/[^\p{Letter}\p{Number}]/gu, '')

export type EventStatus = 'scheduled' | 'rescheduled' | 'postponed' | 'cancelled' | 'online'

const EVENT_STATUS = tableOf<EventStatus>({
  scheduled:
    'scheduled, confirmed, active, live, published, upcoming, on sale, ok, as planned, takes place, geplant, findet statt, prévu, confirmé, programado, confirmado, confermato, programmato, gepland, bevestigd, bekræftet, bekräftad, vahvistettu, potwierdzone',
  rescheduled:
    'rescheduled, re-scheduled, new date, date changed, moved, verlegt, verschoben auf, neuer Termin, reporté au, reprogrammé, reprogramado, riprogrammato, remarcado, verplaatst, flyttet, flyttad, siirretty, przełożone',
  postponed:
    'postponed, delayed, on hold, tba, verschoben, reporté, aplazado, pospuesto, posticipato, rinviato, adiado, uitgesteld, udskudt, utsatt, uppskjuten, lykätty, odłożone, odloženo, elhalasztva, αναβλήθηκε, перенесено, ertelendi',
  cancelled:
    'cancelled, canceled, cancel, cancelation, cancellation, called off, abgesagt, entfällt, fällt aus, annulé, cancelado, suspendido, anulado, annullato, cancellato, afgelast, geannuleerd, aflyst, avlyst, inställd, inställt, peruttu, peruutettu, odwołane, odwołany, zrušeno, zrušené, törölve, elmarad, ακυρώθηκε, отменено, anulat, otkazano, odpovedano, iptal, atšaukta, atcelts, tühistatud, ar ceal',
  online:
    'moved online, movedonline, online, now online, online statt vor Ort, déplacé en ligne, trasladado en línea, spostato online',
})

export type Availability = 'open' | 'sold out' | 'not yet' | 'door only'

const AVAILABILITY = tableOf<Availability>({
  open: 'InStock, LimitedAvailability, OnlineOnly, PreOrder, MadeToOrder, available, in stock, limited, few left, last tickets, on sale, onsale, open, yes, true, buy now, verfügbar, erhältlich, auf Lager, im Verkauf, disponible, en stock, en vente, disponibile, disponível, a la venta, in vendita, beschikbaar, op voorraad, tilgængelig, til salg, tilgjengelig, til salgs, tillgänglig, i lager, saatavilla, myynnissä, dostępne, dostępny, w sprzedaży, dostupné, dostupno, kapható, elérhető, διαθέσιμο, в наличии, disponibil, v prodeji',
  'sold out':
    'SoldOut, OutOfStock, Discontinued, BackOrder, Reserved, fully booked, booked out, full, unavailable, not available, no, false, none left, closed, off sale, offsale, ausverkauft, ausgebucht, nicht verfügbar, vergriffen, complet, épuisé, guichets fermés, rupture de stock, indisponible, agotado, entradas agotadas, completo, esaurito, tutto esaurito, non disponibile, esgotado, lotado, uitverkocht, volgeboekt, udsolgt, utsolgt, slutsåld, slutsålt, fullbokad, fullbokat, loppuunmyyty, loppu, wyprzedane, brak biletów, vyprodáno, vypredané, elfogyott, telt ház, εξαντλήθηκε, sold-out, распродано, нет в наличии, epuizat, rasprodano, razprodano, tükendi, išparduota, izpārdots, välja müüdud, uppselt, díolta amach',
  'not yet':
    'PreSale, pre-sale, presale, coming soon, not yet, not yet on sale, soon, bald, demnächst, bientôt, próximamente, prossimamente, em breve, binnenkort, snart, tulossa, wkrótce',
  'door only':
    'InStoreOnly, door only, at the door, on the door, box office only, door sales only, Abendkasse, nur Abendkasse, sur place, sur place uniquement, en taquilla, alla porta, alla cassa, na porta, aan de deur, alleen aan de deur, ved døren, i dørren, vid dörren, ovelta, na miejscu',
})

export type AttendanceMode = 'offline' | 'online' | 'mixed'

const ATTENDANCE_MODE = tableOf<AttendanceMode>({
  offline:
    'offline, in person, in-person, onsite, on-site, physical, venue, live, vor Ort, präsenz, présentiel, sur place, presencial, in presenza, op locatie, fysisk, paikan päällä, stacjonarne',
  online:
    'online, virtual, digital, remote, livestream, webinar, web, virtuell, en ligne, à distance, distanciel, virtuel, en línea, virtuale, a distanza, online esemény, etänä, zdalne',
  mixed:
    'mixed, hybrid, online and offline, offline and online, both, hybride, híbrido, ibrido, hibrid, hybryd, hybridi',
})

/** What the values of a property mean, and the words among them that are in no table. */
export type Said<Value> = { values: ReadonlySet<Value>; unknown: readonly string[] }

function say<Value extends string>(
  value: Json | undefined,
  table: ReadonlyMap<string, Value>,
  around: RegExp,
): Said<Value> {
  const words = textsOf(value).flatMap((text) => (/[:/]/.test(text) ? [text] : text.split(/\s*[,;|]\s*/)))
  const meant = words.map((word) => {
    const name = bareWord(word)
      .replace(/[/\s]+$/, '')
      .replace(/^.*[/#]/, '')
    return table.get(bare(name)) ?? table.get(bare(name).replace(around, ''))
  })
  return {
    values: new Set(meant.filter((one) => one !== undefined)),
    unknown: words.filter((_, i) => meant[i] === undefined),
  }
}

export const eventStatusOf = (value: Json | undefined): Said<EventStatus> =>
  say(value, EVENT_STATUS, /^event(status)?|event$/g)
export const availabilityOf = (value: Json | undefined): Said<Availability> =>
  say(value, AVAILABILITY, /^(?:(?:item)?availability|tickets?)|tickets?$/g)
export const attendanceModeOf = (value: Json | undefined): Said<AttendanceMode> =>
  say(value, ATTENDANCE_MODE, /event|attendance|mode/g)

/** What the edge of a name may say of an event. Shorter than the tables above, because a name may be any word. */
const IN_NAMES = tableOf<'cancelled' | 'postponed' | 'sold out'>({
  cancelled:
    'cancelled, canceled, abgesagt, entfällt, annulé, cancelado, cancelada, suspendido, annullato, afgelast, geannuleerd, aflyst, avlyst, inställd, inställt, peruttu, odwołane, zrušeno, zrušené, elmarad, ακυρώθηκε, отменено, anulat, otkazano, iptal',
  postponed:
    'postponed, verschoben, reporté, aplazado, pospuesto, rinviato, adiado, uitgesteld, udskudt, utsatt, uppskjuten, lykätty, przełożone, odloženo, elhalasztva, αναβλήθηκε, перенесено',
  'sold out':
    'sold out, soldout, fully booked, ausverkauft, ausgebucht, complet, agotado, entradas agotadas, esaurito, tutto esaurito, esgotado, uitverkocht, volgeboekt, udsolgt, utsolgt, slutsåld, slutsålt, fullbokad, loppuunmyyty, wyprzedane, vyprodáno, telt ház, εξαντλήθηκε, распродано',
})

const EDGES = [
  /^\W*[[(*{<]\s*([^\])*}>]{3,30})\s*[\])*}>]/u,
  /[[(*{<]\s*([^\])*}>]{3,30})\s*[\])*}>]\W*$/u,
  /^[^\p{Letter}]*([\p{Letter} -]{3,30}?)\s*[!:|–—]/u,
  /^[^\p{Letter}]*([\p{Letter} ]{3,30}?)\s+-\s/u,
  /\s[-–—|:]\s*([\p{Letter} -]{3,30}?)[^\p{Letter}]*$/u,
]

/** What the edge of a name says: "CANCELLED: Hamlet", "[Sold out] Hamlet", "Hamlet - postponed"; null if nothing. */
export function stateInName(name: string): { word: string; meaning: 'cancelled' | 'postponed' | 'sold out' } | null {
  for (const edge of EDGES) {
    const word = edge.exec(name)?.[1]?.trim() ?? ''
    const meaning = IN_NAMES.get(bare(word))
    if (meaning !== undefined) return { word, meaning }
  }
  return null
}
