/**
 * SQR-04: the shop's own part of the Square form, served beside Square's script as the specification's address says. It
 * mounts the card field and turns a press into a token, 3-D Secure included, by Square's documented calls:
 *
 *   const form = await FoyerSquare.mount({ appId, locationId, element, postalCode: 'LS1 6LW', onPostalCode: (typed) => {} })
 *   await form.setPostalCode('YO1 7HH')
 *   await form.showProblems()
 *   const { token, message } = await form.tokenize({ amount: '12.34', currencyCode: 'GBP', billingContact: {...} })
 *
 * `showProblems` asks for a token of no amount and throws it away: Square checks its field for nothing else.
 * A token works once: after a failed payment, request another. `message` is set if there is no token.
 */
export const SQUARE_SCRIPT = `'use strict';
window.FoyerSquare = {
  async mount({ appId, locationId, element, style, postalCode, onPostalCode }) {
    const payments = window.Square.payments(appId, locationId);
    const card = await payments.card({ ...(style && { style }), ...(postalCode && { postalCode }) });
    await card.attach(element);
    if (onPostalCode) card.addEventListener('postalCodeChanged', ({ detail }) => onPostalCode(detail.postalCodeValue || ''));
    return {
      async tokenize({ amount, currencyCode, billingContact }) {
        const result = await card.tokenize({
          amount, currencyCode, billingContact,
          intent: 'CHARGE', customerInitiated: true, sellerKeyedIn: false,
        });
        if (result.status === 'OK') return { token: result.token };
        const error = (result.errors || [])[0];
        return { token: null, message: error ? error.message : '', field: error ? error.field : undefined, status: result.status };
      },
      setPostalCode: (next) => card.configure({ postalCode: next }),
      showProblems: () => card.tokenize().then(() => {}, () => {}),
      destroy: () => card.destroy(),
    };
  },
};
`
