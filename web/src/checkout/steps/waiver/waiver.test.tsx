import { describe, expect, it, vi } from 'vitest'
import { go, onCheckoutPage, openCheckout } from '../../testing/page.tsx'
import { waiverLink } from './waiver-link.ts'

onCheckoutPage()

const LINK = `${location.origin}/activity-terms-and-conditions/sale-abc/`
const open = () => openCheckout({ state: 'waiver', payment_complete: true, has_waivers: true })

describe('the waiver step', () => {
  it('[WVR-01] shows this order’s link on this host', async () => {
    const page = await open()
    expect(page.heading()).toBe('Activity Terms and Conditions')
    expect(page.field('Waiver link').value).toBe(LINK)
    expect(page.field('Waiver link').readOnly).toBe(true)
    expect(waiverLink('a/b', 'https://shop.example')).toBe('https://shop.example/activity-terms-and-conditions/a%2Fb/')
  })

  it('[WVR-02] copies it and keeps saying so', async () => {
    const writeText = vi.fn(async () => {})
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as never)
    const page = await open()
    await page.press(page.button('Copy link'))
    expect(writeText.mock.calls).toEqual([[LINK]])
    expect(page.notes()).toEqual(['Link copied'])
    await go(60_000)
    expect(page.notes()).toEqual(['Link copied'])
  })

  it('[WVR-03] offers sharing only if the device supports it', async () => {
    vi.stubGlobal('navigator', Object.create(navigator, { share: { value: undefined } }))
    expect((await open()).buttons('Share')).toEqual([])
  })

  it('[WVR-03, WVR-04] shares title and text', async () => {
    const share = vi.fn(async (_: ShareData) => {})
    vi.stubGlobal('navigator', Object.create(navigator, { share: { value: share } }))
    const page = await open()
    await page.press(page.button('Share'))
    expect(share.mock.calls).toEqual([
      [{ title: 'Waiver to be signed', text: 'Please sign the following waiver.', url: LINK }],
    ])
  })

  it('[WVR-03] cancelling a share is not an error', async () => {
    const share = vi.fn(() => Promise.reject(new DOMException('', 'AbortError')))
    vi.stubGlobal('navigator', Object.create(navigator, { share: { value: share } }))
    const page = await open()
    await page.press(page.button('Share'))
    expect(page.notes()).toEqual([])
    expect(page.button('Share').disabled).toBe(false)
  })

  it('[WVR-05, WVR-06] says who must sign, and by when', async () => {
    const page = await open()
    expect(page.has('share this link with everyone in your booking party')).toBe(true)
    expect(page.has('All visitors must sign before arrival on site.')).toBe(true)
  })

  it('[WVR-07, FLOW-32] Continue moves on', async () => {
    const page = await open()
    await page.press(page.button('Continue'))
    expect(page.heading()).toBe('Order complete! Your tickets are on their way.')
  })
})
