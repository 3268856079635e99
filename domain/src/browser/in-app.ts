/** What browsers inside social apps call themselves (OPEN-32). */
const IN_APP =
  /FBAN|FBAV|FB_IAB|Instagram|Twitter|TikTok|musical_ly|BytedanceWebview|Snapchat|LinkedInApp|Pinterest|\bLine\//

/** RSV-03: such a browser may lose the basket or block the payment. */
export const isInAppBrowser = (userAgent: string): boolean => IN_APP.test(userAgent)
