export interface TicketVerifier {
  /** Returns the code when the signature is valid, else null. */
  verify(signed: string): string | null
  /** SPKI PEM, for checking tickets elsewhere; of several keys the one that signs comes first. */
  readonly publicKey: string
}

export interface TicketSigner extends TicketVerifier {
  /** `code` -> `code.SIGNATURE`: digits, capitals and one dot, safe in a URL. */
  sign(code: string): string
}
