import type { Section } from './section.ts'

export const LEAD =
  'Ce que nous conservons sur vous quand vous achetez des billets ici, pourquoi, combien de temps, et ce que vous pouvez faire.'

export const SECTIONS: readonly Section[] = [
  {
    title: 'Ce que nous conservons, et pourquoi',
    clauses: [
      'Pour vous vendre des billets : votre nom, votre adresse e-mail, vos achats et ce que vous nous avez indiqué en chemin, par exemple un numéro de téléphone, une adresse de livraison ou des réponses aux questions de l’organisateur.',
      'Pour encaisser votre paiement : nous ne voyons jamais votre numéro de carte complet. Les données de votre carte vont directement au prestataire de paiement, nommé à côté du bouton Payer. Si vous enregistrez une carte, nous gardons ses quatre derniers chiffres et sa date d’expiration.',
      'Pour vous laisser entrer : le nom sur chaque billet, son code et le moment où il a été utilisé.',
      'Pour éviter les abus : le nombre d’essais de code par adresse, conservé un jour.',
      'Pour vous envoyer des nouvelles : votre adresse e-mail et ce que vous voulez recevoir, seulement si vous l’avez demandé. Chaque e-mail contient un lien de désinscription.',
    ],
  },
  {
    title: 'Qui d’autre y a accès',
    clauses: [
      'L’organisateur de votre événement voit votre commande, pour organiser l’événement et répondre à vos questions. Si vous faites une déclaration Gift Aid, l’association la transmet à l’administration fiscale britannique (HM Revenue & Customs).',
      'Les prestataires de paiement, d’e-mail et de SMS traitent ce dont ils ont besoin pour leur part du service.',
      'Nous ne vendons pas vos données.',
    ],
  },
  {
    title: 'Cookies',
    clauses: [
      'Un cookie relie votre panier et votre connexion. D’autres retiennent votre langue et votre choix sur la mesure d’audience. Sans le premier, la boutique ne fonctionne pas.',
      'La mesure d’audience et les rapports d’erreur ne fonctionnent que si l’organisateur ou nous-mêmes les utilisons, et seulement après votre accord. Vous pouvez changer d’avis en bas de la page, s’il y en a.',
    ],
  },
  {
    title: 'Combien de temps',
    clauses: [
      {
        text: 'Sauf si la loi exige davantage :',
        items: [
          'codes de connexion : un jour ;',
          'paniers non payés : 30 jours ;',
          'texte des e-mails et des SMS, places sur liste d’attente : 90 jours ;',
          'votre nom et votre adresse sur une commande, des billets et des décharges : sept ans après le paiement.',
        ],
        rest: 'Ensuite, la commande garde ses montants pour la comptabilité, mais n’indique plus à qui elle était.',
      },
    ],
  },
  {
    title: 'Vos droits',
    clauses: [
      'Vous pouvez télécharger tout ce que nous conservons sur vous et supprimer votre compte dans les réglages du compte. Si vous avez acheté sans compte, demandez-le-nous : nous le ferons pour vous.',
      'Nous ne pouvons pas supprimer vos données tant que vous avez des billets pour un événement à venir, un paiement en plusieurs fois ou un paiement en cours. Les pièces fiscales et les déclarations Gift Aid restent aussi longtemps que la loi l’exige.',
      'Vous pouvez demander la correction de ce qui est faux. Répondez à l’e-mail qui accompagnait vos billets, ou écrivez à l’adresse en bas de la page.',
      'Si vous n’êtes pas satisfait de la façon dont nous traitons vos données, vous pouvez saisir l’Information Commissioner’s Office, ou l’autorité du pays où vous vivez.',
    ],
  },
]
