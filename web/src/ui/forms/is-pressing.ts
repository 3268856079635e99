/**
 * Whether a field loses the focus because a button is being pressed. An error shown at that moment would move the button away
 * from the pointer. Safari does not focus buttons, so there the event has no related target.
 */
export const isPressing = ({ relatedTarget }: { relatedTarget: EventTarget | null }): boolean =>
  relatedTarget instanceof HTMLButtonElement || document.querySelector('button:active') !== null
