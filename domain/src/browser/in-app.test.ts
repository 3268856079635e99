import { expect, it } from 'vitest'
import { isInAppBrowser } from './in-app.ts'

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  `${PHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/450.0.0.38]`,
  'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 Chrome/125.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/460.0]',
  `${PHONE} Mobile/15E148 Instagram 330.0.0.0`,
  `${PHONE} Mobile/15E148 Twitter for iPhone/10.40`,
  `${PHONE} Mobile/15E148 musical_ly_34.5.0 BytedanceWebview/d8a21c6`,
  `${PHONE} TikTok 34.5.0`,
  `${PHONE} Mobile/15E148 Snapchat/12.80`,
  `${PHONE} [LinkedInApp]/9.29`,
  `${PHONE} [Pinterest/iOS]`,
  `${PHONE} Safari Line/14.9.0`,
])('OPEN-32: %s is an in-app browser', (agent) => expect(isInAppBrowser(agent)).toBe(true))

it.each([
  `${PHONE} Version/17.5 Mobile/15E148 Safari/604.1`,
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0',
  `${PHONE} Airline/2.0`,
  '',
])('OPEN-32: %s is not', (agent) => expect(isInAppBrowser(agent)).toBe(false))
