import type { Section } from './section.ts'

export const WHO = 'Cette boutique est exploitée par [legal name], [address], [email].'

export const TERMS =
  'Ces conditions s’appliquent chaque fois que vous achetez ici des billets ou des bons cadeaux. Rien ici ne vous retire un droit que la loi vous donne.'

export const LAW =
  'Droit applicable à ces conditions : [law]. Tribunaux compétents : [court] ; les consommateurs peuvent aussi saisir ceux de leur lieu de résidence.'

export const ORGANISER_WHO = 'Les billets sont vendus par [legal name], [address], [email].'

export const ORGANISER: readonly Section[] = [
  {
    title: 'Votre contrat',
    clauses: [
      'Votre contrat pour assister à un événement est conclu avec nous. Pour la réservation elle-même, les conditions de vente de la boutique s’appliquent.',
      'Rien dans ces conditions ne vous retire un droit que la loi vous donne.',
    ],
  },
  {
    title: 'Modifications et annulation',
    clauses: [
      'Si un événement est annulé, le prix de vos billets vous est rendu.',
      'Si un événement change de date ou de lieu, ou change de façon importante, vos billets restent valables. Si vous ne pouvez pas venir, dites-le-nous dans le délai indiqué dans l’avis, et leur prix vous est rendu.',
    ],
  },
  {
    title: 'À l’événement',
    clauses: [
      'Le règlement du lieu s’applique. Les personnes qui mettent les autres en danger peuvent être priées de partir sans remboursement.',
      'Les retardataires entrent à une pause convenable. Certains événements n’en ont pas.',
    ],
  },
  {
    title: 'Droit applicable',
    clauses: [LAW],
  },
]
