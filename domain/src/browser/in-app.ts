/** User agents of the browsers inside social apps. */
const IN_APP =
  /FBAN|FBAV|FB_IAB|Instagram|Twitter|TikTok|musical_ly|BytedanceWebview|Snapchat|LinkedInApp|Pinterest|\bLine\//

/** Such a browser can lose the basket or block the payment. */
export const isInAppBrowser = (userAgent: string): boolean => IN_APP.test(userAgent)
