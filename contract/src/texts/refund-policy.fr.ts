import type { Section } from './section.ts'

export const LEAD =
  'Voici la politique de remboursement des organisateurs qui n’en ont pas. Si un organisateur a la sienne, elle est indiquée avec le billet et s’applique à la place de celle-ci. Les règles complètes sont à la section 4 des conditions de vente.'

export const SECTIONS: readonly Section[] = [
  {
    title: 'Quand vous êtes remboursé',
    clauses: [
      'L’événement est annulé : le prix de vos billets vous est rendu sans que vous le demandiez.',
      'L’événement change de date ou de lieu, ou change de façon importante : vos billets restent valables, ou vous en demandez le remboursement dans le délai indiqué dans l’avis.',
      'Vous avez choisi la garantie remboursement et ne pouvez pas venir pour un motif couvert : vous demandez le remboursement du prix de vos billets.',
      'Nous n’avons pas pu fournir ce que vous avez payé : tout ce que vous avez payé vous est rendu, frais de réservation compris.',
    ],
  },
  {
    title: 'Quand vous ne l’êtes pas',
    clauses: [
      'Vous changez d’avis. Les billets à date fixe ne sont pas soumis au droit de rétractation de 14 jours.',
      'Le billet est marqué comme non remboursable et l’événement a lieu comme annoncé.',
      'Vous arrivez trop tard pour entrer, ou le règlement du lieu ne vous permet pas d’entrer.',
    ],
  },
  {
    title: 'Frais et suppléments',
    clauses: [
      'Les frais de réservation ne sont en général pas remboursables, car la réservation elle-même a été effectuée. Ils sont rendus si l’événement est annulé.',
      'Le prix de la garantie remboursement est rendu si l’événement est annulé avant que vous l’ayez utilisée.',
      'Les frais d’envoi sont rendus si les billets n’ont pas encore été envoyés.',
      'Les bons cadeaux non utilisés peuvent être rendus dans les 14 jours qui suivent l’achat.',
    ],
  },
  {
    title: 'Comment demander',
    clauses: [
      'Répondez à l’e-mail qui contenait vos billets, ou écrivez à l’organisateur dont le nom figure sur le billet. Indiquez votre numéro de commande.',
      'Les remboursements sont envoyés sur la carte ou le compte qui a servi à payer, dans les 14 jours qui suivent l’accord ; ce qui a été payé avec un bon cadeau revient sur ce bon.',
      'Vous pouvez voir à tout moment où en est votre commande sur sa propre page, dont le lien est dans l’e-mail.',
    ],
  },
]
