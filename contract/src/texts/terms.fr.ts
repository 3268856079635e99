import type { Section } from './section.ts'

export const LEAD =
  'Ces conditions s’appliquent chaque fois que vous achetez ici des billets ou des bons cadeaux. Elles sont faites pour être lues : si quelque chose n’est pas clair, demandez-nous avant d’acheter. Rien ici ne vous retire un droit que la loi vous donne. Ceci est une traduction : en cas de différence, le texte anglais fait foi.'

/** The clauses of terms.en.ts, with the same numbers. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'À qui vous achetez',
    clauses: [
      'Les billets sont vendus par l’organisateur de l’événement. Nous tenons la billetterie pour lui : nous prenons la commande et le paiement, et nous vous envoyons les billets.',
      'Votre contrat pour assister à l’événement est conclu avec l’organisateur, dont le nom figure sur la page de l’événement et sur votre billet. Votre contrat pour la réservation elle-même est conclu avec nous.',
      'Les bons cadeaux sont émis par l’organisateur qui y est nommé et peuvent servir pour ses événements dans cette boutique.',
      'Pour commander, vous devez avoir 18 ans ou plus, ou l’autorisation d’un parent ou tuteur.',
    ],
  },
  {
    title: 'Prix et frais',
    clauses: [
      'Le premier prix indiqué pour un billet est celui que vous payez, y compris les frais de réservation qui ne peuvent être évités. Si de tels frais font partie de ce prix, le détail est indiqué à côté.',
      'Les frais d’envoi sont comptés une fois par commande lorsque les billets partent par la poste. Ils sont indiqués avec le billet, puis dans le récapitulatif de la commande.',
      'La garantie remboursement et les dons sont toujours facultatifs. Ils ne sont ajoutés que si vous les choisissez.',
      'Un panier est dans une seule devise. Les prix comprennent la TVA lorsqu’elle est due.',
      'Si un prix est manifestement faux à cause d’une erreur, nous pouvons annuler la commande et vous rendre tout votre argent. Nous vous prévenons avant l’événement.',
    ],
  },
  {
    title: 'Commande et paiement',
    clauses: [
      'Les billets de votre panier ne sont pas encore à vous. Quand vous réservez le panier, ils vous sont gardés, et le temps restant est indiqué à chaque étape. S’il s’écoule avant que vous ayez payé, les billets sont remis en vente.',
      'Un organisateur peut limiter le nombre de billets par client. Les commandes qui contournent une telle limite peuvent être annulées et remboursées.',
      'Votre commande est complète quand votre paiement est confirmé et que votre numéro de commande s’affiche. Si un paiement nous parvient après la fin de votre réservation, nous fournissons les billets s’ils sont encore disponibles, et sinon nous vous rendons la totalité de votre argent.',
      'Nous confirmons votre adresse e-mail par un code avant le paiement, car vos billets y sont envoyés. Vérifiez qu’elle est juste.',
      'Les coordonnées de carte et de banque sont traitées par nos prestataires de paiement. Nous ne voyons et ne gardons jamais un numéro de carte complet.',
      'Avec un paiement en plusieurs fois, vous acceptez que chaque paiement soit prélevé à sa date sur la carte que vous avez indiquée. Vos billets vous sont remis après le dernier paiement. Si un paiement échoue, nous vous prévenons et réessayons avant d’annuler quoi que ce soit.',
    ],
  },
  {
    title: 'Modifications, annulation et remboursements',
    clauses: [
      'Les billets d’un événement à date fixe ne peuvent pas être rendus au titre du droit de rétractation de 14 jours qui vaut pour d’autres achats en ligne. C’est la loi pour les loisirs à une date précise.',
      'Si un événement est annulé, le prix de vos billets vous est rendu. Nous l’envoyons sur la carte ou le compte qui a servi à payer.',
      'Si un événement change de date ou de lieu, ou change de façon importante, vos billets restent valables. Si vous ne pouvez ou ne voulez pas venir, dites-le à l’organisateur dans le délai indiqué dans l’avis, et le prix de vos billets vous est rendu.',
      'Un changement de distribution, d’ordre du programme ou de première partie n’est pas à lui seul un motif de remboursement.',
      'Si seule une partie d’un événement de plusieurs jours est annulée, une part équitable du prix est rendue.',
      'Un organisateur peut offrir plus que ce que ces conditions demandent. Une telle politique est indiquée avec le billet avant l’achat, et s’applique alors à ce billet.',
      'Les billets marqués comme non remboursables ne sont pas remboursés à votre demande. Cette mention ne change rien à vos droits si l’événement est annulé ou modifié.',
      'Les remboursements sont envoyés dans les 14 jours qui suivent l’accord. Votre banque peut mettre quelques jours de plus à les afficher.',
      'L’argent revient toujours par le moyen qui a servi à payer. Ce qui a été payé avec un bon cadeau revient sur ce bon.',
      {
        text: 'La garantie remboursement, lorsqu’elle est proposée et que vous l’avez choisie, vous permet de demander le remboursement du prix de vos billets si vous ne pouvez pas venir pour l’une de ces raisons :',
        items: [
          'une maladie ou une blessure',
          'le décès d’un proche',
          'une panne ou un grave retard en route',
          'une convocation comme juré',
        ],
        rest: 'Elle ne couvre pas un changement d’avis, les billets d’événements sans garantie remboursement, ni les billets marqués comme non remboursables. Son prix n’est pas rendu une fois qu’elle a été utilisée, que vous avez rendu le billet vous-même ou que l’événement a eu lieu. Les frais de réservation ne sont en général pas remboursables, avec ou sans garantie remboursement, car la réservation elle-même a été effectuée ; ils sont rendus quand la loi l’exige, par exemple si un événement est annulé.',
      },
      'Pour utiliser la garantie remboursement, écrivez à l’organisateur avec votre numéro de commande et la raison dès que possible, et au plus tard 30 jours après l’événement. Un justificatif peut vous être demandé. Si vous avez rendu un billet vous-même pour une telle raison, vous pouvez encore demander ce que l’organisateur a gardé de son prix.',
      'Un don fait avec une commande va à l’association nommée. Il peut vous être rendu dans les 14 jours si vous nous le demandez, tant que Gift Aid n’a pas été réclamé dessus.',
      'Vous pouvez vous rétracter sous 14 jours, sans motif ni frais, pour les bons cadeaux, les suppléments, les dons et les billets sans date : le lien « Se rétracter ici » se trouve au bas de chaque page. Pour des articles, les 14 jours commencent quand vous les avez reçus. Toute déclaration claire, adressée à nous ou à l’organisateur, suffit aussi.',
    ],
  },
  {
    title: 'Vos billets',
    clauses: [
      'Les billets sont remis dans votre portefeuille de billets et par e-mail. Vous pouvez ouvrir le portefeuille à tout moment avec un code envoyé à votre adresse e-mail.',
      'Chaque billet porte un code qui fait entrer une personne une fois. Ne le montrez pas et ne l’envoyez pas à des personnes en qui vous n’avez pas confiance : la première qui l’utilise entre.',
      'Vous pouvez transmettre un billet avec le transfert dans votre commande. L’ancien code cesse alors de fonctionner et le nouveau détenteur reçoit le sien.',
      'Les billets ne peuvent pas être revendus plus cher que leur prix, utilisés pour de la publicité ni donnés comme lots, sauf accord écrit de l’organisateur. De tels billets peuvent être annulés.',
      'Les billets envoyés par la poste le sont à l’adresse de livraison que vous avez donnée. S’ils ne sont pas arrivés trois jours avant l’événement, dites-le-nous et nous les mettrons dans votre portefeuille.',
    ],
  },
  {
    title: 'Bons cadeaux et codes',
    clauses: [
      'Un bon cadeau peut servir pour plusieurs commandes, jusqu’à ce que son solde soit épuisé ou qu’il expire. La date d’expiration est indiquée avant l’achat et sur le bon.',
      'Un bon cadeau ne peut pas être échangé contre de l’argent. Un bon cadeau non utilisé peut être rendu dans les 14 jours qui suivent l’achat.',
      'Traitez le code comme de l’argent : qui l’a peut le dépenser. Si vous le perdez, nous pouvons le renvoyer à l’adresse e-mail de la commande.',
      'Les codes de réduction valent pour les billets et la durée que l’organisateur a décidés. Ils ne peuvent pas être ajoutés après coup.',
    ],
  },
  {
    title: 'À l’événement',
    clauses: [
      'Le règlement du lieu s’applique, ainsi que les règles d’âge, de sacs et de comportement indiquées sur la page de l’événement. Les personnes qui mettent les autres en danger peuvent être priées de partir sans remboursement.',
      'Les retardataires entrent à une pause convenable. Certains événements n’en ont pas.',
      'Indiquez à l’avance à l’organisateur vos besoins d’accessibilité ; il fera de son mieux pour y répondre.',
      'Certaines activités demandent à chaque participant de signer des conditions avant l’arrivée. Vous recevez le lien avec votre commande ; les personnes qui n’ont pas signé pourraient ne pas pouvoir participer.',
      'Des photos et des enregistrements peuvent être faits pendant les événements. Prévenez l’organisateur si vous préférez ne pas y figurer.',
    ],
  },
  {
    title: 'Responsabilité',
    clauses: [
      'Nous sommes responsables de la réservation, du paiement et de la remise de vos billets. L’organisateur est responsable de l’événement.',
      'Ni nous ni l’organisateur ne limitons notre responsabilité en cas de décès ou de blessure dus à une négligence, de fraude, ni pour tout ce que la loi interdit de limiter.',
      'Au-delà, nous répondons des pertes que vous subissez et qui étaient une suite prévisible de notre manquement à ces conditions. Cela ne comprend pas les frais de voyage, d’hébergement ou autres autour d’un événement qui n’a pas eu lieu.',
    ],
  },
  {
    title: 'Vos données',
    clauses: [
      'Nous utilisons ce que vous nous donnez pour traiter votre commande : votre nom et votre adresse e-mail pour remettre les billets, votre adresse de livraison pour ce qui part par la poste, votre numéro de téléphone au cas où quelque chose changerait dans votre réservation.',
      'L’organisateur de votre événement reçoit votre nom, votre adresse e-mail et votre commande, pour vous laisser entrer et vous informer des changements.',
      'Vous ne recevez que les nouvelles que vous avez acceptées, et chaque message a un lien de désinscription.',
      'Si vous ajoutez Gift Aid à un don, l’association garde votre déclaration avec votre nom et votre adresse, car le fisc britannique (HM Revenue & Customs) en a besoin pour traiter Gift Aid.',
    ],
  },
  {
    title: 'Réclamations et droit applicable',
    clauses: [
      'Si quelque chose s’est mal passé, écrivez-nous avec votre numéro de commande. Nous répondons sous cinq jours ouvrés et ferons notre possible pour y remédier.',
      'Ces conditions sont régies par le droit de l’Angleterre et du pays de Galles. Si vous habitez ailleurs au Royaume-Uni, vous pouvez aussi saisir les tribunaux de votre lieu de résidence.',
      'Si l’une de ces conditions se révèle non valable, les autres restent en vigueur. Les conditions en vigueur lors de votre commande s’appliquent à celle-ci.',
    ],
  },
]
